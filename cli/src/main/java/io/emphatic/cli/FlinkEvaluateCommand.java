package io.emphatic.cli;

import io.emphatic.logs.evaluating.EvaluationReport;
import io.emphatic.logs.file.Outputs;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutEvaluation;
import io.emphatic.logs.spec.EvaluationReader.EvaluationDocument;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** {@code emphatic flink evaluate LOG …}. */
@Command(
        name = "evaluate",
        description = "Tells what a policy would have earned, as `emphatic evaluate` does, on Apache Flink.",
        footer = {
            "%nA log is CSV or JSON lines in a file, in a directory or in a glob in quotes, or a topic of JSON objects, read"
                    + " to where it ends now: kafka://HOST:PORT/TOPIC.",
            "The spec names a stream and an order: rows are sorted by them, so that the result does not depend on the"
                    + " parallelism.",
            "%nExample: emphatic flink evaluate spec.yaml --cluster 127.0.0.1:8081 --parts /shared/parts",
            "docs/flink.md has the settings for production; docs/evaluate.md describes the fields of --json."
        },
        sortOptions = false)
final class FlinkEvaluateCommand extends Verb {
    @Mixin
    private LogArguments arguments;

    @Mixin
    private final CommandSpec question = EvaluationOptions.flags();

    @Mixin
    private EvaluateOutput output;

    @Mixin
    private FlinkOptions engine;

    @Option(
            names = "--parts",
            paramLabel = "DIR",
            description =
                    "Where partial sums are kept meanwhile (default: a temporary directory). The machines of a cluster"
                            + " have to see it.")
    private Path parts;

    @Override
    public Integer call() throws IOException {
        EvaluationDocument document = new EvaluationOptions(this).document(arguments);
        new Outputs()
                .add("page", output.html)
                .add("rejected", engine.rejected)
                .requireWritable()
                .requireNot("spec", arguments.specPath());
        ScaleOutEvaluation job = typed(() -> new ScaleOutEvaluation(
                document.spec(),
                document.log(),
                engine.rejected,
                engine.tolerated,
                engine.parallelism,
                engine.cluster(),
                parts));
        EvaluationReport report = FlinkCommand.engine().evaluate(job, engine.progress(json(), err()));
        FlinkOptions.endProgress(err());
        return output.show(report, false, this);
    }
}
