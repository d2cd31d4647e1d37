package io.emphatic.serve.service;

import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.live.LiveRow;
import io.emphatic.serve.service.RefusedRequestException.Reason;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
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
    /** Every stream has a trace in memory. */
    static final int MAX_STREAMS = 1 << 20;

    /** A stream. */
    static final class Stream {
        final String name;
        final int number;
        final long first;
        long next; // seq of the next row
        private long committed; // seq of the first row that can be taken back

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
    }

    /** How far streams were, as far as that can be taken back. */
    record StreamMark(Map<Stream, Long> next, Map<StreamKey, StreamKey> times) {
        static final StreamMark LAST_COMMIT = new StreamMark(Map.of(), Map.of());
    }

    private final Map<String, Stream> byName = new LinkedHashMap<>();
    private final List<Stream> all = new ArrayList<>();
    private final Set<Stream> touched = new HashSet<>();
    private final Map<StreamKey, StreamKey> times = new HashMap<>(); // of the last row, where a spec orders rows
    private final Map<StreamKey, StreamKey> admittedTimes = new HashMap<>(); // since the last commit

    /** Null if there is none. */
    Stream find(String name) {
        return byName.get(name);
    }

    Stream get(int number) {
        return all.get(number);
    }

    Collection<Stream> all() {
        return Collections.unmodifiableList(all);
    }

    /**
     * Takes a row in. The first row of a stream may have any seq.
     *
     * @return whether it is new; if not, it was there before
     * @throws RefusedRequestException if its seq is not the next one
     */
    boolean admit(String name, long seq) {
        Stream stream = byName.get(name);
        if (stream == null) {
            if (all.size() == MAX_STREAMS) {
                throw Reason.UNUSABLE.refusal("there are " + MAX_STREAMS + " streams, and no more are taken");
            }
            stream = add(name, seq);
        }
        if (seq < stream.next && seq >= stream.first) {
            return false;
        }
        if (seq != stream.next) {
            throw RefusedRequestException.gap(name, seq, stream.next);
        }
        stream.next++;
        touched.add(stream);
        return true;
    }

    private Stream add(String name, long first) {
        Stream stream = new Stream(name, all.size(), first);
        byName.put(name, stream);
        all.add(stream);
        return stream;
    }

    /** Why a row cannot follow by its time; null if it can, and is then the last of its stream. */
    String admitTime(LiveRow row) {
        if (row.time() == null) {
            return null;
        }
        StreamKey last = admittedTimes.getOrDefault(row.stream(), times.get(row.stream()));
        if (last != null && row.time().compareTo(last) <= 0) {
            return "its time " + row.time().text() + " is not after that of the row before, " + last.text();
        }
        admittedTimes.put(row.stream(), row.time());
        return null;
    }

    /** What was admitted is on the disk. */
    void commit() {
        touched.forEach(stream -> stream.committed = stream.next);
        touched.clear();
        times.putAll(admittedTimes);
        admittedTimes.clear();
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
    }

    void exchange(SavedState state) throws IOException {
        int known = all.size();
        int count = state.count(known);
        for (int k = 0; k < count; k++) {
            Stream stream = k < known ? all.get(k) : new Stream("", k, 0);
            String name = state.value(stream.name, DataOutputStream::writeUTF, in -> in.readUTF());
            long first = state.whole(stream.first);
            long next = state.whole(stream.next);
            if (k >= known) {
                Stream read = add(name, first);
                read.next = next;
                read.committed = next;
            }
        }
        List<StreamKey> timed = List.copyOf(times.keySet());
        int timedCount = state.count(timed.size());
        for (int k = 0; k < timedCount; k++) {
            StreamKey stream = exchange(k < timed.size() ? timed.get(k) : null, state);
            times.put(stream, exchange(times.get(stream), state));
        }
    }

    static StreamKey exchange(StreamKey key, SavedState state) throws IOException {
        return state.value(key, (out, one) -> one.write(out), StreamKey::read);
    }
}
