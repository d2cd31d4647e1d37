package io.emphatic.flink.evaluation;

import io.emphatic.documents.file.WholeFile;
import io.emphatic.documents.text.Numbers;
import io.emphatic.evaluation.Evaluation;
import io.emphatic.flink.jobs.FlinkEngine;
import io.emphatic.flink.jobs.JobConfiguration;
import io.emphatic.flink.jobs.JobInput;
import io.emphatic.flink.jobs.LearnJob;
import io.emphatic.flink.jobs.LearningOperator;
import io.emphatic.flink.jobs.Refusals;
import io.emphatic.flink.jobs.RejectFile;
import io.emphatic.flink.jobs.RowEvaluator;
import io.emphatic.flink.jobs.RunningJob;
import io.emphatic.flink.state.Wire;
import io.emphatic.flink.state.Wire.KeyedRow;
import io.emphatic.flink.state.Wire.RejectedLine;
import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.doctor.Finding.Severity;
import io.emphatic.logs.evaluating.Evaluating;
import io.emphatic.logs.evaluating.EvaluationReport;
import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.live.LiveSpec;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutEvaluation;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutProgress;
import io.emphatic.logs.sql.SpillDirectory;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.MathUtils;

/** An evaluation as a sequence of jobs: which streams there are, then a job per pass. */
public final class FlinkEvaluation {
    private final ScaleOutEvaluation job;
    private final JobInput input;
    private final SpillDirectory working;
    private final Path parts;
    private final Consumer<ScaleOutProgress> progress;

    private FlinkEvaluation(
            ScaleOutEvaluation job, SpillDirectory working, Path parts, Consumer<ScaleOutProgress> progress)
            throws IOException {
        this.job = job;
        this.input = JobInput.of(job, working);
        this.working = working;
        this.parts = parts;
        this.progress = progress;
    }

    public static EvaluationReport evaluate(ScaleOutEvaluation job, Consumer<ScaleOutProgress> progress)
            throws IOException {
        Refusals.check(job);
        if (job.cluster() != null) {
            FlinkEngine.requireMemoryToSort(job.cluster());
        }
        try (SpillDirectory working = new SpillDirectory()) {
            Path parts = job.parts() == null
                    ? working.directory("parts")
                    : Files.createTempDirectory(
                            Files.createDirectories(job.parts().toAbsolutePath()), "emphatic-parts-");
            try {
                Files.deleteIfExists(job.rejected());
                return new FlinkEvaluation(job, working, parts, progress).run();
            } finally {
                SpillDirectory.delete(parts);
            }
        }
    }

    private EvaluationReport run() throws IOException {
        try (LiveSpec spec = input.description().compile()) {
            Path sample = parts.resolve("streams");
            run("streams", environment -> LearnJob.rows(environment, input)
                    .transform("streams", Types.VOID, new StreamSample(sample))
                    .uid("streams"));
            StreamRanges ranges = StreamRanges.of(
                    StreamSample.read(sample), spec.evaluationPlan().clusterKeys());
            Evaluation evaluation = Evaluation.of(spec.evaluationPlan().settings());
            List<Finding> findings = new ArrayList<>(input.findings());
            String before = null;
            while (evaluation.needsAnotherPass()) {
                String directory =
                        parts.resolve(before == null ? "sums" : "terms").toString();
                EvaluationParts pass = new EvaluationParts(directory, before);
                Map<String, Object> counts = run("pass", environment -> pass(environment, input, ranges, pass, job));
                addLeftOut(counts, findings);
                pass.merge(evaluation);
                before = directory;
            }
            return Evaluating.report(job.source().name(), job.spec(), evaluation.result(), findings);
        }
    }

    private void addLeftOut(Map<String, Object> counts, List<Finding> findings) {
        long malformed = RunningJob.number(counts, RejectFile.MALFORMED);
        long late = RunningJob.number(counts, RejectFile.LATE);
        if (malformed + late > 0) {
            String sentence = "left out are " + Numbers.count(malformed, "malformed line") + " and "
                    + Numbers.count(late, "row") + " with the time of another row of the stream; they are in "
                    + job.rejected();
            findings.add(Finding.of(Severity.WARNING, "rejected", sentence));
        }
    }

    /** Runs a job until it ends; its accumulators. */
    private Map<String, Object> run(String name, Consumer<StreamExecutionEnvironment> graph) throws IOException {
        Configuration configuration =
                JobConfiguration.sorted("emphatic " + job.source().name() + ", " + name);
        StreamExecutionEnvironment environment =
                FlinkEngine.environment(job.parallelism(), job.cluster(), configuration, working);
        graph.accept(environment);
        return new RunningJob(environment, null, null).await(progress);
    }

    /** A pass over the sorted rows. The first keeps what was left out. */
    public static void pass(
            StreamExecutionEnvironment environment,
            JobInput input,
            StreamRanges ranges,
            EvaluationParts parts,
            ScaleOutEvaluation job) {
        SingleOutputStreamOperator<KeyedRow> rows = LearnJob.rows(environment, input);
        SingleOutputStreamOperator<Void> sums = rows.keyBy(ranges, Wire.ORDERED)
                .transform("sums", Types.VOID, new SumsOperator(input.description(), ranges, parts));
        sums.uid("sums");
        if (parts.before() == null) {
            DataStream<RejectedLine> rejected =
                    rows.getSideOutput(RowEvaluator.REJECTED).union(sums.getSideOutput(LearningOperator.LATE));
            RejectFile.add(rejected, job.rejected(), job.tolerated());
        }
    }

    /** Some streams, by which {@link StreamRanges} are cut: those with the smallest hashes, whoever has seen them. */
    public static final class StreamSample extends AbstractStreamOperator<Void>
            implements OneInputStreamOperator<KeyedRow, Void>, BoundedOneInput {
        private static final long serialVersionUID = 1;

        private static final int SIZE = 1 << 13;
        private static final Comparator<StreamKey> BY_HASH = Comparator.comparingInt(
                        (StreamKey key) -> MathUtils.murmurHash(key.hashCode()))
                .thenComparing(Comparator.naturalOrder());

        private final String directory;
        private transient TreeSet<StreamKey> kept;

        public StreamSample(Path directory) {
            this.directory = directory.toString();
        }

        @Override
        public void open() throws Exception {
            super.open();
            kept = new TreeSet<>(BY_HASH);
        }

        @Override
        public void processElement(StreamRecord<KeyedRow> record) {
            add(record.getValue().stream(), kept);
        }

        private static void add(StreamKey stream, TreeSet<StreamKey> kept) {
            if (kept.size() < SIZE || BY_HASH.compare(stream, kept.last()) < 0) {
                kept.add(stream);
                if (kept.size() > SIZE) {
                    kept.pollLast();
                }
            }
        }

        @Override
        public void endInput() throws IOException {
            int task = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
            WholeFile.write(Path.of(directory).resolve("sample-" + task), file -> {
                DataOutputStream out = new DataOutputStream(file);
                out.writeInt(kept.size());
                for (StreamKey stream : kept) {
                    stream.write(out);
                }
            });
        }

        /** The sample of all that the tasks have seen. */
        public static Set<StreamKey> read(Path directory) throws IOException {
            TreeSet<StreamKey> all = new TreeSet<>(BY_HASH);
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "sample-*")) {
                for (Path file : files) {
                    try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
                        for (int left = in.readInt(); left > 0; left--) {
                            add(StreamKey.read(in), all);
                        }
                    }
                }
            }
            return all;
        }
    }
}
