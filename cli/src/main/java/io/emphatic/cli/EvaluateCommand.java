package io.emphatic.cli;

import io.emphatic.logs.doctor.Doctor;
import io.emphatic.logs.doctor.Doctor.Diagnosis;
import io.emphatic.logs.evaluating.Evaluating;
import io.emphatic.logs.evaluating.EvaluationReport;
import io.emphatic.logs.file.Outputs;
import io.emphatic.logs.spec.EvaluationReader.EvaluationDocument;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** {@code emphatic evaluate LOG …}. */
@Command(
        name = "evaluate",
        description =
                "Tells what a policy would have earned, from a log that another one wrote, and whether to believe it.",
        footer = {
            "%nEXPR is a column of the log, a number, or a SQL expression over a row. A log is CSV, Parquet or JSON lines,"
                    + " also compressed, or a glob of them in quotes.",
            "%nExample: emphatic evaluate log.csv --stream episode --order t --behaviour mu --target careful=pi_a"
                    + " --target bold=pi_b --discount 0.95",
            "Example: emphatic evaluate spec.yaml --html page.html",
            "docs/evaluate.md explains every number, and describes the fields of --json."
        },
        sortOptions = false)
final class EvaluateCommand extends Verb {
    @Mixin
    private LogArguments arguments;

    @Mixin
    private final CommandSpec question = EvaluationOptions.flags();

    @Option(names = "--check", description = "Judge the log and evaluate nothing.")
    private boolean check;

    @Option(names = "--suggest", description = LearnCommand.SUGGEST)
    private boolean suggest;

    @Mixin
    private EvaluateOutput output;

    @Option(
            names = "--anytime",
            description = "Also say which policies may still be the best, however often one looks.")
    private boolean anytime;

    @Mixin
    private final LogOptions reading = new LogOptions();

    @Override
    public Integer call() throws IOException {
        if (suggest) {
            return LearnCommand.suggest(arguments.requireLog(), reading, this);
        }
        EvaluationDocument document = new EvaluationOptions(this).document(arguments);
        Outputs outputs =
                new Outputs().add("page", output.html).requireWritable().requireNot("spec", arguments.specPath());
        try (Log log = reading.open(document.log())) {
            outputs.requireFor(log, null);
            if (check) {
                Diagnosis diagnosis = Doctor.check(log, document.spec());
                print(() -> diagnosis, out -> LearnOutput.print(diagnosis, out));
                return diagnosis.hasErrors() ? Emphatic.FAILED : Emphatic.DONE;
            }
            EvaluationReport report = withBar(progress -> Evaluating.evaluate(log, document.spec(), progress));
            return output.show(report, anytime, this);
        }
    }
}
