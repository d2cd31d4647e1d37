package io.emphatic.flink.evaluation;

import io.emphatic.documents.file.WholeFile;
import io.emphatic.evaluation.Evaluation;
import io.emphatic.evaluation.log.EvaluationSettings;
import io.emphatic.flink.jobs.JobConfiguration;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files of one pass: sums by range, added in the order of the ranges; {@code before} is null in the first. */
public record EvaluationParts(String directory, String before) implements Serializable {
    private static final String ALL = "all";

    private Path file(int range) {
        return Path.of(directory).resolve("range-" + range);
    }

    /** An evaluation to which the rows of a range can be played. */
    public Evaluation begin(int range, EvaluationSettings settings) throws IOException {
        Evaluation evaluation = Evaluation.of(settings);
        if (before == null) {
            evaluation.beginPart(0);
            return evaluation;
        }
        try (DataInputStream in = open(Path.of(before).resolve(ALL))) {
            long clustersBefore = 0;
            for (int k = 0; k < JobConfiguration.KEY_GROUPS; k++) {
                long clusters = in.readLong();
                clustersBefore += k < range ? clusters : 0;
            }
            evaluation.begin();
            evaluation.addPart(in);
            evaluation.endPass();
            evaluation.beginPart(clustersBefore);
        }
        return evaluation;
    }

    public void write(int range, Evaluation evaluation) throws IOException {
        WholeFile.write(file(range), out -> evaluation.writePart(new DataOutputStream(out)));
    }

    /** Adds what the ranges have summed up to an evaluation of all, and writes it down for the next pass. */
    public void merge(Evaluation evaluation) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        evaluation.begin();
        long clusters = 0;
        for (int range = 0; range < JobConfiguration.KEY_GROUPS; range++) {
            if (Files.exists(file(range))) {
                try (DataInputStream in = open(file(range))) {
                    evaluation.addPart(in);
                }
            }
            out.writeLong(evaluation.clusters() - clusters);
            clusters = evaluation.clusters();
        }
        if (before == null) {
            evaluation.writePart(out);
            WholeFile.write(Path.of(directory).resolve(ALL), bytes.toByteArray());
        }
        evaluation.endPass();
    }

    private static DataInputStream open(Path file) throws IOException {
        return new DataInputStream(new BufferedInputStream(Files.newInputStream(file)));
    }
}
