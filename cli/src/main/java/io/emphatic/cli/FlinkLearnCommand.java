package io.emphatic.cli;

import io.emphatic.documents.text.Numbers;
import io.emphatic.logs.file.Outputs;
import io.emphatic.logs.scaleout.ScaleOut;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutJob;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutReport;
import io.emphatic.logs.spec.SpecReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
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
            "%nA log is CSV or JSON lines in a file, in a directory or in a glob in quotes, or a topic of JSON objects:"
                    + " kafka://HOST:PORT/TOPIC.",
            "The order of a stream is that of its file or partition; rows whose time goes backwards are not learned"
                    + " from.",
            "%nExample: emphatic flink learn spec.yaml --per stream --models models.jsonl",
            "docs/flink.md has the settings for production. With --json: rows, streams, restarts, malformed, late, models."
        },
        sortOptions = false)
final class FlinkLearnCommand extends Verb {
    private static final int DIGITS = 5;

    @Mixin
    private LogArguments arguments;

    @Mixin
    private final CommandSpec prediction = SpecOptions.flags();

    @Option(names = "--per", paramLabel = "stream", description = LearnCommand.PER)
    private String per;

    @Option(names = "--models", paramLabel = "FILE.jsonl", description = "What each stream learned, sorted by stream.")
    private Path models;

    @Option(
            names = "--models-every",
            paramLabel = "SECONDS",
            description =
                    "Seconds between two times at which the models are written with a checkpoint, and not only at the end.")
    private Double modelsEvery;

    @Option(names = "--model", paramLabel = "FILE", description = "Without --per stream: the one model of them all.")
    private Path model;

    @Option(names = "--predictions", paramLabel = "DIR|kafka://…", description = "Each row's predictions: JSON lines.")
    private String predictions;

    @Option(names = "--from", paramLabel = "FILE.jsonl", description = "Continue from models of an earlier run.")
    private Path from;

    @Option(names = "--until-end", description = "Read a topic to where it ends now; otherwise the job continues.")
    private boolean untilEnd;

    @Mixin
    private FlinkOptions engine;

    @Option(names = "--checkpoint", paramLabel = "DIR", description = "Save at intervals; a cluster must see it, too.")
    private Path checkpoint;

    @Option(
            names = "--every-seconds",
            paramLabel = "SECONDS",
            defaultValue = "10",
            description = "How many seconds there are between two checkpoints (default: ${DEFAULT-VALUE}).")
    private double every;

    @Option(names = "--resume", description = "Continue from the last complete checkpoint; parallelism may differ.")
    private boolean resume;

    @Override
    public Integer call() throws IOException {
        SpecReader.Document document = new SpecOptions(this).document(arguments, per);
        new Outputs()
                .add("models", models)
                .add("model", model)
                .add("rejected", engine.rejected)
                .requireWritable()
                .requireNot("spec", arguments.specPath());
        String version = Emphatic.version();
        ScaleOutJob job = typed(() -> new ScaleOutJob(
                document.spec(),
                document.log(),
                untilEnd,
                from,
                new ScaleOutJob.JobOutputs(
                        models, modelsEvery == null ? null : seconds(modelsEvery), model, predictions, engine.rejected),
                engine.tolerated,
                engine.parallelism,
                engine.cluster(),
                checkpoint,
                seconds(every),
                resume,
                version));
        ScaleOut flink = FlinkCommand.engine();
        if (resume && flink.saved(job) == null) {
            err().println("There is no complete checkpoint of this job in " + checkpoint
                    + ": it starts from the beginning.");
            err().flush();
        }
        ScaleOutReport report = flink.learn(job, engine.progress(json(), err()));
        FlinkOptions.endProgress(err());
        return print(() -> report, out -> print(report, out));
    }

    private static Duration seconds(double number) {
        return Duration.ofMillis(Math.round(1000 * number));
    }

    private void print(ScaleOutReport report, PrintWriter out) {
        out.println(report.log() + ": " + Numbers.count(report.rows(), "row") + " of "
                + Numbers.count(report.streams(), "stream") + " learned from in "
                + Numbers.fixed(report.seconds(), 1) + " s, " + Numbers.count(report.restarts(), "restart"));
        if (report.resumedFrom() != null) {
            out.println("It resumed from " + report.resumedFrom());
        }
        if (report.malformed() > 0 || report.late() > 0) {
            out.println("WARNING: not learned from " + Numbers.count(report.malformed(), "malformed line") + " and "
                    + Numbers.count(report.late(), "row") + " whose time went backwards; they are in "
                    + engine.rejected);
        }
        printPlace("models are", models, out);
        for (ScaleOutReport.MergedModel merged : report.models()) {
            out.println(merged.prediction() + ": " + Numbers.count(merged.steps(), "step") + " learned, weights "
                    + Arrays.stream(merged.weights())
                            .mapToObj(weight -> Numbers.significant(weight, DIGITS))
                            .collect(Collectors.joining("  ")));
        }
        printPlace("model is", model, out);
    }
}
