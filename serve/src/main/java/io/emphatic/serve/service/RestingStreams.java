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
    private final Map<Integer, byte[]> patterns = new HashMap<>(); // the bytes of the first one of each length

    RestingStreams(LiveLearners learners, QualityBoard board, int mostAwake) {
        this.learners = learners;
        this.board = board;
        this.mostAwake = mostAwake;
    }

    /** Those of others, whose learners and board these ones continue. */
    void takeFrom(RestingStreams other) throws IOException {
        awake.addAll(other.awake);
        resting = new byte[other.resting.length][];
        for (int number = 0; number < resting.length; number++) {
            if (other.resting[number] != null) {
                other.read(number, StreamKey.NONE, in(other.unpacked(number)));
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                other.learners.writeStream(StreamKey.NONE, new DataOutputStream(bytes));
                learners.readStream(StreamKey.NONE, in(bytes.toByteArray()));
                rest(number, StreamKey.NONE);
                other.letGo(number, StreamKey.NONE);
            }
        }
    }

    /** A stream is about to learn, or to be asked. */
    void wake(Stream stream) throws IOException {
        if (isResting(stream)) {
            read(stream.number, stream.key(), in(unpacked(stream.number)));
            resting[stream.number] = null;
        }
        awake.remove(stream);
        awake.add(stream);
        if (awake.size() > mostAwake) {
            Stream first = awake.iterator().next();
            awake.remove(first);
            if (first.number >= resting.length) {
                resting = Arrays.copyOf(resting, first.number + first.number / 4 + 1);
            }
            rest(first.number, first.key());
        }
    }

    private boolean isResting(Stream stream) {
        return stream.number < resting.length && resting[stream.number] != null;
    }

    private void rest(int number, StreamKey key) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 10);
        write(number, key, new DataOutputStream(bytes));
        letGo(number, key);
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

    /** A stream as it was written. */
    void read(Stream stream, DataInputStream in) throws IOException {
        read(stream.number, stream.key(), in);
        wake(stream);
    }

    void write(Stream stream, DataOutputStream out) throws IOException {
        if (isResting(stream)) {
            out.write(unpacked(stream.number));
        } else {
            write(stream.number, stream.key(), out);
        }
    }

    void forget(Stream stream) {
        letGo(stream.number, stream.key());
        awake.remove(stream);
        if (isResting(stream)) {
            resting[stream.number] = null;
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
