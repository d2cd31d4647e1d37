package io.emphatic.cli;

import io.emphatic.documents.text.Numbers;
import io.emphatic.logs.file.Outputs;
import io.emphatic.logs.scaleout.ScaleOutJob;
import io.emphatic.logs.scaleout.ScaleOutProgress;
import io.emphatic.logs.scaleout.ScaleOutReport;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.spec.SpecReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** {@code emphatic flink learn LOG …}. */
@Command(
        name = "learn",
        description = "Learns a model for each stream, as `emphatic learn --per stream` does, on Apache Flink.",
        footer = {
            "",
            "A log is CSV or JSON lines in a file, in a directory or in a glob in quotes, or a topic of JSON objects:"
                    + " kafka://HOST:PORT/TOPIC.",
            "The order of a stream is that of its file or partition; rows whose time goes backwards are not learned"
                    + " from."
        },
        sortOptions = false)
final class FlinkLearnCommand extends Verb {
    private static final int DIGITS = 5;

    @Mixin
    private LogArguments arguments;

    @Mixin
    private final CommandSpec prediction = SpecOptions.flags();

    @Option(
            names = "--per",
            paramLabel = "stream",
            description = "A learner for each stream and prediction: every stream starts anew at each of its episodes,"
                    + " its weights go on.")
    private String per;

    @Option(
            names = "--models",
            paramLabel = "FILE.jsonl",
            description = "What each stream learned: a line per stream and prediction, sorted by stream.")
    private Path models;

    @Option(
            names = "--models-every",
            paramLabel = "SECONDS",
            description =
                    "Write the models as they are at a checkpoint every so many seconds, and not only at the end.")
    private Double modelsEvery;

    @Option(
            names = "--model",
            paramLabel = "FILE",
            description = "Without --per stream: the one model of all streams, for `emphatic predict`.")
    private Path model;

    @Option(
            names = "--predictions",
            paramLabel = "DIR|kafka://…",
            description = "Where each row's predictions go: files of JSON lines in a directory, or a topic.")
    private String predictions;

    @Option(
            names = "--rejected",
            paramLabel = "FILE.jsonl",
            defaultValue = "rejected.jsonl",
            description =
                    "Where malformed lines and late rows are kept, if there are any (default:" + " ${DEFAULT-VALUE}).")
    private Path rejected;

    @Option(
            names = "--tolerate",
            paramLabel = "N",
            defaultValue = "0",
            description = "How many malformed lines may come before the job fails (default: ${DEFAULT-VALUE}).")
    private long tolerated;

    @Option(
            names = "--from",
            paramLabel = "FILE.jsonl",
            description = "Go on from the models of an earlier run, of Flink or of `emphatic learn --per stream`.")
    private Path from;

    @Option(
            names = "--until-end",
            description = "Read a topic to where it ends now; otherwise the job goes on until it is stopped.")
    private boolean untilEnd;

    @Option(
            names = "--parallelism",
            paramLabel = "N",
            defaultValue = "0",
            description = "How many tasks work side by side (default: as many as there are processors).")
    private int parallelism;

    @Option(
            names = "--cluster",
            paramLabel = "HOST:PORT",
            description = "Run on this cluster (default: inside this process).")
    private String cluster;

    @Option(
            names = "--checkpoint",
            paramLabel = "DIR",
            description = "Save now and then, to go on from after a fault. A cluster has to see the directory, too.")
    private Path checkpoint;

    @Option(
            names = "--every",
            paramLabel = "SECONDS",
            defaultValue = "10",
            description = "How many seconds lie between two checkpoints (default: ${DEFAULT-VALUE}).")
    private double every;

    @Option(
            names = "--resume",
            description = "Go on from the last complete checkpoint, if there is one; the parallelism may differ.")
    private boolean resume;

    @Override
    public Integer call() throws IOException {
        SpecReader.Document document = document();
        new Outputs()
                .add("models", models)
                .add("model", model)
                .add("rejected", rejected)
                .requireWritable()
                .requireNot("spec", arguments.specPath());
        String version = Emphatic.version();
        ScaleOutJob job = typed(() -> new ScaleOutJob(
                document.spec(),
                document.log(),
                untilEnd,
                from,
                new ScaleOutJob.JobOutputs(
                        models, modelsEvery == null ? null : seconds(modelsEvery), model, predictions, rejected),
                tolerated,
                parallelism,
                cluster,
                checkpoint,
                seconds(every),
                resume,
                version));
        ScaleOutReport report = FlinkCommand.engine().learn(job, progress());
        return print(() -> report, out -> print(report, out));
    }

    private static Duration seconds(double number) {
        return Duration.ofMillis(Math.round(1000 * number));
    }

    /** A line that overwrites itself, on a terminal only. */
    private Consumer<ScaleOutProgress> progress() {
        return System.console() == null || json()
                ? progress -> {}
                : progress -> {
                    err().print("\r\u001b[K" + line(progress));
                    err().flush();
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

    private void print(ScaleOutReport report, PrintWriter out) {
        if (System.console() != null) {
            err().print("\r\u001b[K");
            err().flush();
        }
        out.println(report.log() + ": " + Numbers.count(report.rows(), "row") + " of "
                + Numbers.count(report.streams(), "stream") + " learned from in "
                + Numbers.fixed(report.seconds(), 1) + " s, " + Numbers.count(report.restarts(), "restart"));
        if (report.resumedFrom() != null) {
            out.println("It went on from " + report.resumedFrom());
        }
        if (report.malformed() > 0 || report.late() > 0) {
            out.println("WARNING: not learned from " + Numbers.count(report.malformed(), "malformed line") + " and "
                    + Numbers.count(report.late(), "row") + " whose time went backwards; they are in " + rejected);
        }
        if (models != null) {
            out.println("The models are in " + models);
        }
        for (ScaleOutReport.MergedModel merged : report.models()) {
            out.println(merged.prediction() + ": " + Numbers.count(merged.steps(), "step") + " learned, weights "
                    + Arrays.stream(merged.weights())
                            .mapToObj(weight -> Numbers.significant(weight, DIGITS))
                            .collect(Collectors.joining("  ")));
        }
        if (model != null) {
            out.println("The model is in " + model);
        }
    }

    /** The spec, with a learner for each stream where that is asked for. */
    private SpecReader.Document document() throws IOException {
        SpecReader.Document written = writtenDocument();
        if (per == null) {
            return written;
        }
        if (!per.equals("stream")) {
            throw usage("--per is stream, for a learner for each stream and prediction, not " + per);
        }
        Spec alone = typed(() -> written.spec().perEachStream());
        return new SpecReader.Document(written.log(), alone);
    }

    private SpecReader.Document writtenDocument() throws IOException {
        Path file = arguments.specPath();
        SpecOptions flags = new SpecOptions(parsed());
        if (file == null) {
            Spec spec = flags.spec();
            return new SpecReader.Document(arguments.requireLog(), spec);
        }
        flags.given().ifPresent(flag -> {
            throw arguments.inSpec(flag);
        });
        SpecReader.Document document = SpecReader.read(file);
        return new SpecReader.Document(arguments.beside(document.log()), document.spec());
    }
}
