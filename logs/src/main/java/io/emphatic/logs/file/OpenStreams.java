package io.emphatic.logs.file;

import io.emphatic.logs.sql.Rows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Streams that neither terminated nor were truncated when their log ended. Another log goes on with them: the first row
 * of such a stream completes the step of its last row, with the stream's own traces.
 *
 * <p>Written by the thread that reads. What others need comes to them with a {@link RowChunk}.
 */
public final class OpenStreams {
    /**
     * One of them.
     *
     * @param key of the stream, as text
     * @param rows the numbers of its last row, or of its last two if the last is no start: all that a step needs
     * @param length of the episode so far
     * @param last whether learning ended with it, so that its traces are those of the learners
     * @param traces of each worker, at its end
     */
    public record OpenStream(List<String> key, double[][] rows, long length, boolean last, List<byte[]> traces) {}

    private final boolean keeps;
    private final Map<List<String>, OpenStream> before = new LinkedHashMap<>();
    private final List<OpenStream> kept = new ArrayList<>();

    /** @param keeps whether streams that are open when the log ends are kept */
    public OpenStreams(boolean keeps) {
        this.keeps = keeps;
    }

    boolean keeps() {
        return keeps;
    }

    public boolean isEmpty() {
        return before.isEmpty();
    }

    /** Takes the open stream of this key; null if there is none. */
    OpenStream take(Rows.Key key, int count) {
        return before.isEmpty() ? null : before.remove(texts(key, count));
    }

    void keep(Rows.Key key, int count, double[][] rows, long length, boolean last) {
        kept.add(new OpenStream(texts(key, count), rows, length, last, List.of()));
    }

    private static List<String> texts(Rows.Key key, int count) {
        List<String> texts = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            texts.add(key.isWhole(k) ? Long.toString(key.whole(k)) : key.text(k));
        }
        return texts;
    }

    /** The traces of one worker at the end of each stream that was kept, in their order. */
    public interface KeptTraces {
        byte[] at(int stream);
    }

    /** Saves those still open, after the last row; or continues from those saved. */
    public void exchange(SavedState state, List<? extends KeptTraces> workers) throws IOException {
        List<OpenStream> open = new ArrayList<>();
        if (keeps) {
            before.values()
                    .forEach(one -> open.add(new OpenStream(one.key(), one.rows(), one.length(), false, one.traces())));
            for (int k = 0; k < kept.size(); k++) {
                int stream = k;
                OpenStream one = kept.get(k);
                List<byte[]> traces =
                        workers.stream().map(worker -> worker.at(stream)).toList();
                open.add(new OpenStream(one.key(), one.rows(), one.length(), one.last(), traces));
            }
        }
        int count = state.count(open.size());
        for (int k = 0; k < count; k++) {
            OpenStream one = exchange(k < open.size() ? open.get(k) : null, state);
            if (open.isEmpty()) {
                before.put(one.key(), one);
            }
        }
    }

    private static OpenStream exchange(OpenStream one, SavedState state) throws IOException {
        int keys = state.count(one == null ? 0 : one.key().size());
        List<String> key = new ArrayList<>();
        for (int k = 0; k < keys; k++) {
            key.add(state.value(
                    one == null ? null : one.key().get(k), (out, text) -> out.writeUTF(text), in -> in.readUTF()));
        }
        int count = state.count(one == null ? 0 : one.rows().length);
        int slots = state.count(one == null ? 0 : one.rows()[0].length);
        double[][] rows = one == null ? new double[count][slots] : one.rows();
        for (double[] row : rows) {
            state.numbers(row, slots);
        }
        long length = state.whole(one == null ? 0 : one.length());
        boolean last = state.flag(one != null && one.last());
        int workers = state.count(one == null ? 0 : one.traces().size());
        List<byte[]> traces = new ArrayList<>();
        for (int k = 0; k < workers; k++) {
            traces.add(state.value(
                    one == null ? null : one.traces().get(k),
                    (out, bytes) -> {
                        out.writeInt(bytes.length);
                        out.write(bytes);
                    },
                    in -> in.readNBytes(in.readInt())));
        }
        return new OpenStream(List.copyOf(key), rows, length, last, List.copyOf(traces));
    }
}
