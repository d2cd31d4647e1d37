package io.emphatic.cli;

import io.emphatic.documents.text.Numbers;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutProgress;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where a job of Flink runs, and what becomes of lines that it cannot use. */
final class FlinkOptions {
    @Option(
            names = "--rejected",
            paramLabel = "FILE.jsonl",
            defaultValue = "rejected.jsonl",
            description = "Where malformed lines and late rows are kept, if there are any (default: ${DEFAULT-VALUE}).")
    Path rejected;

    @Option(
            names = "--tolerate",
            paramLabel = "N",
            defaultValue = "0",
            description = "How many malformed lines may come before the job fails (default: ${DEFAULT-VALUE}).")
    long tolerated;

    @Option(
            names = "--parallelism",
            paramLabel = "N",
            defaultValue = "0",
            description = "How many tasks work side by side (default: as many as there are processors).")
    int parallelism;

    @Option(names = "--cluster", paramLabel = "HOST:PORT", description = "Where to run (default: inside this process).")
    private String cluster;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** @throws IllegalArgumentException if the cluster would lack classes that this process has */
    String cluster() {
        if (cluster != null && Emphatic.hasOutsideClasses(spec)) {
            throw new IllegalArgumentException("the machines of a cluster do not have the jars of "
                    + OutsideClasses.OPTION + "\nLeave out --cluster: inside this process Flink finds them.");
        }
        return cluster;
    }

    /** A line for each checkpoint that failed; on a terminal one that overwrites itself, too. */
    Consumer<ScaleOutProgress> progress(boolean json, PrintWriter err) {
        boolean isShown = System.console() != null && !json;
        return progress -> {
            progress.failures().forEach(failure -> err.println((isShown ? "\r\u001b[K" : "") + failure));
            err.print(isShown ? "\r\u001b[K" + line(progress) : "");
            err.flush();
        };
    }

    static String line(ScaleOutProgress progress) {
        return progress.state().toLowerCase(Locale.ROOT) + ": "
                + Numbers.count(progress.rows(), "event") + ", "
                + Numbers.grouped(progress.rowsPerSecond(), 0) + " events/s, "
                + Numbers.count(progress.streams(), "key") + ", "
                + (progress.lastCheckpoint() == 0 ? "no checkpoint yet" : "checkpoint " + progress.lastCheckpoint())
                + ", " + Numbers.count(progress.restarts(), "restart");
    }

    static void endProgress(PrintWriter err) {
        if (System.console() != null) {
            err.print("\r\u001b[K");
            err.flush();
        }
    }
}
