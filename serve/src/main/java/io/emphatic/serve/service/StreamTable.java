package io.emphatic.serve.service;

import io.emphatic.logs.file.SavedState;
import io.emphatic.serve.service.RefusedRequestException.Reason;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
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
        long first;
        long next; // seq of the next row
        private long committed;
        private boolean isKnown; // whether it has a row that is committed

        Stream(String name, int number) {
            this.name = name;
            this.number = number;
        }

        long rows() {
            return next - first;
        }
    }

    private final Map<String, Stream> byName = new LinkedHashMap<>();
    private final List<Stream> all = new ArrayList<>();
    private final Set<Stream> touched = new HashSet<>();

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
                throw new RefusedRequestException(
                        Reason.UNUSABLE, "there are " + MAX_STREAMS + " streams, and no more are taken");
            }
            stream = new Stream(name, all.size());
            stream.first = seq;
            stream.next = seq;
            byName.put(name, stream);
            all.add(stream);
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

    /** What was admitted is on the disk. */
    void commit() {
        for (Stream stream : touched) {
            stream.committed = stream.next;
            stream.isKnown = true;
        }
        touched.clear();
    }

    /** How many rows each stream has now: {@link #takeBack} goes back to it. */
    Map<Stream, Long> mark() {
        Map<Stream, Long> mark = new LinkedHashMap<>();
        touched.forEach(stream -> mark.put(stream, stream.next));
        return mark;
    }

    /** Takes back what was admitted since a mark; since the last commit, if the mark is empty. */
    void takeBack(Map<Stream, Long> mark) {
        for (Stream stream : List.copyOf(touched)) {
            Long next = mark.get(stream);
            if (next == null) {
                stream.next = stream.isKnown ? stream.committed : stream.first;
                touched.remove(stream);
            } else {
                stream.next = next;
            }
        }
        for (int k = all.size() - 1; k >= 0 && all.get(k).rows() == 0; k--) {
            byName.remove(all.remove(k).name);
        }
    }

    void exchange(SavedState state) throws IOException {
        int count = state.count(all.size());
        for (int k = 0; k < count; k++) {
            boolean isRead = k >= all.size();
            Stream stream = state.value(isRead ? null : all.get(k), StreamTable::write, StreamTable::read);
            if (isRead) {
                Stream numbered = new Stream(stream.name, k);
                numbered.first = stream.first;
                numbered.next = stream.next;
                numbered.committed = stream.next;
                numbered.isKnown = true;
                all.add(numbered);
                byName.put(numbered.name, numbered);
            }
        }
    }

    private static void write(DataOutputStream out, Stream stream) throws IOException {
        out.writeUTF(stream.name);
        out.writeLong(stream.first);
        out.writeLong(stream.next);
    }

    private static Stream read(DataInputStream in) throws IOException {
        Stream stream = new Stream(in.readUTF(), 0);
        stream.first = in.readLong();
        stream.next = in.readLong();
        return stream;
    }
}
