package io.emphatic.evaluation.internal.weights;

import io.emphatic.evaluation.internal.SumExchange;
import java.io.IOException;
import java.util.Arrays;

/** The largest of many weights, a heap with the smallest of them on top. */
public final class LargestWeights {
    private final double[] heap;
    private int size;

    public LargestWeights(int capacity) {
        this.heap = new double[capacity];
    }

    public void offer(double weight) {
        if (size < heap.length) {
            rise(size++, weight);
        } else if (size > 0 && weight > heap[0]) {
            sink(weight);
        }
    }

    private void rise(int place, double weight) {
        int at = place;
        while (at > 0 && heap[(at - 1) / 2] > weight) {
            heap[at] = heap[(at - 1) / 2];
            at = (at - 1) / 2;
        }
        heap[at] = weight;
    }

    private void sink(double weight) {
        int at = 0;
        int child = 1;
        while (child < size) {
            if (child + 1 < size && heap[child + 1] < heap[child]) {
                child++;
            }
            if (heap[child] >= weight) {
                break;
            }
            heap[at] = heap[child];
            at = child;
            child = 2 * at + 1;
        }
        heap[at] = weight;
    }

    public void exchange(SumExchange sums) throws IOException {
        int count = sums.ofPart(size);
        for (int k = 0; k < count; k++) {
            double weight = sums.total(sums.isWriting() ? heap[k] : 0);
            if (!sums.isWriting()) {
                offer(weight);
            }
        }
    }

    /** In increasing order. */
    public double[] sorted() {
        double[] sorted = Arrays.copyOf(heap, size);
        Arrays.sort(sorted);
        return sorted;
    }
}
