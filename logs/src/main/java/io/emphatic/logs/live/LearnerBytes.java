package io.emphatic.logs.live;

import io.emphatic.Config;
import io.emphatic.Learner;
import io.emphatic.experience.SavedFormat;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Map;

/** Learners by name as bytes, each with the config that it belongs to. */
final class LearnerBytes {
    private static final int USUAL_SIZE = 1 << 10;

    private LearnerBytes() {}

    static void write(Map<String, Learner> learners, DataOutput out) throws IOException {
        out.writeInt(learners.size());
        for (Map.Entry<String, Learner> one : learners.entrySet()) {
            out.writeUTF(one.getKey());
            ByteArrayOutputStream bytes = new ByteArrayOutputStream(USUAL_SIZE);
            DataOutputStream own = new DataOutputStream(bytes);
            Config config = one.getValue().config();
            own.writeUTF(config.algorithm().name());
            SavedFormat.writeParameters(config.parameters(), own);
            one.getValue().write(own);
            out.writeInt(bytes.size());
            out.write(bytes.toByteArray());
        }
    }

    /** Lets learners continue: those that are not wanted are left out. */
    static void read(DataInputStream in, Map<String, Learner> wanted) throws IOException {
        for (int left = SavedFormat.readCount(in, 1 << 20); left > 0; left--) {
            String name = in.readUTF();
            byte[] bytes = in.readNBytes(SavedFormat.readCount(in, Integer.MAX_VALUE));
            Learner target = wanted.get(name);
            if (target != null) {
                read(name, new DataInputStream(new ByteArrayInputStream(bytes)), target);
            }
        }
    }

    private static void read(String name, DataInputStream in, Learner target) throws IOException {
        String algorithm = in.readUTF();
        Map<String, Double> parameters = SavedFormat.readParameters(in);
        Config config = target.config();
        if (!algorithm.equals(config.algorithm().name()) || !parameters.equals(config.parameters())) {
            throw new IllegalArgumentException(
                    name + " was learned by " + algorithm + " " + parameters + ", and is now "
                            + config.algorithm() + " " + config.parameters()
                            + "\nGive the changed prediction another name, so that it begins anew.");
        }
        target.read(in);
    }
}
