package io.emphatic.cli;

import io.emphatic.cli.evaluating.EvaluationPage;
import io.emphatic.cli.evaluating.GateWords;
import io.emphatic.documents.file.WholeFile;
import io.emphatic.documents.json.JsonObject;
import io.emphatic.evaluation.log.GateQuestion;
import io.emphatic.evaluation.result.GateResult;
import io.emphatic.logs.doctor.Doctor.Diagnosis;
import io.emphatic.logs.doctor.Doctor.RefusedLogException;
import io.emphatic.logs.evaluating.Evaluating;
import io.emphatic.logs.evaluating.EvaluationReport;
import io.emphatic.logs.file.Checkpoint.Fingerprint;
import io.emphatic.logs.file.Outputs;
import io.emphatic.logs.spec.EvaluationReader;
import io.emphatic.logs.spec.EvaluationReader.EvaluationDocument;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code emphatic gate spec.yaml …}. */
@Command(
        name = "gate",
        description = "Decides whether a policy is shown to earn more than another, before an A/B test.",
        footer = {
            "%nExit code 0: it passed. 3: not shown to be better by the margin. 4: not to be believed. 1 failed, 2 wrong"
                    + " usage.",
            "%nExample: emphatic gate spec.yaml --how-far --markdown gate.md",
            "docs/gate.md says how to read it, how to run it with every change, and describes the fields of --json."
        },
        sortOptions = false)
final class GateCommand extends Verb {
    private static final int NOT_SHOWN = 3;
    private static final int NOT_TO_BE_BELIEVED = 4;

    @Mixin
    private LogArguments arguments;

    @Option(names = "--markdown", paramLabel = "FILE", description = "Also write a summary for a pull request.")
    private Path markdown;

    @Option(names = "--html", paramLabel = "FILE", description = "Also write one self-contained page.")
    private Path html;

    @Option(names = "--how-far", description = "Also say which mixture with what ran is certified, if it passed.")
    private boolean howFar;

    @Option(names = "--anytime", description = "Decide by bounds that hold however often a growing log is looked at.")
    private boolean anytime;

    @Mixin
    private final LogOptions reading = new LogOptions();

    @Override
    public Integer call() throws IOException {
        Path file = arguments.specPath();
        if (file == null) {
            arguments.requireThere();
            throw usage("gate takes a spec in YAML, which says what is asked of the log: emphatic gate spec.yaml");
        }
        EvaluationDocument document = EvaluationReader.read(file, true);
        if (anytime && document.spec().range() == null) {
            throw new IOException(
                    "gate --anytime needs what a return can be: add return_range: [LOW, HIGH] to " + file);
        }
        GateQuestion question = anytime ? document.gate().atAnyTime() : document.gate();
        Outputs outputs = new Outputs().add("summary", markdown).add("page", html);
        outputs.requireWritable().requireNot("spec", file);
        try (Log log = reading.open(arguments.beside(document.log()))) {
            outputs.requireFor(log, null);
            try {
                EvaluationReport report =
                        withBar(progress -> Evaluating.decide(log, document.spec(), question, progress));
                printFindings(report.findings());
                if (html != null) {
                    EvaluationPage.write(report, Emphatic.version(), html);
                }
                return show(report.result().gate(), GateWords.of(report), EvaluateOutput.document(report), html, log);
            } catch (RefusedLogException refused) {
                Diagnosis diagnosis = refused.diagnosis();
                printFindings(diagnosis.findings());
                GateResult gate = GateResult.refused(question, diagnosis.errors());
                JsonObject rest = new JsonObject().with("log", log.name()).with("findings", diagnosis.findings());
                return show(gate, GateWords.of(gate, diagnosis), rest, null, log);
            }
        }
    }

    private int show(GateResult gate, GateWords words, JsonObject rest, Path page, Log log) throws IOException {
        if (markdown != null) {
            Path from = markdown.toAbsolutePath().getParent();
            String link =
                    page == null ? null : from.relativize(page.toAbsolutePath()).toString();
            WholeFile.write(markdown, words.markdown(link, Fingerprint.ofFiles(log.files()), Emphatic.version()));
        }
        print(() -> document(gate).withAll(rest), out -> {
            words.lines(howFar).forEach(out::println);
            if (markdown != null || page != null) {
                out.println("  Wrote " + (markdown == null ? page : page == null ? markdown : markdown + ", " + page));
            }
        });
        return switch (gate.decision()) {
            case PASS -> Emphatic.DONE;
            case NOT_SHOWN -> NOT_SHOWN;
            case NOT_TO_BE_BELIEVED -> NOT_TO_BE_BELIEVED;
        };
    }

    private static JsonObject document(GateResult gate) {
        return new JsonObject()
                .with("decision", gate.decision().words())
                .with("policy", gate.asked().policy())
                .with("against", gate.asked().against())
                .with("difference", gate.difference())
                .with("interval", gate.low() == null ? null : Arrays.asList(gate.low(), gate.high()))
                .with("margin", gate.asked().margin())
                .with("confidence", gate.asked().confidence())
                .with("at_any_time", gate.asked().anytime())
                .with("verdict", gate.verdict().words())
                .with("reasons", gate.reasons())
                .with("gamma_star", gate.gammaStar())
                .with(
                        "how_far",
                        new JsonObject()
                                .with("certified", gate.tested().isEmpty() ? null : gate.certified())
                                .with("tested", gate.tested()))
                .with("log_next", gate.logNext());
    }
}
