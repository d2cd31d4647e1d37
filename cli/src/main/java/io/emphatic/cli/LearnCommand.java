package io.emphatic.cli;

import io.emphatic.documents.json.JsonObject;
import io.emphatic.logs.doctor.Doctor;
import io.emphatic.logs.doctor.Doctor.Diagnosis;
import io.emphatic.logs.file.ProgressListener;
import io.emphatic.logs.file.StreamModels;
import io.emphatic.logs.learning.Learning;
import io.emphatic.logs.learning.Learning.UnwrittenException;
import io.emphatic.logs.learning.LearningReport;
import io.emphatic.logs.model.Model;
import io.emphatic.logs.spec.Bands;
import io.emphatic.logs.spec.FeatureMap;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.spec.SpecReader;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.LogSettings;
import io.emphatic.logs.sql.LogSource;
import io.emphatic.logs.suggest.SuggestedSpec;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** {@code emphatic learn LOG …}. */
@Command(
        name = "learn",
        description = "Learns predictions from a log of experience, in one pass and constant memory.",
        footer = {
            "%nEXPR is a column of the log, a number, or a SQL expression over a row. A log is CSV, Parquet or JSON lines,"
                    + " also compressed, or a glob of them in quotes.",
            "%nExample: emphatic learn log.csv --stream episode --order t --features \"1, x\" --behaviour mu --target pi"
                    + " --discount 0.95 --model model.json",
            "docs/learn.md walks through it, and describes the fields of --json."
        },
        sortOptions = false)
final class LearnCommand extends Verb.LogVerb {
    static final String SUGGEST =
            "Print a spec in YAML for the log, guessed from its columns, and do nothing else. It serves"
                    + " learn, evaluate, tune and gate.";

    static final String PER =
            "A learner for each stream and prediction: every stream starts anew at each of its episodes,"
                    + " its weights continue.";

    @Mixin
    private LogArguments arguments;

    @Mixin
    private final CommandSpec prediction = SpecOptions.flags();

    @Option(names = "--check", description = "Judge the log and learn nothing.")
    private boolean check;

    @Option(names = "--suggest", description = SUGGEST)
    private boolean suggest;

    @Option(names = "--model", paramLabel = "FILE", description = "For `emphatic predict`, and --from of a later run.")
    private Path model;

    @Option(names = "--from", paramLabel = "MODEL", description = "Continue from the model of an earlier log.")
    private Path from;

    @Option(
            names = "--keep-open",
            description =
                    "Keep streams that have not ended in the model: with --from, the first row of tomorrow completes the"
                            + " last of today.")
    private boolean keepOpen;

    @Option(names = "--per", paramLabel = "stream", description = PER)
    private String per;

    @Option(
            names = "--bands",
            paramLabel = "LEVEL",
            description =
                    "Error bars: NAME_low and NAME_high hold the prediction that other logs of the same kind lead to"
                            + " on average, with this probability, such as 0.9.")
    private Double bands;

    @Option(
            names = "--models",
            paramLabel = "FILE.jsonl",
            description = "With --per stream: what each has learned, a line for each stream and prediction.")
    private Path models;

    @Option(
            names = "--as-logged",
            description =
                    "Take the rows in the order of the log, streams interleaved, with a trace for each and shared weights.")
    private boolean asLogged;

    @Option(names = "--all", description = "Print every prediction, weight table and diagnostic.")
    private boolean all;

    @Mixin
    private final LogOptions reading = new LogOptions();

    @Mixin
    private CheckpointOptions checkpoint;

    @Override
    public Integer call() throws IOException {
        if (suggest) {
            return suggest(arguments.requireLog(), reading, this);
        }
        SpecReader.Document document = document();
        options(ProgressListener.NONE).outputs().requireWritable().requireNot("spec", arguments.specPath());
        if (!check) {
            checkpoint.warn(err());
            return learnAndPrint(document);
        }
        try (Log source = reading.open(document.log())) {
            FeatureMap known = from == null || StreamModels.isOne(from)
                    ? null
                    : Model.read(from).features();
            Diagnosis diagnosis = Doctor.check(Plan.of(source, document.spec(), known));
            print(() -> diagnosis, out -> LearnOutput.print(diagnosis, out));
            return diagnosis.hasErrors() ? Emphatic.FAILED : Emphatic.DONE;
        }
    }

    static int suggest(LogSource source, LogOptions reading, Verb verb) throws IOException {
        try (Log log = reading.open(source)) {
            String yaml = SuggestedSpec.yaml(log);
            return verb.print(() -> new JsonObject().with("spec", yaml), out -> out.print(yaml));
        }
    }

    /** What was learned is printed even if an output could not be written at the end. */
    private int learnAndPrint(SpecReader.Document document) throws IOException {
        LearningReport report;
        UnwrittenException unwritten = null;
        try {
            LogSource source = reading.written(document.log());
            LogSettings settings = reading.settings();
            report = withBar(progress -> Learning.learn(source, settings, document.spec(), options(progress)));
        } catch (UnwrittenException e) {
            unwritten = e;
            report = e.report();
        }
        LearningReport learned = report;
        printFindings(learned.findings());
        boolean isWritten = unwritten == null;
        print(() -> LearnOutput.document(learned), out -> {
            LearnOutput.print(learned, all, out);
            if (isWritten) {
                printPlace("predictions are", predictions(), out);
                printPlace("model is", model, out);
                printPlace("models are", models, out);
            }
        });
        if (unwritten != null) {
            out().flush();
            throw unwritten;
        }
        return Emphatic.DONE;
    }

    private Learning.Options options(ProgressListener progress) throws IOException {
        String version = Emphatic.version();
        return typed(() -> new Learning.Options(
                predictions(),
                model,
                checkpoint.directory,
                checkpoint.every,
                checkpoint.resume,
                from,
                keepOpen,
                version,
                progress,
                asLogged,
                models));
    }

    private SpecReader.Document withBands(SpecReader.Document written) {
        return bands == null
                ? written
                : typed(() ->
                        new SpecReader.Document(written.log(), written.spec().withBands(new Bands(bands))));
    }

    private SpecReader.Document document() throws IOException {
        SpecOptions flags = new SpecOptions(this);
        if (arguments.specPath() != null || from == null || StreamModels.isOne(from)) {
            return withBands(flags.document(arguments, per));
        }
        LogSource tomorrow = arguments.requireLog();
        Spec learned = Model.read(from).origin().spec();
        flags.requireNone(from);
        if (bands != null) {
            throw usage("--bands is not for " + from + ", which knows its spec: leave the flag out");
        }
        return flags.perStream(new SpecReader.Document(tomorrow, learned), per);
    }
}
