package io.emphatic.cli;

import io.emphatic.documents.file.WholeFile;
import io.emphatic.logs.file.Outputs;
import io.emphatic.logs.file.ProgressListener;
import io.emphatic.logs.spec.TuningReader;
import io.emphatic.logs.spec.TuningSpec;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.tuning.Tuning;
import io.emphatic.logs.tuning.Tuning.TuningOptions;
import io.emphatic.logs.tuning.TuningPage;
import io.emphatic.logs.tuning.TuningReport;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code emphatic tune spec.yaml …}. */
@Command(
        name = "tune",
        description = "Finds the algorithm, step size, λ and features that predict a log best, in one pass over it.",
        footer = {
            "",
            "Without `candidates:` in the spec, settings of etd, td, gtd and wis-etd are tried. docs/tune.md says how"
                    + " they are scored without knowing the truth."
        },
        sortOptions = false)
final class TuneCommand extends Verb {
    @Parameters(paramLabel = "SPEC", description = "What to predict and which candidates to try, in YAML.")
    private Path file;

    @Option(names = "--html", paramLabel = "FILE", description = "A page with the ranking and how step sizes matter.")
    private Path page;

    @Option(
            names = "--model",
            paramLabel = "FILE",
            description = "The best candidates, trained on the whole log: what `emphatic predict` needs.")
    private Path model;

    @Mixin
    private final LogOptions reading = new LogOptions();

    @Mixin
    private CheckpointOptions checkpoint;

    @Override
    public Integer call() throws IOException {
        TuningOptions options = options(ProgressListener.NONE);
        requireSpec();
        options.outputs().requireWritable().requireNot("spec", file);
        TuningSpec spec = TuningReader.read(file);
        if (spec.log() == null) {
            throw usage("there is no log: name it in the spec (log: FILE)");
        }
        checkpoint.warn(err());
        Outputs.Locks locks = options.lock();
        try (locks;
                Log log = reading.open(spec.log())) {
            TuningReport report = tune(log, spec);
            if (page != null) {
                WholeFile.write(page, TuningPage.html(report, Emphatic.version()));
            }
            if (json()) {
                report.findings().forEach(finding -> err().println(finding.text()));
            }
            return print(() -> TuneOutput.document(report), out -> {
                TuneOutput.print(report, out);
                printPlace("page is", page, out);
                printPlace("model is", model, out);
            });
        }
    }

    /** What is named like a log is one, and would be refused as YAML with words that do not help. */
    private void requireSpec() {
        if (file.toString().matches("(?i).*\\.(csv|tsv|parquet|jsonl|ndjson)(\\.gz|\\.zst)?")) {
            throw usage("tune takes a spec, and " + file + " is named like a log"
                    + "\nemphatic learn " + file
                    + " --suggest > spec.yaml proposes one to start from: it names the log,"
                    + " and docs/tune.md says which candidates it may have.");
        }
    }

    /** With a bar on a terminal; piped output stays clean. */
    private TuningReport tune(Log log, TuningSpec spec) throws IOException {
        if (json()) {
            return Tuning.tune(log, spec, options(ProgressListener.NONE));
        }
        try (TerminalProgress bar = TerminalProgress.ofRows("tune")) {
            ProgressListener shown = (done, total) -> bar.stepTo(done, total);
            return Tuning.tune(log, spec, options(shown));
        }
    }

    private TuningOptions options(ProgressListener progress) throws IOException {
        String version = Emphatic.version();
        return typed(() -> new TuningOptions(
                model, page, checkpoint.directory(), checkpoint.every(), checkpoint.resume(), version, progress));
    }
}
