package io.emphatic.logs.live;

import io.emphatic.Config;
import io.emphatic.Learner;
import io.emphatic.SavedFormat;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Map;

/** Learners as bytes, with the config that they belong to. */
final class LearnerBytes {
    /** A learner that is to go on from bytes. */
    record NamedLearner(Config config, Learner learner) {}

    private static final int SMALL = 1 << 10;

    private LearnerBytes() {}

    static byte[] of(Config config, Learner learner) throws IOException {
        return of(of(config), learner);
    }

    /** @param config the bytes of the learner's config, for who writes many of them. Not modified. */
    static byte[] of(byte[] config, Learner learner) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(SMALL);
        DataOutputStream out = new DataOutputStream(bytes);
        out.write(config);
        learner.write(out);
        return bytes.toByteArray();
    }

    static byte[] of(Config config) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeUTF(config.algorithm().name());
        SavedFormat.writeParameters(config.parameters(), out);
        return bytes.toByteArray();
    }

    /** Reads learners by name: those that are not wanted are left out. */
    static void read(DataInputStream in, Map<String, NamedLearner> wanted) throws IOException {
        for (int left = SavedFormat.readCount(in, 1 << 20); left > 0; left--) {
            String name = in.readUTF();
            byte[] bytes = in.readNBytes(SavedFormat.readCount(in, Integer.MAX_VALUE));
            NamedLearner target = wanted.get(name);
            if (target != null) {
                read(name, bytes, target);
            }
        }
    }

    private static void read(String name, byte[] bytes, NamedLearner target) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        String algorithm = in.readUTF();
        Map<String, Double> parameters = SavedFormat.readParameters(in);
        Config config = target.config();
        if (!algorithm.equals(config.algorithm().name()) || !parameters.equals(config.parameters())) {
            throw new IllegalArgumentException(
                    name + " was learned by " + algorithm + " " + parameters + ", and is now "
                            + config.algorithm() + " " + config.parameters()
                            + "\nGive the changed prediction another name, so that it begins anew.");
        }
        target.learner().read(in);
    }
}
