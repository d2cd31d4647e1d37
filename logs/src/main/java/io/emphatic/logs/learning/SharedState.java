package io.emphatic.logs.learning;

import io.emphatic.Learner;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Map;

/** The state of learners whose weights were shared by streams that lie among each other, for a model. */
public final class SharedState {
    static final byte MARK = 2;

    private SharedState() {}

    /** @param learners by prediction, none of which has the traces of a stream */
    public static byte[] of(Map<String, Learner> learners) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeByte(MARK);
        out.writeInt(learners.size());
        for (Map.Entry<String, Learner> one : learners.entrySet()) {
            out.writeUTF(one.getKey());
            one.getValue().write(out);
        }
        return bytes.toByteArray();
    }

    public static boolean isOne(byte[] state) {
        return state.length > 0 && state[0] == MARK;
    }

    /** Lets new learners go on. */
    public static void read(byte[] state, Map<String, Learner> learners) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(state));
        in.readByte();
        for (int left = in.readInt(); left > 0; left--) {
            Learner learner = learners.get(in.readUTF());
            if (learner == null) {
                throw new IOException("its predictions are others");
            }
            learner.read(in);
        }
        if (in.read() >= 0) {
            throw new IOException("the state of its learners goes on behind its end");
        }
    }
}
