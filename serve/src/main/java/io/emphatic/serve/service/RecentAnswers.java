package io.emphatic.serve.service;

import io.emphatic.logs.file.SavedState;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What was predicted for the last rows, for those who ask again. */
final class RecentAnswers {
    static final int CAPACITY = 2 * StepParser.MAX_ROWS;

    private static final int LOOKED_AT = 4096;

    private record AnswerKey(int stream, long seq) {}

    /** @param digest of what the row says */
    record RecentAnswer(int stream, long seq, long digest, double[] values) {
        private AnswerKey key() {
            return new AnswerKey(stream, seq);
        }
    }

    private final Deque<RecentAnswer> inOrder = new ArrayDeque<>();
    private final Map<AnswerKey, RecentAnswer> byRow = new HashMap<>();

    /** @param values kept, not modified */
    void add(int stream, long seq, long digest, double[] values) {
        RecentAnswer answer = new RecentAnswer(stream, seq, digest, values);
        inOrder.addLast(answer);
        byRow.put(answer.key(), answer);
        if (inOrder.size() > CAPACITY) {
            byRow.remove(inOrder.removeFirst().key());
        }
    }

    /** Null if it is forgotten. */
    RecentAnswer find(int stream, long seq) {
        return byRow.get(new AnswerKey(stream, seq));
    }

    /** The last row of each stream that has one among the last few thousand, the latest first. */
    List<RecentAnswer> lastOfStreams(int most) {
        List<RecentAnswer> last = new ArrayList<>();
        Set<Integer> known = new HashSet<>();
        Iterator<RecentAnswer> backwards = inOrder.descendingIterator();
        for (int k = 0; k < LOOKED_AT && backwards.hasNext() && last.size() < most; k++) {
            RecentAnswer answer = backwards.next();
            if (known.add(answer.stream())) {
                last.add(answer);
            }
        }
        return last;
    }

    /** Adds the answers of others, which have other fields: NaN where they have not. */
    void takeFrom(RecentAnswers other, List<String> theirs, List<String> fields) {
        int[] from = fields.stream().mapToInt(theirs::indexOf).toArray();
        for (RecentAnswer answer : other.inOrder) {
            double[] values = Arrays.stream(from)
                    .mapToDouble(field -> field < 0 ? Double.NaN : answer.values[field])
                    .toArray();
            add(answer.stream(), answer.seq(), answer.digest, values);
        }
    }

    /** @param width of a row */
    void exchange(SavedState state, int width) throws IOException {
        List<RecentAnswer> saved = List.copyOf(inOrder);
        int count = state.count(saved.size());
        for (int k = 0; k < count; k++) {
            RecentAnswer one = k < saved.size() ? saved.get(k) : new RecentAnswer(0, 0, 0, new double[width]);
            int stream = state.count(one.stream());
            long seq = state.whole(one.seq());
            long digest = state.whole(one.digest);
            state.numbers(one.values, width);
            if (saved.isEmpty()) {
                add(stream, seq, digest, one.values);
            }
        }
    }
}
