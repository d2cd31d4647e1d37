package io.emphatic.bands;

import java.util.PriorityQueue;

/** The largest of many numbers. */
public final class LargestNumbers {
    private final int capacity;
    private final PriorityQueue<Double> numbers = new PriorityQueue<>(); // the smallest of them first

    public LargestNumbers(int capacity) {
        this.capacity = capacity;
    }

    public void offer(double number) {
        if (numbers.size() < capacity) {
            numbers.add(number);
        } else if (capacity > 0 && number > numbers.peek()) {
            numbers.remove();
            numbers.add(number);
        }
    }

    /** In increasing order. */
    public double[] sorted() {
        return numbers.stream().mapToDouble(number -> number).sorted().toArray();
    }

    void clear() {
        numbers.clear();
    }
}
