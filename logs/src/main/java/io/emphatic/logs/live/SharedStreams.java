package io.emphatic.logs.live;

import io.emphatic.SavedFormat;
import io.emphatic.engine.ParkedStream;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/** Streams that share weights, as bytes: where each stands, and its traces. */
final class SharedStreams {
    private SharedStreams() {}

    static void write(StreamState state, List<String> names, DataOutput out) throws IOException {
        StreamLearners.writePlace(state, names, out);
        out.writeInt(names.size());
        for (int p = 0; p < names.size(); p++) {
            out.writeUTF(names.get(p));
            double[] numbers = state.parked[p].numbers();
            out.writeInt(numbers.length);
            for (double number : numbers) {
                out.writeDouble(number);
            }
        }
    }

    static StreamState read(List<String> names, DataInputStream in) throws IOException {
        StreamState state = new StreamState(names.size());
        StreamLearners.readPlace(state, names, in);
        for (int left = SavedFormat.readCount(in, 1 << 20); left > 0; left--) {
            int p = names.indexOf(in.readUTF());
            double[] numbers = new double[SavedFormat.readCount(in, Integer.MAX_VALUE / 8)];
            SavedFormat.readAll(numbers, in);
            if (p >= 0) {
                state.parked[p] = new ParkedStream(numbers);
            }
        }
        return state;
    }
}
