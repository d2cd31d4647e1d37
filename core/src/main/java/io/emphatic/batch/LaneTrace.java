package io.emphatic.batch;

import io.emphatic.engine.ParkedStream;
import io.emphatic.experience.Features;
import java.util.Arrays;
import java.util.stream.Stream;

/** A trace that all lanes share: e ← a e + b φ once per step for any number of lanes. */
class LaneTrace {
    /** Up to this size loops over all entries are cheaper than a list of the non-zero entries. */
    private static final int FEW_FEATURES = 16;

    final double[] e;
    final int[] entries; // those that are not 0
    int count;
    final double[] norm = new double[1]; // an upper bound of ‖e‖₂

    LaneTrace(int size) {
        e = new double[size];
        entries = new int[size];
        Arrays.setAll(entries, j -> j);
        count = size <= FEW_FEATURES ? size : 0;
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
        if (e.length > FEW_FEATURES) {
            list();
        }
    }

    final void list() {
        count = 0;
        for (int j = 0; j < e.length; j++) {
            entries[count] = j;
            count += e[j] != 0 ? 1 : 0;
        }
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
        for (int k = 0; norm[0] != 0 && k < count; k++) {
            Lanes.addScaled(rows[entries[k]], scale, e[entries[k]]);
        }
    }

    /** out ← eᵀx for every lane. */
    void dot(double[][] rows, double[] out) {
        Arrays.fill(out, 0);
        for (int k = 0; norm[0] != 0 && k < count; k++) {
            Lanes.addScaled(out, rows[entries[k]], e[entries[k]]);
        }
    }

    /** θᵀφ of every lane. */
    void values(Features phi, double[][] theta, double[] out) {
        Lanes.dot(phi, theta, out);
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
