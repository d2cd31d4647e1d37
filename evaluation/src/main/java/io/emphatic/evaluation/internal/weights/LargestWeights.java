package io.emphatic.evaluation.internal.weights;

import io.emphatic.evaluation.internal.SumExchange;
import java.io.IOException;
import java.util.PriorityQueue;

/** The largest of many weights. */
public final class LargestWeights {
    private final int capacity;
    private final PriorityQueue<Double> weights = new PriorityQueue<>(); // the smallest of them first

    public LargestWeights(int capacity) {
        this.capacity = capacity;
    }

    public void offer(double weight) {
        if (weights.size() < capacity) {
            weights.add(weight);
        } else if (capacity > 0 && weight > weights.peek()) {
            weights.remove();
            weights.add(weight);
        }
    }

    public void exchange(SumExchange sums) throws IOException {
        double[] own = sums.isWriting() ? sorted() : new double[0];
        int count = sums.ofPart(own.length);
        for (int k = 0; k < count; k++) {
            double weight = sums.total(sums.isWriting() ? own[k] : 0);
            if (!sums.isWriting()) {
                offer(weight);
            }
        }
    }

    /** In increasing order. */
    public double[] sorted() {
        return weights.stream().mapToDouble(weight -> weight).sorted().toArray();
    }
}
