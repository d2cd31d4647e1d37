package io.emphatic.serve.service;

import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.live.LiveRow;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/** The time of the last row of each stream, where a spec orders rows by one: what is in the log must be in order. */
final class TimeOrder {
    private record Last(StreamKey stream, StreamKey time) {}

    private final Map<StreamKey, StreamKey> committed = new HashMap<>();
    private Map<StreamKey, StreamKey> admitted = new HashMap<>(); // since the last commit

    /** Why a row cannot follow; null if it can, and is then the last of its stream. */
    String admit(LiveRow row) {
        if (row.time() == null) {
            return null;
        }
        StreamKey last = admitted.getOrDefault(row.stream(), committed.get(row.stream()));
        if (last != null && row.time().compareTo(last) <= 0) {
            return "its time " + row.time().text() + " is not after that of the row before, " + last.text();
        }
        admitted.put(row.stream(), row.time());
        return null;
    }

    Map<StreamKey, StreamKey> mark() {
        return new HashMap<>(admitted);
    }

    void takeBack(Map<StreamKey, StreamKey> mark) {
        admitted = new HashMap<>(mark);
    }

    void commit() {
        committed.putAll(admitted);
        admitted.clear();
    }

    void exchange(SavedState state) throws IOException {
        int count = state.count(committed.size());
        Iterator<Map.Entry<StreamKey, StreamKey>> known =
                Map.copyOf(committed).entrySet().iterator();
        for (int k = 0; k < count; k++) {
            Map.Entry<StreamKey, StreamKey> next = known.hasNext() ? known.next() : null;
            Last last = state.value(
                    next == null ? null : new Last(next.getKey(), next.getValue()), TimeOrder::write, TimeOrder::read);
            committed.put(last.stream, last.time);
        }
    }

    private static void write(DataOutputStream out, Last last) throws IOException {
        last.stream.write(out);
        last.time.write(out);
    }

    private static Last read(DataInputStream in) throws IOException {
        return new Last(StreamKey.read(in), StreamKey.read(in));
    }
}
