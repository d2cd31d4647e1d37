package io.emphatic.serve.service;

import io.emphatic.logs.file.SavedState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What was predicted for the last rows, for those who ask again. */
final class RecentAnswers {
    static final int KEPT = 2 * StepParser.MAX_ROWS;

    private static final int LOOKED_AT = 4096;

    private final int predictions;
    private final int reaches;
    private double[] values;
    private float[] reached; // how far bars and bands reach
    private int[] streams = new int[64];
    private long[] seqs = new long[64];
    private long[] digests = new long[64]; // of what the rows say
    private long[] before = new long[64]; // the row of the same stream before, counted since the beginning; −1 for none
    private long[] last = new long[16]; // of each stream; −1 for none
    private long count;

    RecentAnswers(AnswerColumns columns) {
        this.predictions = columns.names().size();
        this.reaches = columns.reaches().size();
        this.values = new double[64 * predictions];
        this.reached = new float[64 * reaches];
        Arrays.fill(last, -1);
    }

    /** @param predicted not kept, not modified */
    void add(int stream, long seq, long digest, double[] predicted) {
        makeRoom(stream);
        int at = (int) (count % KEPT);
        streams[at] = stream;
        seqs[at] = seq;
        digests[at] = digest;
        before[at] = last[stream];
        last[stream] = count++;
        System.arraycopy(predicted, 0, values, at * predictions, predictions);
        for (int k = 0; k < reaches; k++) {
            reached[at * reaches + k] = (float) predicted[predictions + k];
        }
    }

    private void makeRoom(int stream) {
        if (count == seqs.length && count < KEPT) {
            int length = (int) Math.min(KEPT, 2 * count);
            streams = Arrays.copyOf(streams, length);
            seqs = Arrays.copyOf(seqs, length);
            digests = Arrays.copyOf(digests, length);
            before = Arrays.copyOf(before, length);
            values = Arrays.copyOf(values, length * predictions);
            reached = Arrays.copyOf(reached, length * reaches);
        }
        if (stream >= last.length) {
            int known = last.length;
            last = Arrays.copyOf(last, Math.max(stream + 1, 2 * known));
            Arrays.fill(last, known, last.length, -1);
        }
    }

    /** Where a row is, going back from another one of its stream; −1 if it is forgotten. */
    long find(long from, long seq) {
        long at = from;
        while (isKept(at) && seq(at) > seq) {
            at = before[(int) (at % KEPT)];
        }
        return isKept(at) && seq(at) == seq ? at : -1;
    }

    long seq(long row) {
        return seqs[(int) (row % KEPT)];
    }

    long digest(long row) {
        return digests[(int) (row % KEPT)];
    }

    int stream(long row) {
        return streams[(int) (row % KEPT)];
    }

    boolean isKept(long row) {
        return row >= 0 && row >= count - KEPT;
    }

    /** The last row of each stream that has one among the last few thousand, the latest first. */
    List<Long> lastOfStreams(int most) {
        List<Long> rows = new ArrayList<>();
        for (long row = count - 1; row >= Math.max(0, count - LOOKED_AT) && rows.size() < most; row--) {
            if (last(stream(row)) == row) {
                rows.add(row);
            }
        }
        return rows;
    }

    /** The last row of a stream; −1 for none. */
    long last(int stream) {
        return stream < last.length ? last[stream] : -1;
    }

    void copy(long row, double[] into, int at) {
        int from = (int) (row % KEPT);
        System.arraycopy(values, from * predictions, into, at, predictions);
        for (int k = 0; k < reaches; k++) {
            into[at + predictions + k] = reached[from * reaches + k];
        }
    }

    /** The same rows with other predictions. */
    RecentAnswers with(AnswerColumns columns, int[] from) {
        RecentAnswers other = new RecentAnswers(columns);
        double[] known = new double[predictions + reaches];
        double[] predicted = new double[from.length];
        for (long row = Math.max(0, count - KEPT); row < count; row++) {
            int at = (int) (row % KEPT);
            copy(row, known, 0);
            for (int p = 0; p < from.length; p++) {
                predicted[p] = from[p] < 0 ? Double.NaN : known[from[p]];
            }
            other.add(streams[at], seqs[at], digests[at], predicted);
        }
        return other;
    }

    void exchange(SavedState state) throws IOException {
        long all = state.whole(count);
        int kept = (int) Math.min(all, KEPT);
        double[] predicted = new double[predictions + reaches];
        long first = count - Math.min(count, KEPT);
        boolean isRead = count == 0;
        for (int k = 0; k < kept; k++) {
            int at = (int) ((first + k) % KEPT);
            int stream = state.count(isRead ? 0 : streams[at]);
            long seq = state.whole(isRead ? 0 : seqs[at]);
            long digest = state.whole(isRead ? 0 : digests[at]);
            if (!isRead) {
                copy(at, predicted, 0);
            }
            state.numbers(predicted, predicted.length);
            if (isRead) {
                add(stream, seq, digest, predicted);
            }
        }
    }
}
