package io.emphatic.serve.service;

import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.live.LiveLearners;
import io.emphatic.logs.live.LiveRow;
import io.emphatic.serve.service.RefusedRequestException.Reason;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The streams and how far each has come. Rows are admitted one after another; what was admitted since the last
 * {@link #commit} can be taken back.
 */
final class StreamTable {
    /** A stream. */
    static final class Stream {
        private static final long[] NONE = {};

        final String name;
        final int number;
        final long first;
        long next; // seq of the next row
        private long committed; // seq of the first row that can be taken back
        private long firstDigest; // of the first row
        private long[] digests = NONE; // of the rows that can be taken back
        private StreamKey key; // as the spec has it

        Stream(String name, int number, long first) {
            this.name = name;
            this.number = number;
            this.first = first;
            this.next = first;
            this.committed = first;
        }

        long rows() {
            return next - first;
        }

        StreamKey key() {
            return key;
        }

        private void add(long digest) {
            int at = (int) (next - committed);
            if (at >= digests.length) {
                digests = Arrays.copyOf(digests, Math.max(1, 2 * at));
            }
            digests[at] = digest;
            firstDigest = next == first ? digest : firstDigest;
            next++;
        }
    }

    /** How far streams were, as far as that can be taken back. */
    record StreamMark(Map<Stream, Long> next, Map<Stream, StreamKey> times) {
        static final StreamMark LAST_COMMIT = new StreamMark(Map.of(), Map.of());
    }

    private final Map<String, Stream> byName = new HashMap<>();
    private final List<Stream> all = new ArrayList<>(); // by number
    private final Set<Stream> touched = new HashSet<>();
    private final Map<Stream, StreamKey> admittedTimes = new HashMap<>(); // since the last commit
    private final Map<StreamKey, Stream> admittedKeys = new HashMap<>(); // of streams that have begun since

    /** Null if there is none. */
    Stream find(String name) {
        return byName.get(name);
    }

    Stream get(int number) {
        return all.get(number);
    }

    int size() {
        return byName.size();
    }

    /**
     * Takes a row in. The first row of a stream may have any seq.
     *
     * @param digest of what the row says
     * @return whether it is new; if not, a row with its seq was there before
     * @throws RefusedRequestException if its seq is not the next one
     */
    boolean admit(String name, long seq, long digest) {
        Stream stream = byName.get(name);
        if (stream == null) {
            stream = add(name, seq);
        }
        if (seq < stream.next && seq >= stream.first) {
            return false;
        }
        if (seq != stream.next) {
            throw RefusedRequestException.gap(name, seq, stream.first, stream.next);
        }
        stream.add(digest);
        touched.add(stream);
        return true;
    }

    private Stream add(String name, long first) {
        Stream stream = new Stream(name, all.size(), first);
        byName.put(name, stream);
        all.add(stream);
        return stream;
    }

    /**
     * Refuses a row that is not the one that was there before.
     *
     * @param kept where what was predicted for the row of this seq is kept; −1 if it is forgotten
     */
    void requireSame(String name, long seq, long digest, RecentAnswers answers, long kept) {
        Stream stream = byName.get(name);
        boolean isSame = seq >= stream.committed
                ? stream.digests[(int) (seq - stream.committed)] == digest
                : kept >= 0 ? answers.digest(kept) == digest : seq > stream.first || stream.firstDigest == digest;
        if (!isSame) {
            throw Reason.OTHER_ROW.refusal("stream " + name + " has another row with the seq " + seq
                    + "\nA stream that begins anew needs another name, or goes on with seq " + stream.next + ".");
        }
    }

    /** Why a row cannot follow by its key or its time; null if it can, and is then the last of its stream. */
    String admitRow(String name, LiveRow row, LiveLearners learners) {
        Stream stream = byName.get(name);
        if (stream.key == null) {
            Stream other = admittedKeys.putIfAbsent(row.stream(), stream);
            if (other != null || learners.streams().contains(row.stream())) {
                return "its stream is " + name + ", and " + row.stream().text()
                        + ", which the spec takes for its stream, has come with another one before";
            }
            stream.key = row.stream();
        } else if (!stream.key.equals(row.stream())) {
            return "its stream is " + name + ", which was " + stream.key.text() + " for the spec before, and is "
                    + row.stream().text() + " here";
        }
        if (row.time() == null) {
            return null;
        }
        StreamKey last = admittedTimes.get(stream);
        last = last == null ? learners.lastTime(row.stream()) : last;
        if (last != null && row.time().compareTo(last) <= 0) {
            return "its time " + row.time().text() + " is not after that of the row before, " + last.text();
        }
        admittedTimes.put(stream, row.time());
        return null;
    }

    /** What was admitted is on the disk. */
    void commit() {
        for (Stream stream : touched) {
            stream.committed = stream.next;
            stream.digests = Stream.NONE;
        }
        touched.clear();
        admittedTimes.clear();
        admittedKeys.clear();
    }

    /** Where streams are now: {@link #takeBack} goes back to it. */
    StreamMark mark() {
        Map<Stream, Long> next = new LinkedHashMap<>();
        touched.forEach(stream -> next.put(stream, stream.next));
        return new StreamMark(next, new HashMap<>(admittedTimes));
    }

    /** Takes back what was admitted since a mark. */
    void takeBack(StreamMark mark) {
        touched.forEach(stream -> stream.next = mark.next.getOrDefault(stream, stream.committed));
        touched.retainAll(mark.next.keySet());
        for (int k = all.size() - 1; k >= 0 && all.get(k).rows() == 0; k--) {
            byName.remove(all.remove(k).name);
        }
        admittedTimes.clear();
        admittedTimes.putAll(mark.times);
        admittedKeys.values().removeIf(stream -> byName.get(stream.name) != stream);
    }

    void exchange(SavedState state) throws IOException {
        int known = all.size();
        int count = state.count(known);
        for (int k = 0; k < count; k++) {
            Stream stream = k < known ? all.get(k) : new Stream("", k, 0);
            String name = state.value(stream.name, DataOutputStream::writeUTF, in -> in.readUTF());
            long first = state.whole(stream.first);
            long next = state.whole(stream.next);
            long digest = state.whole(stream.firstDigest);
            StreamKey key = state.value(stream.key, (out, one) -> one.write(out), StreamKey::read);
            if (k >= known) {
                Stream read = add(name, first);
                read.next = next;
                read.committed = next;
                read.firstDigest = digest;
                read.key = key;
            }
        }
    }
}
