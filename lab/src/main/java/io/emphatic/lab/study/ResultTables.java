package io.emphatic.lab.study;

import io.emphatic.documents.file.WholeFile;
import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * The results as tidy CSV files. Numbers are written so that they read back to the bit; what is undefined is empty.
 *
 * <ul>
 *   <li>{@code results.csv}: one row per setting and run: {@code setting}, {@code algorithm}, the parameters,
 *       {@code run}, {@code auc}, {@code final}, {@code diverged_at}
 *   <li>{@code curves.csv}: one row per setting and point of the learning curve: {@code setting}, {@code step},
 *       {@code mean} and {@code stderr} over all runs, and in {@code diverged} how many runs had diverged by then
 * </ul>
 */
final class ResultTables {
    static final String RESULTS = "results.csv";
    static final String CURVES = "curves.csv";

    private ResultTables() {}

    /** @param results in the order of {@link Study#settings} */
    static void write(Path directory, Study study, List<Result> results) throws IOException {
        WholeFile.write(directory.resolve(RESULTS), bytes(out -> writeResults(study, results, out)));
        WholeFile.write(directory.resolve(CURVES), bytes(out -> writeCurves(study, results, out)));
    }

    private interface RowWriter {
        void writeTo(Writer out) throws IOException;
    }

    private static byte[] bytes(RowWriter rows) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Writer out = new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8), 1 << 16)) {
            rows.writeTo(out);
        }
        return bytes.toByteArray();
    }

    private static void writeResults(Study study, List<Result> results, Writer out) throws IOException {
        List<String> parameters = study.parameterNames();
        out.write("setting,algorithm," + String.join(",", parameters) + (parameters.isEmpty() ? "" : ",")
                + "run,auc,final,diverged_at\n");
        for (int k = 0; k < results.size(); k++) {
            Result result = results.get(k);
            StringBuilder setting = new StringBuilder()
                    .append(k)
                    .append(',')
                    .append(result.setting().algorithm())
                    .append(',');
            for (String parameter : parameters) {
                setting.append(text(result.setting().parameters().getOrDefault(parameter, Double.NaN)))
                        .append(',');
            }
            for (int run = 0; run < study.runs(); run++) {
                long diverged = result.divergedAt()[run];
                out.append(setting)
                        .append(Integer.toString(run))
                        .append(',')
                        .append(text(result.auc()[run]))
                        .append(',')
                        .append(text(result.last()[run]))
                        .append(',')
                        .append(diverged == LearningCurves.NEVER ? "" : Long.toString(diverged))
                        .append('\n');
            }
        }
    }

    private static void writeCurves(Study study, List<Result> results, Writer out) throws IOException {
        out.write("setting,step,mean,stderr,diverged\n");
        for (int k = 0; k < results.size(); k++) {
            Result result = results.get(k);
            for (int point = 0; point < study.points(); point++) {
                out.append(Integer.toString(k))
                        .append(',')
                        .append(Long.toString((long) point * study.every()))
                        .append(',')
                        .append(text(result.mean()[point]))
                        .append(',')
                        .append(text(result.stderr()[point]))
                        .append(',')
                        .append(Integer.toString(result.diverged()[point]))
                        .append('\n');
            }
        }
    }

    private static String text(double value) {
        return Double.isNaN(value) ? "" : Double.toString(value);
    }
}
