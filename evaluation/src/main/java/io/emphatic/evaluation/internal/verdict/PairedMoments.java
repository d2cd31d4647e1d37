package io.emphatic.evaluation.internal.verdict;

import io.emphatic.evaluation.internal.SumExchange;
import java.io.IOException;

/** Products of the terms of each two policies on the same lives, about their shifts. */
final class PairedMoments {
    private final int count;
    private final double[] products; // row by row, the upper triangle

    PairedMoments(int count) {
        this.count = count;
        this.products = new double[count * count];
    }

    /** @param terms one of each policy. Not modified. */
    void add(double[] terms) {
        for (int a = 0; a < count; a++) {
            double term = terms[a];
            if (term != 0) {
                int row = a * count;
                for (int b = a; b < count; b++) {
                    products[row + b] += term * terms[b];
                }
            }
        }
    }

    void exchange(SumExchange sums) throws IOException {
        sums.totals(products);
    }

    double product(int a, int b) {
        return products[Math.min(a, b) * count + Math.max(a, b)];
    }
}
