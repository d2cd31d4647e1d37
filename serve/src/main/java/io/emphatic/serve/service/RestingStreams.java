package io.emphatic.serve.service;

import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.live.LiveLearners;
import io.emphatic.serve.quality.QualityBoard;
import io.emphatic.serve.service.StreamTable.Stream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Streams of which many others had rows since: each a quarter as large as its objects. The others are awake. */
final class RestingStreams {
    private static final int LONGEST_RUN = 255;

    private final LiveLearners learners;
    private final QualityBoard board;
    private final int mostAwake;
    private final Set<Stream> awake = new LinkedHashSet<>(); // in the order of their last rows
    private byte[][] resting = new byte[16][]; // by number; null for one that is awake
    private RestingStreams before; // with streams that rest as they were before a change; null for none
    private int converted; // of those, up to this number
    private final Map<Integer, byte[]> patterns = new HashMap<>(); // the bytes of the first one of each length

    RestingStreams(LiveLearners learners, QualityBoard board, int mostAwake) {
        this.learners = learners;
        this.board = board;
        this.mostAwake = mostAwake;
    }

    /** Continues with the streams of another spec; those that rest are converted when they wake, or by and by. */
    void takeFrom(RestingStreams other) {
        awake.addAll(other.awake);
        before = other;
    }

    /** Whether streams rest that are to be converted. */
    boolean isConverting() {
        return before != null;
    }

    /** Converts streams that rest as they were before a change, until a time. */
    void convert(long untilNanos) throws IOException {
        int end = before == null ? 0 : before.end();
        while (before != null && System.nanoTime() - untilNanos < 0) {
            if (converted == end) {
                before = null;
            } else if (restore(converted, StreamKey.NONE, before)) {
                rest(converted, StreamKey.NONE);
            }
            converted++;
        }
    }

    /** One more than the largest number of a stream that rests, or more. */
    private int end() {
        return Math.max(resting.length, before == null ? 0 : before.end());
    }

    /** A stream is about to learn, or to be asked. */
    void wake(Stream stream) throws IOException {
        restore(stream.number, stream.key());
        awake.remove(stream);
        awake.add(stream);
        if (awake.size() > mostAwake) {
            Stream first = awake.iterator().next();
            awake.remove(first);
            rest(first.number, first.key());
        }
    }

    /** Brings a stream back to learners and board; whether it has rested. */
    private boolean restore(int number, StreamKey key) throws IOException {
        if (!isResting(number)) {
            return restore(number, key, before);
        }
        read(number, key, in(unpacked(number)));
        resting[number] = null;
        return true;
    }

    /** Brings back a stream that rests in its earlier form: predictions that stay are on both boards. */
    private boolean restore(int number, StreamKey key, RestingStreams earlier) throws IOException {
        boolean hasRested = earlier != null && earlier.restore(number, key);
        if (hasRested) {
            board.forgetGone(number);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            earlier.learners.writeStream(key, new DataOutputStream(bytes));
            earlier.learners.forget(key);
            learners.readStream(key, in(bytes.toByteArray()));
        }
        return hasRested;
    }

    private boolean isResting(int number) {
        return number < resting.length && resting[number] != null;
    }

    private void rest(int number, StreamKey key) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 10);
        write(number, key, new DataOutputStream(bytes));
        letGo(number, key);
        if (number >= resting.length) {
            resting = Arrays.copyOf(resting, number + number / 4 + 1);
        }
        resting[number] = packed(bytes.toByteArray());
    }

    private void read(int number, StreamKey key, DataInputStream in) throws IOException {
        learners.readStream(key, in);
        board.exchangeStream(number, new SavedState(in));
    }

    private void write(int number, StreamKey key, DataOutputStream out) throws IOException {
        learners.writeStream(key, out);
        board.exchangeStream(number, new SavedState(out));
    }

    private void letGo(int number, StreamKey key) {
        learners.forget(key);
        board.forget(number);
    }

    void read(Stream stream, DataInputStream in) throws IOException {
        read(stream.number, stream.key(), in);
        wake(stream);
    }

    void write(Stream stream, DataOutputStream out) throws IOException {
        if (restore(stream.number, stream.key(), before)) {
            rest(stream.number, stream.key());
        }
        if (isResting(stream.number)) {
            out.write(unpacked(stream.number));
        } else {
            write(stream.number, stream.key(), out);
        }
    }

    void forget(Stream stream) {
        letGo(stream.number, stream.key());
        awake.remove(stream);
        drop(stream.number);
    }

    private void drop(int number) {
        if (number < resting.length) {
            resting[number] = null;
        }
        if (before != null) {
            before.drop(number);
        }
    }

    private static DataInputStream in(byte[] bytes) {
        return new DataInputStream(new ByteArrayInputStream(bytes));
    }

    /** The length, and how they differ from the pattern: a run of zeros is one, and its length. */
    private byte[] packed(byte[] bytes) {
        byte[] pattern = patterns.computeIfAbsent(bytes.length, none -> bytes);
        ByteArrayOutputStream packed = new ByteArrayOutputStream(bytes.length);
        packed.writeBytes(
                ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
        for (int k = 0; k < bytes.length; ) {
            int run = 0;
            while (run < LONGEST_RUN && k + run < bytes.length && bytes[k + run] == pattern[k + run]) {
                run++;
            }
            packed.write(bytes[k] ^ pattern[k]);
            if (run > 0) {
                packed.write(run);
            }
            k += Math.max(1, run);
        }
        return packed.toByteArray();
    }

    private byte[] unpacked(int number) {
        ByteBuffer packed = ByteBuffer.wrap(resting[number]);
        byte[] bytes = patterns.get(packed.getInt()).clone();
        for (int k = 0; k < bytes.length; k++) {
            byte difference = packed.get();
            bytes[k] ^= difference;
            k += difference == 0 ? (packed.get() & 0xff) - 1 : 0;
        }
        return bytes;
    }
}
