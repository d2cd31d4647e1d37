package io.emphatic.batch;

import io.emphatic.engine.ParkedStream;
import io.emphatic.engine.internal.sparse.TraceScale;
import io.emphatic.experience.Features;
import io.emphatic.experience.Norm;
import java.util.Arrays;
import java.util.stream.Stream;

/** The trace as e = c g, with θ = w + D g for every lane: a step touches the rows of active features only. */
final class FactoredTrace extends LaneTrace {
    private final TraceScale scale = new TraceScale(); // c
    private final double[][] rows; // w
    private final double[] move; // D
    private final double[] joined; // −D b / c
    private final Entries joining = new Entries();
    private final int[] entries; // the indices of those of e that are not 0
    private int count;

    /** @param rows of θ, which become those of w */
    FactoredTrace(double[][] rows, double[] move, double[] joined) {
        super(rows.length);
        this.rows = rows;
        this.move = move;
        this.joined = joined;
        this.entries = new int[rows.length];
        scale.beginWith(0, 0);
    }

    @Override
    void advance(double a, double b, Features phi) {
        norm[0] = normAfter(a, b, phi);
        if (scale.reaches(a, b, phi)) {
            scale.decay(a);
        } else {
            fold(a * scale.scale());
            scale.folded(scale.largest(), b, phi);
        }
        double x = b / scale.scale();
        if (x != 0) {
            add(x, phi);
            // wⱼ ← wⱼ − D b φⱼ / c, so that θ does not change when features join the trace
            for (int l = 0; l < joined.length; l++) {
                joined[l] = -x * move[l];
            }
            joining.of(phi).addTo(rows, joined);
        }
    }

    /** w ← w + D g, D = 0, g ← factor · g without negligible entries. */
    private void fold(double factor) {
        double threshold = factor == 0 ? Double.POSITIVE_INFINITY : TraceScale.NEGLIGIBLE * scale.largest();
        double largest = 0;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int j = entries[i];
            double g = e[j];
            Lanes.addScaled(rows[j], move, g);
            e[j] = Math.abs(g) > threshold ? factor * g : 0;
            if (e[j] != 0) {
                entries[kept++] = j;
                largest = Math.max(largest, Math.abs(e[j]));
            }
        }
        count = kept;
        scale.setLargest(largest);
        Arrays.fill(move, 0);
    }

    /** g ← g + x φ. */
    private void add(double x, Features phi) {
        double largest = scale.largest();
        for (int k = 0; k < phi.active(); k++) {
            int j = phi.index(k);
            double added = x * phi.value(k);
            if (added != 0) {
                if (e[j] == 0) {
                    entries[count++] = j;
                }
                double sum = e[j] + added;
                e[j] = sum == 0 ? Double.MIN_VALUE : sum;
                largest = Math.max(largest, Math.abs(sum));
            }
        }
        scale.setLargest(largest);
    }

    @Override
    double dot(Features phi) {
        return scale.scale() * phi.dot(e);
    }

    /** D ← D + s c. */
    @Override
    void addTo(double[][] theta, double[] s) {
        Lanes.addScaled(move, s, scale.scale());
    }

    @Override
    void values(Entries phi, double[][] theta, double[] out) {
        phi.dot(rows, out);
        Lanes.addScaled(out, move, phi.dot(e));
    }

    @Override
    double weight(double[][] theta, int j, int lane) {
        return rows[j][lane] + move[lane] * e[j];
    }

    @Override
    void park(ParkedStream into) {
        fold(scale.scale());
        super.park(into);
        begin();
    }

    @Override
    void resume(ParkedStream from) {
        super.resume(from);
        begin();
    }

    private void begin() {
        scale.beginWith(Norm.largest(e), norm[0]);
        list();
    }

    private void list() {
        count = 0;
        for (int j = 0; j < e.length; j++) {
            entries[count] = j;
            count += e[j] != 0 ? 1 : 0;
        }
    }

    @Override
    Stream<double[]> arrays() {
        return Stream.concat(super.arrays(), Stream.of(scale.state(), move));
    }

    @Override
    void loaded() {
        list();
    }
}
