package io.emphatic.lab.study;

import io.emphatic.documents.file.WholeFile;
import io.emphatic.lab.Estimate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Values that errors are measured against, of states that the behaviour visited, where they are means of returns. Kept
 * in {@code truth.csv}: {@code state}, {@code value}, {@code stderr}.
 *
 * @param values v̂ of each state with its standard error
 */
public record SampledTruth(List<Estimate> values) {
    private static final String FILE = "truth.csv";
    private static final String HEADER = "state,value,stderr";

    /** √(mean of the squared standard errors): smaller errors cannot be distinguished from zero. */
    public double stderr() {
        return Math.sqrt(values.stream()
                .mapToDouble(value -> value.stderr() * value.stderr())
                .average()
                .orElse(0));
    }

    void write(Path directory) throws IOException {
        StringBuilder text = new StringBuilder(HEADER + "\n");
        for (int k = 0; k < values.size(); k++) {
            text.append(k + "," + values.get(k).mean() + "," + values.get(k).stderr() + "\n");
        }
        WholeFile.write(directory.resolve(FILE), text.toString());
    }

    /** What a study kept in a directory; empty where values are exact. */
    public static Optional<SampledTruth> in(Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        List<Estimate> values = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(file).stream().skip(1).toList()) {
                String[] cells = line.split(",");
                values.add(new Estimate(Double.parseDouble(cells[1]), Double.parseDouble(cells[2])));
            }
        } catch (RuntimeException e) {
            throw new IOException(file + " is damaged\nRemove it; `emphatic study` writes it again.", e);
        }
        return Optional.of(new SampledTruth(values));
    }
}
