package io.emphatic.logs.file;

import io.emphatic.Learner;
import io.emphatic.logs.file.StreamModels.StreamModel;
import io.emphatic.logs.file.StreamState.OwningStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** The streams of a log while its rows are read: the {@link StreamState} that each row belongs to. */
public abstract class LogStreams {
    private ShownRanges shown; // null for no rule
    private long learnFrom;

    /** Rows beyond what was shown are not learned from; those before {@code from} are read again. */
    public final void watch(ShownRanges ranges, long from) {
        shown = ranges;
        learnFrom = from;
    }

    /** Null for no rule. */
    final ShownRanges shown() {
        return shown;
    }

    /** How far a row is from the first that is learned from; 0 for that one and all behind it. */
    final long back(long row) {
        return Math.max(0, learnFrom - row);
    }

    /** The state of a row's stream, which is not that of the row before. */
    abstract StreamState turnTo(Object[] key, int count) throws IOException;

    public abstract Collection<? extends StreamState> held();

    /** How many streams that were read are open, and held for another log. */
    public long keptOpen() {
        return 0;
    }

    /** Streams one after another that share weights and one trace. */
    public static final class OneAfterAnother extends LogStreams {
        private final StreamState state = new StreamState();

        @Override
        StreamState turnTo(Object[] key, int count) {
            state.begin();
            return state;
        }

        @Override
        public List<StreamState> held() {
            return List.of(state);
        }
    }

    /** Streams whose rows are interleaved: they share weights, and each has its traces. */
    public static final class Interleaved extends LogStreams {
        private final Map<StreamKey, StreamState> states = new LinkedHashMap<>();
        private final StreamState.Layout layout;

        public Interleaved(StreamState.Layout layout) {
            this.layout = layout;
        }

        @Override
        StreamState turnTo(Object[] key, int count) {
            return states.computeIfAbsent(StreamKey.ofFirst(key, count), none -> new StreamState.Sharing(layout));
        }

        @Override
        public Collection<StreamState> held() {
            return states.values();
        }
    }

    /** One after another; some continue those of another log, whose last step their first row completes. */
    public static final class Kept extends LogStreams {
        private final boolean keeps;
        private final StreamState.Layout layout;
        private final Map<StreamKey, StreamState.Sharing> states = new LinkedHashMap<>();
        private StreamKey key = StreamKey.NONE; // of the present stream
        private StreamState.Sharing present; // null before the first
        private StreamState.Sharing learned; // whose traces the learners have before the first row; null for none
        private long unread; // those of the other log whose stream has not come

        /** @param keeps whether streams that are open at their end are held for another log */
        public Kept(boolean keeps, StreamState.Layout layout) {
            this.keeps = keeps;
            this.layout = layout;
        }

        @Override
        StreamState turnTo(Object[] row, int count) {
            dropClosed();
            // another log may have whole numbers where this one has texts
            key = StreamKey.of(Arrays.stream(row, 0, count).map(String::valueOf).toArray());
            unread -= states.containsKey(key) ? 1 : 0;
            present = states.computeIfAbsent(key, none -> new StreamState.Sharing(layout));
            return present;
        }

        private void dropClosed() {
            if (present != null && !(keeps && present.isOpen())) {
                states.remove(key);
            }
        }

        @Override
        public Collection<StreamState.Sharing> held() {
            return states.values();
        }

        /** The stream whose traces the learners have before the first row; null for none. */
        public StreamState learned() {
            return learned;
        }

        @Override
        public long keptOpen() {
            dropClosed();
            return keeps ? states.size() - unread : 0;
        }

        /** The streams that are open after the last row, none where they are not kept, or before the first. */
        public void exchange(SavedState state) throws IOException {
            dropClosed();
            if (!keeps && !state.isRead()) {
                states.clear();
            }
            List<StreamKey> keys = List.copyOf(states.keySet());
            StreamState last = present == null ? learned : present;
            int count = state.count(keys.size());
            for (int k = 0; k < count; k++) {
                StreamKey stream =
                        state.value(state.isRead() ? null : keys.get(k), (out, one) -> one.write(out), StreamKey::read);
                StreamState.Sharing one = states.computeIfAbsent(stream, none -> new StreamState.Sharing(layout));
                boolean isLearned = state.flag(one == last);
                one.exchange(layout, state);
                if (state.isRead()) {
                    unread++;
                    learned = isLearned ? one : learned;
                }
            }
        }
    }

    /** Streams one after another with learners of their own. */
    public static final class Own extends LogStreams {
        private final BiFunction<Integer, List<StreamModel>, Learner> maker; // from what a stream has learned before
        private final int predictions;
        private final StreamModels earlier; // null for none
        private OwnStream present; // null before the first
        private OwnStream resumed; // at which an interrupted run is resumed; null for none

        public static final class OwnStream extends OwningStream {
            private final StreamKey key;
            private final List<StreamModel> from;

            OwnStream(StreamKey key, List<StreamModel> from, Own streams) {
                super(streams.predictions, p -> streams.maker.apply(p, from));
                this.key = key;
                this.from = from;
            }

            public StreamKey key() {
                return key;
            }

            public List<StreamModel> from() {
                return from;
            }
        }

        /** @param earlier what streams have learned before; null for nothing */
        public Own(int predictions, StreamModels earlier, BiFunction<Integer, List<StreamModel>, Learner> maker) {
            this.predictions = predictions;
            this.earlier = earlier;
            this.maker = maker;
        }

        /** The stream at which an interrupted run is resumed, with learners that have not learned. */
        public OwnStream resumeAt(StreamKey key) {
            resumed = new OwnStream(key, List.of(), this);
            return resumed;
        }

        @Override
        StreamState turnTo(Object[] row, int count) throws IOException {
            StreamKey key = StreamKey.ofFirst(row, count);
            present = resumed != null && resumed.key.equals(key)
                    ? resumed
                    : new OwnStream(key, earlier == null ? List.of() : earlier.take(key), this);
            return present;
        }

        @Override
        public List<OwnStream> held() {
            return present == null ? List.of() : List.of(present);
        }
    }
}
