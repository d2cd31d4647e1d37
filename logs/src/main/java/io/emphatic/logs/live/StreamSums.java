package io.emphatic.logs.live;

/**
 * One model from many streams, for what adds up: least squares. Each stream collects its own sums; added in a fixed
 * order of the streams, they give the same bits wherever each of them was collected.
 */
public final class StreamSums {
    private StreamSums() {}

    /**
     * Adds what a stream has collected.
     *
     * @param total of the same spec. Modified.
     * @param stream not modified
     * @throws IllegalArgumentException if a prediction is not learned by least squares, or has diverged
     */
    public static void add(StreamState total, StreamState stream) {
        for (int p = 0; p < total.learners.length; p++) {
            total.learners[p].merge(stream.learners[p]);
        }
    }
}
