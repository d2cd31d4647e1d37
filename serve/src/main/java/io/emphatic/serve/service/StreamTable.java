package io.emphatic.serve.service;

import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.file.StreamKey;
import io.emphatic.serve.service.PostedSteps.PostedRow;
import io.emphatic.serve.service.RecentAnswers.RecentAnswer;
import io.emphatic.serve.service.RefusedRequestException.Reason;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/** The streams and how far each has come; what was admitted since the last {@link #commit} can be taken back. */
final class StreamTable {
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
        private StreamKey time; // of the last row that was admitted since the last commit; null for none
        private int lastSeen = minute(); // when its last row came

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

        /** Whether it has a row that cannot be taken back. */
        boolean isCommitted() {
            return committed > first;
        }

        StreamKey key() {
            return key;
        }

        /** @param learned the seq of the first row that was not learned from */
        void write(long learned, DataOutputStream out) throws IOException {
            out.writeUTF(name);
            out.writeLong(first);
            out.writeLong(learned);
            out.writeLong(firstDigest);
            out.writeInt(lastSeen);
            key.write(out);
        }

        /** @param known what the row of this seq was answered with; null if that is forgotten */
        void requireSame(PostedRow row, RecentAnswer known) {
            boolean isSame = row.seq() >= committed
                    ? digests[(int) (row.seq() - committed)] == row.digest()
                    : known != null ? known.digest() == row.digest() : row.seq() > first || firstDigest == row.digest();
            if (!isSame) {
                throw Reason.OTHER_ROW.refusal("stream " + name + " has another row with the seq " + row.seq()
                        + "\nA stream that begins anew needs another name, or continues with seq " + next + ".");
            }
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

    /** A row that can be taken back, and the time that its stream had before it. */
    private record AdmittedRow(Stream stream, StreamKey before) {}

    private final Map<String, Stream> byName = new HashMap<>();
    private final Map<StreamKey, Stream> byKey = new HashMap<>();
    private final List<Stream> all = new ArrayList<>(); // by number
    private long[] forgotten = {}; // digests of the names that were let go, in order: two may be one, hardly ever
    private final Set<Long> justForgotten = new HashSet<>(); // the same of those let go since
    private int looked; // for silent ones, up to this number
    private final Deque<AdmittedRow> admitted = new ArrayDeque<>(); // since the last commit

    Stream find(String name) {
        return byName.get(name);
    }

    Stream get(int number) {
        return all.get(number);
    }

    int size() {
        return byName.size();
    }

    /** One more than the largest number that a stream ever had. */
    int numbers() {
        return all.size();
    }

    /** Whether a row is new; refused if its seq is not the next one, which is any for the first of a stream. */
    boolean admit(PostedRow row) {
        String name = row.stream();
        long seq = row.seq();
        Stream stream = byName.get(name);
        if (stream == null && isForgotten(PostedSteps.digest(name))) {
            throw Reason.LET_GO.refusal("stream " + name + " had no row for so long that it was let go"
                    + " (--forget-after)\nGive it another name to begin anew.");
        }
        stream = stream == null ? add(name, seq) : stream;
        if (seq < stream.next && seq >= stream.first) {
            return false;
        }
        if (seq != stream.next) {
            throw RefusedRequestException.gap(name, seq, stream.first, stream.next);
        }
        stream.add(row.digest());
        admitted.addLast(new AdmittedRow(stream, stream.time));
        return true;
    }

    private boolean isForgotten(long digest) {
        return Arrays.binarySearch(forgotten, digest) >= 0 || justForgotten.contains(digest);
    }

    private Stream add(String name, long first) {
        Stream stream = new Stream(name, all.size(), first);
        byName.put(name, stream);
        all.add(stream);
        return stream;
    }

    /** Why a row with this key cannot be one of the stream; null if it can. */
    String admitKey(Stream stream, StreamKey key) {
        if (stream.key == null && byKey.putIfAbsent(key, stream) != null) {
            return "its stream is " + stream.name + ", and " + key.text()
                    + ", which the spec takes for its stream, has come with another one before";
        }
        if (stream.key != null && !stream.key.equals(key)) {
            return "its stream is " + stream.name + ", which was " + stream.key.text() + " for the spec before, and is "
                    + key.text() + " here";
        }
        stream.key = stream.key == null ? key : stream.key;
        return null;
    }

    /** Why a row cannot follow by its time; null if it can, and is then the last of its stream. */
    String admitTime(Stream stream, StreamKey time, StreamKey learned) {
        StreamKey last = stream.time == null ? learned : stream.time;
        if (last != null && time.compareTo(last) <= 0) {
            return "its time " + time.text() + " is not after that of the row before, " + last.text();
        }
        stream.time = time;
        return null;
    }

    void commit() {
        int now = minute();
        for (AdmittedRow row : admitted) {
            row.stream.committed = row.stream.next;
            row.stream.digests = Stream.NONE;
            row.stream.time = null;
            row.stream.lastSeen = now;
        }
        admitted.clear();
    }

    /** How many rows can be taken back. */
    int uncommitted() {
        return admitted.size();
    }

    /** Takes the last rows back, so that as many are left. */
    void takeBack(int left) {
        while (admitted.size() > left) {
            AdmittedRow row = admitted.removeLast();
            row.stream.next--;
            row.stream.time = row.before;
        }
        for (int k = all.size() - 1; k >= 0 && all.get(k) != null && all.get(k).rows() == 0; k--) {
            remove(all.remove(k));
        }
    }

    /** Saves or restores what there is beside the streams, and returns how many these are. */
    int exchange(SavedState state) throws IOException {
        int numbers = state.count(all.size());
        while (all.size() < numbers) {
            all.add(null);
        }
        sortForgotten();
        forgotten = Arrays.copyOf(forgotten, state.count(forgotten.length));
        for (int k = 0; k < forgotten.length; k++) {
            forgotten[k] = state.whole(forgotten[k]);
        }
        Arrays.sort(forgotten);
        return state.count(byName.size());
    }

    Stream read(int number, DataInputStream in) throws IOException {
        Stream stream = new Stream(in.readUTF(), number, in.readLong());
        stream.next = in.readLong();
        stream.committed = stream.next;
        stream.firstDigest = in.readLong();
        stream.lastSeen = in.readInt();
        stream.key = StreamKey.read(in);
        all.set(number, stream);
        byName.put(stream.name, stream);
        byKey.put(stream.key, stream);
        return stream;
    }

    private void remove(Stream stream) {
        byName.remove(stream.name);
        byKey.remove(stream.key, stream);
    }

    /** Lets streams go that have had no row since a minute, until a time; whether all were looked at. */
    boolean forgetSilent(int minute, long untilNanos, Consumer<Stream> letGo) {
        boolean isInTime = true;
        for (; looked < all.size() && isInTime; looked++) {
            Stream stream = all.get(looked);
            if (stream != null && stream.lastSeen < minute) {
                remove(stream);
                all.set(looked, null);
                justForgotten.add(PostedSteps.digest(stream.name));
                letGo.accept(stream);
            }
            isInTime = System.nanoTime() - untilNanos < 0;
        }
        if (looked < all.size()) {
            return false;
        }
        looked = 0;
        sortForgotten();
        return true;
    }

    private void sortForgotten() {
        if (!justForgotten.isEmpty()) {
            forgotten = LongStream.concat(
                            Arrays.stream(forgotten), justForgotten.stream().mapToLong(Long::longValue))
                    .toArray();
            Arrays.sort(forgotten);
            justForgotten.clear();
        }
    }

    static int minute() {
        return (int) (System.currentTimeMillis() / 60_000);
    }
}
