package io.emphatic.batch;

import io.emphatic.engine.ParkedStream;
import io.emphatic.experience.Features;
import java.util.Arrays;
import java.util.stream.Stream;

/** A trace that all lanes share: e ← a e + b φ once per step for any number of lanes. */
class LaneTrace {
    final double[] e;
    private final Entries entries = new Entries(); // of e
    final double[] norm = new double[1]; // an upper bound of ‖e‖₂

    LaneTrace(int size) {
        e = new double[size];
    }

    /** An upper bound of ‖a e + b φ‖₂. */
    double normAfter(double a, double b, Features phi) {
        return Math.abs(a) * norm[0] + Math.abs(b) * phi.norm();
    }

    /** e ← a e + b φ. */
    void advance(double a, double b, Features phi) {
        norm[0] = normAfter(a, b, phi);
        for (int j = 0; j < e.length; j++) {
            e[j] = a == 0 ? 0 : a * e[j];
        }
        phi.addTo(e, b);
        entries.of(e);
    }

    /** eᵀφ. */
    double dot(Features phi) {
        return phi.dot(e);
    }

    /** eᵀe. */
    double squaredNorm() {
        double sum = 0;
        for (double value : e) {
            sum += value * value;
        }
        return sum;
    }

    /** x ← x + scale · e for every lane, with one scale per lane. */
    void addTo(double[][] rows, double[] scale) {
        entries.addTo(rows, scale);
    }

    /** out ← eᵀx for every lane. */
    void dot(double[][] rows, double[] out) {
        entries.dot(rows, out);
    }

    /** θᵀφ of every lane. */
    void values(Entries phi, double[][] theta, double[] out) {
        phi.dot(theta, out);
    }

    /** θⱼ of a lane. */
    double weight(double[][] theta, int j, int lane) {
        return theta[j][lane];
    }

    /** Its state; the list of its entries is made anew by every step. Live. */
    Stream<double[]> arrays() {
        return Stream.of(e, norm);
    }

    /** After the state has been written. */
    void loaded() {}

    /** Moves e out; 0 is left. */
    void park(ParkedStream into) {
        into.put(e);
        into.put(norm);
        Arrays.fill(e, 0);
        norm[0] = 0;
    }

    void resume(ParkedStream from) {
        from.take(e);
        from.take(norm);
    }
}
