package io.emphatic.engine;

import java.util.Arrays;

/**
 * Traces and scalar memory of a stream while another one learns with the same weights: numbers in the order in which
 * the engine writes and reads them. Empty for a stream that has not begun.
 */
public final class ParkedStream {
    private double[] numbers = {};
    private int count;
    private int taken;

    /** A stream that has not begun. */
    public ParkedStream() {}

    /** The stream that had these {@link #numbers}. Not modified; copied. */
    public ParkedStream(double[] numbers) {
        this.numbers = numbers.clone();
        this.count = numbers.length;
    }

    /** Whether the stream has not begun. */
    public boolean isEmpty() {
        return count == 0;
    }

    /** A copy of the numbers. */
    public double[] numbers() {
        return Arrays.copyOf(numbers, count);
    }

    /** As a stream that has not begun. */
    public void clear() {
        count = 0;
        taken = 0;
    }

    /** Puts a number behind those that are there. */
    public void put(double number) {
        reserve(1);
        numbers[count++] = number;
    }

    /** Puts numbers behind those that are there. Not modified; copied. */
    public void put(double[] many) {
        reserve(many.length);
        System.arraycopy(many, 0, numbers, count, many.length);
        count += many.length;
    }

    private void reserve(int more) {
        if (count + more > numbers.length) {
            numbers = Arrays.copyOf(numbers, Math.max(count + more, count + count / 2));
        }
    }

    /** Begins to take the numbers in the order in which they were put. */
    public void rewind() {
        taken = 0;
    }

    /** The next number, in the order in which they were put; refused if none is left. */
    public double take() {
        require(1);
        return numbers[taken++];
    }

    /** Fills an array. Modified. */
    public void take(double[] many) {
        require(many.length);
        System.arraycopy(numbers, taken, many, 0, many.length);
        taken += many.length;
    }

    /** The numbers that have not been taken. */
    public double[] takeRest() {
        double[] rest = Arrays.copyOfRange(numbers, taken, count);
        taken = count;
        return rest;
    }

    private void require(int more) {
        if (taken + more > count) {
            throw new IllegalArgumentException("the parked stream is that of another learner: it ends too early");
        }
    }

    /** Refuses a stream of which numbers are left to take. */
    public void requireEnd() {
        if (taken != count) {
            throw new IllegalArgumentException("the parked stream is that of another learner: it is too long");
        }
    }
}
