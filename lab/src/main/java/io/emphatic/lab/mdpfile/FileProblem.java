package io.emphatic.lab.mdpfile;

import io.emphatic.lab.FiniteProblem;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Naming;
import io.emphatic.lab.Question;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/** A problem that a file describes. */
public record FileProblem(Path path, Mdp mdp, double[] initialWeights, Map<String, boolean[]> learned)
        implements FiniteProblem {

    /** That of the file, without its directory. */
    @Override
    public String name() {
        return mdp.name();
    }

    @Override
    public String summary() {
        return Naming.sizes(mdp) + ", from a file";
    }

    @Override
    public double[] initialWeights() {
        return initialWeights.clone();
    }

    @Override
    public boolean learnsFrom(Question question, int state) {
        return learned.get(question.name())[state];
    }

    /** The name, and a digest of what the file means: comments and layout do not matter, every number does. */
    @Override
    public String identity() {
        try {
            byte[] meaning = MdpYaml.of(this).getBytes(StandardCharsets.UTF_8);
            return name() + " "
                    + HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(meaning), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
