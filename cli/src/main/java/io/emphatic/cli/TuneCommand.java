package io.emphatic.cli;

import io.emphatic.Parameter;
import io.emphatic.documents.file.WholeFile;
import io.emphatic.documents.json.JsonObject;
import io.emphatic.documents.text.Numbers;
import io.emphatic.documents.text.TextTable;
import io.emphatic.logs.file.Outputs;
import io.emphatic.logs.file.ProgressListener;
import io.emphatic.logs.spec.TuningSpec;
import io.emphatic.logs.spec.TuningSpec.Candidate;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.LogSource;
import io.emphatic.logs.tuning.CandidateWords;
import io.emphatic.logs.tuning.ChosenSpec;
import io.emphatic.logs.tuning.Tuning;
import io.emphatic.logs.tuning.Tuning.TuningOptions;
import io.emphatic.logs.tuning.TuningPage;
import io.emphatic.logs.tuning.TuningReport;
import io.emphatic.logs.tuning.TuningReport.PredictionRanking;
import io.emphatic.logs.tuning.TuningReport.RankedCandidate;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code emphatic tune spec.yaml …}. */
@Command(
        name = "tune",
        description = "Finds the algorithm, step size, λ and features that predict a log best, in one pass over it.",
        footer = {
            "%nWithout `candidates:` in the spec, settings of etd, td, gtd and wis-etd are tried.",
            "%nExample: emphatic tune spec.yaml --spec chosen.yaml --html page.html",
            "docs/tune.md says how candidates are scored without knowing the truth, and describes the fields of --json."
        },
        sortOptions = false)
final class TuneCommand extends Verb {
    private static final int MOST_ROWS = 20;

    @Parameters(paramLabel = "SPEC", description = "What to predict and what to try, in YAML; a log with --suggest.")
    private Path file;

    @Option(names = "--suggest", description = LearnCommand.SUGGEST)
    private boolean suggest;

    @Option(names = "--all", description = "Print every candidate, and not the best twenty alone.")
    private boolean all;

    @Option(names = "--html", paramLabel = "FILE", description = "A page with the ranking and how step sizes matter.")
    private Path page;

    @Option(names = "--model", paramLabel = "FILE", description = "The best candidates, for `emphatic predict`.")
    private Path model;

    @Option(names = "--spec", paramLabel = "FILE", description = "What was chosen, as a spec to learn with.")
    private Path chosen;

    @Mixin
    private final LogOptions reading = new LogOptions();

    @Mixin
    private CheckpointOptions checkpoint;

    @Override
    public Integer call() throws IOException {
        if (suggest) {
            return LearnCommand.suggest(LogSource.files(List.of(file.toString())), reading, this);
        }
        TuningOptions options = options(ProgressListener.NONE);
        requireSpec();
        options.outputs().add("chosen spec", chosen).requireWritable().requireNot("spec", file);
        TuningSpec spec = TuningSpec.read(file);
        if (chosen != null) {
            Tuning.requireOneFeatureSet(spec);
        }
        if (spec.log() == null) {
            throw usage("there is no log: name it in the spec (log: FILE)");
        }
        checkpoint.warn(err());
        Outputs.Locks locks = options.lock();
        try (locks;
                Log log = reading.open(spec.log())) {
            TuningReport report = withBar(progress -> Tuning.tune(log, spec, options(progress)));
            if (page != null) {
                WholeFile.write(page, TuningPage.html(report, file, Emphatic.version()));
            }
            if (chosen != null) {
                WholeFile.write(chosen, ChosenSpec.yaml(file, chosen, report));
            }
            printFindings(report.findings());
            if (!json()) {
                print(report, out());
            }
            return print(() -> document(report), out -> {
                printPlace("page is", page, out);
                printPlace("model is", model, out);
                printPlace("spec is", chosen, out);
            });
        }
    }

    /** What is named like a log is one, and would be refused as YAML with words that do not help. */
    private void requireSpec() throws IOException {
        if (file.toString().matches("(?i).*\\.(csv|tsv|parquet|jsonl|ndjson)(\\.gz|\\.zst)?")) {
            if (Files.notExists(file)) {
                throw new IOException("there is no log " + file);
            }
            throw usage("tune takes a spec, and " + file + " is named like a log"
                    + "\nemphatic tune " + file
                    + " --suggest > spec.yaml proposes one to start from: it names the log,"
                    + " and docs/tune.md says which candidates it may have.");
        }
    }

    private TuningOptions options(ProgressListener progress) throws IOException {
        String version = Emphatic.version();
        return typed(() -> new TuningOptions(
                model, page, checkpoint.directory, checkpoint.every, checkpoint.resume, version, progress));
    }

    private static JsonObject document(TuningReport report) {
        return new JsonObject()
                .with("log", report.log())
                .with("rows", report.rows())
                .withAll("predictions", report.predictions(), TuneCommand::document);
    }

    private static JsonObject document(PredictionRanking ranking) {
        return new JsonObject()
                .with("name", ranking.name())
                .with(
                        "best",
                        ranking.best().map(best -> document(best.candidate())).orElse(null))
                .withAll("candidates", ranking.candidates(), TuneCommand::document)
                .with("indistinguishable", ranking.indistinguishable())
                .with("verdict", ranking.verdict().words())
                .with("alike_in_order", ranking.alikeInOrder())
                .with("baseline", ranking.solved() ? "least squares by halves" : "median")
                .with("chosen", ranking.chosen().map(TuneCommand::document).orElse(null));
    }

    private static JsonObject document(Candidate candidate) {
        OptionalDouble lambda = candidate.constantLambda();
        return new JsonObject()
                .with("algorithm", candidate.config().algorithm().name())
                .with("parameters", Parameter.documented(candidate.config().parameters()))
                .with("lambda", lambda.isPresent() ? lambda.getAsDouble() : candidate.lambda())
                .with("features", candidate.features().name());
    }

    private static JsonObject document(RankedCandidate ranked) {
        return document(ranked.candidate())
                .withRecord(ranked, "candidate")
                .with(
                        "diverged_at",
                        ranked.divergedAt().isPresent() ? ranked.divergedAt().getAsLong() : null);
    }

    private void print(TuningReport report, PrintWriter out) throws IOException {
        for (PredictionRanking ranking : report.predictions()) {
            CandidateWords.answer(ranking).forEach(out::println);
            out.print(ChosenSpec.yaml(file, ranking).indent(4));
            out.println();
            TextTable table = new TextTable("rlllll");
            List<List<String>> rows = CandidateWords.table(ranking);
            int count = rows.size() - 1;
            int shown = all ? count : Math.min(count, MOST_ROWS);
            rows.subList(0, shown + 1).forEach(table::add);
            table.print(out);
            if (shown < count) {
                out.println("  … and " + Numbers.count(count - shown) + " more: --all");
            }
            out.println("  " + CandidateWords.effective(ranking));
            out.println();
        }
        out.println(LearnOutput.size(report.log(), report.rows(), report.streams()));
        report.findings().forEach(finding -> out.println(finding.text()));
    }
}
