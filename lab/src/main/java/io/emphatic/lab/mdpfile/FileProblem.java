package io.emphatic.lab.mdpfile;

import io.emphatic.documents.text.Sha256;
import io.emphatic.lab.FiniteProblem;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Naming;
import io.emphatic.lab.Question;
import java.nio.file.Path;
import java.util.Map;

/** A problem that a file describes. */
public record FileProblem(Path path, Mdp mdp, double[] initialWeights, Map<String, boolean[]> learned)
        implements FiniteProblem {
    /** The name of the file, without its directory. */
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
        return name() + " " + Sha256.hex(Sha256.of(MdpYaml.of(this))).substring(0, 16);
    }
}
