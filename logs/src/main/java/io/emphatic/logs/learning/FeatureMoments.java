package io.emphatic.logs.learning;

import io.emphatic.experience.Features;
import io.emphatic.logs.file.SavedState;
import java.io.IOException;
import java.util.Arrays;

/** The mean of each feature over the rows of a log, and its mean square over every sixteenth of them. */
final class FeatureMoments {
    private static final long SQUARED = 16;

    private final double[] sums;
    private final double[] squares;
    private long rows;

    FeatureMoments(int size) {
        this.sums = new double[size];
        this.squares = new double[size];
    }

    void add(Features features) {
        features.addTo(sums, 1);
        if (rows++ % SQUARED == 0) {
            for (int i = 0; i < features.active(); i++) {
                squares[features.index(i)] += features.value(i) * features.value(i);
            }
        }
    }

    double[] means() {
        return Arrays.stream(sums).map(sum -> sum / rows).toArray();
    }

    /** √(Σ θⱼ² mean φⱼ²): the root mean square of θᵀφ where features exclude each other, and about it elsewhere. */
    double size(double[] weights) {
        double sum = 0;
        for (int j = 0; j < weights.length; j++) {
            sum += weights[j] * weights[j] * squares[j];
        }
        return Math.sqrt(sum / ((rows + SQUARED - 1) / SQUARED));
    }

    void exchange(SavedState state) throws IOException {
        rows = state.whole(rows);
        state.numbers(sums, sums.length);
        state.numbers(squares, squares.length);
    }
}
