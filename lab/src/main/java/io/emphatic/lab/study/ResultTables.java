package io.emphatic.lab.study;

import io.emphatic.Parameter;
import io.emphatic.documents.file.WholeFile;
import io.emphatic.lab.study.TraceGroup.LearningCurves;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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
 *   <li>{@code runs.csv}, where the study keeps the curve of every run: one row per setting, run and point:
 *       {@code setting}, {@code run}, {@code step}, {@code error}
 * </ul>
 */
public final class ResultTables {
    static final String RESULTS = "results.csv";
    static final String CURVES = "curves.csv";
    static final String RUNS = "runs.csv";

    private ResultTables() {}

    /** @param results in the order of {@link Study#settings} */
    static void write(Path directory, Study study, List<Result> results) throws IOException {
        write(directory.resolve(RESULTS), out -> writeResults(study, results, out));
        write(directory.resolve(CURVES), out -> writeCurves(study, results, out));
        if (study.keepsRuns()) {
            write(directory.resolve(RUNS), out -> writeRuns(study, results, out));
        } else {
            Files.deleteIfExists(directory.resolve(RUNS)); // of an earlier form of the study
        }
    }

    private interface RowWriter {
        void writeTo(Writer out) throws IOException;
    }

    private static void write(Path file, RowWriter rows) throws IOException {
        WholeFile.write(file, bytes -> {
            Writer out = new OutputStreamWriter(bytes, StandardCharsets.UTF_8);
            rows.writeTo(out);
            out.flush();
        });
    }

    private static void writeResults(Study study, List<Result> results, Writer out) throws IOException {
        List<String> parameters = study.parameterNames();
        out.write("setting,algorithm," + String.join(",", parameters) + (parameters.isEmpty() ? "" : ",")
                + "run,auc,final,diverged_at\n");
        for (int k = 0; k < results.size(); k++) {
            Result result = results.get(k);
            StringBuilder setting = new StringBuilder(k + "," + result.setting().algorithm() + ",");
            for (String parameter : parameters) {
                setting.append(text(result.setting().parameters().getOrDefault(parameter, Double.NaN)) + ",");
            }
            for (int run = 0; run < study.runs(); run++) {
                long diverged = result.divergedAt()[run];
                out.write(setting + "" + (study.firstRun() + run) + "," + text(result.auc()[run]) + ","
                        + text(result.last()[run]) + "," + (diverged == LearningCurves.NEVER ? "" : diverged) + "\n");
            }
        }
    }

    private static void writeCurves(Study study, List<Result> results, Writer out) throws IOException {
        out.write("setting,step,mean,stderr,diverged\n");
        for (int k = 0; k < results.size(); k++) {
            Result result = results.get(k);
            double[] stderr = result.stderr();
            for (int point = 0; point < study.points(); point++) {
                out.write(k + "," + (long) point * study.every() + "," + text(result.mean()[point]) + ","
                        + text(stderr[point]) + "," + result.diverged()[point] + "\n");
            }
        }
    }

    private static void writeRuns(Study study, List<Result> results, Writer out) throws IOException {
        out.write("setting,run,step,error\n");
        for (int k = 0; k < results.size(); k++) {
            for (int run = 0; run < study.runs(); run++) {
                double[] curve = results.get(k).curves()[run];
                for (int point = 0; point < curve.length; point++) {
                    out.write(k + "," + (study.firstRun() + run) + "," + (long) point * study.every() + ","
                            + text(curve[point]) + "\n");
                }
            }
        }
    }

    /** With all its digits, and nothing that a spreadsheet stumbles over; {@code inf} as in study files. */
    public static String text(double value) {
        if (Double.isNaN(value)) {
            return "";
        }
        if (value == Double.POSITIVE_INFINITY) {
            return "inf";
        }
        boolean plain = value == 0 || Math.abs(value) >= 1e-7 && Math.abs(value) < 1e9;
        return plain
                ? new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString()
                : Parameter.text(value);
    }
}
