package io.emphatic.logs.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.Parameter;
import io.emphatic.logs.Table;
import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.file.ProgressListener;
import io.emphatic.logs.model.Model;
import io.emphatic.logs.model.Model.LearnedWeights;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tomorrow's log goes on where today's ended. */
class GoingOnTest {
    private static final int ROWS = 600;

    @TempDir
    private Path directory;

    private final Table all = Table.random(21, ROWS);

    private Path write(String name, List<Table.Row> rows) throws IOException {
        Path folder = Files.createDirectories(directory.resolve(name));
        return Path.of(new Table(rows).write(folder));
    }

    /** A row after which a new stream begins, near the middle. */
    private int cut() {
        int row = ROWS / 2;
        while (all.rows().get(row).ep() == all.rows().get(row - 1).ep()) {
            row++;
        }
        return row;
    }

    private Path learn(Path log, Spec spec, Path from, String name) throws IOException {
        Path model = directory.resolve(name);
        try (Log source = Log.open(log.toString())) {
            Learning.learn(source, spec, options(model, from, null, false, ProgressListener.NONE));
        }
        return model;
    }

    private static Learning.Options options(
            Path model, Path from, Path checkpoint, boolean resume, ProgressListener progress) {
        return new Learning.Options(null, model, checkpoint, 50, resume, from, false, "test", progress, false, null);
    }

    private static Spec everyKind() {
        List<Spec.Prediction> predictions = new ArrayList<>(List.of(
                Table.prediction("etd", "etd", Map.of("step_size", 0.001)),
                Table.prediction("clipped", "etd", Map.of("step_size", 0.001, "clip", 0.5)),
                Table.prediction("scheduled", "td", Map.of("c1", 1.0, "c2", 100.0)),
                Table.prediction("gradient", "tdrc", Map.of("step_size", 0.001)),
                Table.prediction("online", "true-online-etd", Map.of("step_size", 0.001)),
                Table.prediction("diverging", "td", Map.of("step_size", 1e50)),
                Table.prediction("exact", "elstd", Map.of("ridge", 0.01)),
                Table.prediction("chosen", "td", Map.of("step_size", Parameter.AUTO)),
                Table.prediction("weighted", "wis-td", Map.of("usage_decay", 0.01)),
                Table.prediction("weighted gradient", "wis-gtd", Map.of("usage_decay", 0.01)),
                Table.prediction("weighted emphasis", "wis-etd", Map.of())));
        for (int k = 0; k < 20; k++) {
            predictions.add(Table.prediction("horde" + k, "etd", Map.of("step_size", 0.0001 * (k + 1))));
        }
        return Table.spec(predictions.toArray(new Spec.Prediction[0]));
    }

    private static void assertSameLearned(Path one, Path other) throws IOException {
        List<LearnedWeights> a = Model.read(one).predictions();
        List<LearnedWeights> b = Model.read(other).predictions();
        for (int p = 0; p < a.size(); p++) {
            assertThat(a.get(p).weights())
                    .as(a.get(p).name())
                    .containsExactly(b.get(p).weights());
            assertThat(a.get(p).steps()).isEqualTo(b.get(p).steps());
            assertThat(a.get(p).divergedAt()).isEqualTo(b.get(p).divergedAt());
        }
        assertThat(Model.read(one).state()).isEqualTo(Model.read(other).state());
    }

    @Test
    void twoDaysOneAfterTheOtherGiveTheBytesOfBothInOneRun() throws IOException {
        Spec spec = everyKind();
        Path whole = learn(write("whole", all.rows()), spec, null, "whole-model");
        Path first = learn(write("one", all.rows().subList(0, cut())), spec, null, "day1-model");
        Path second = learn(write("two", all.rows().subList(cut(), ROWS)), spec, first, "day2-model");
        assertSameLearned(second, whole);
        assertThat(Model.read(whole).predictions().stream()
                        .filter(one -> one.divergedAt() != null)
                        .map(LearnedWeights::name))
                .contains("diverging");
        assertThat(Model.read(second).origin().from())
                .isEqualTo(Model.read(first).checksum());
    }

    @Test
    void aRunThatGoesOnCanBeInterruptedAndResumedButNotFromAnotherModel() throws IOException {
        Spec spec = everyKind();
        Path first = learn(write("one", all.rows().subList(0, cut())), spec, null, "day1-model");
        Path tomorrow = write("two", all.rows().subList(cut(), ROWS));
        Path expected = learn(tomorrow, spec, first, "uninterrupted");
        Path saved = directory.resolve("saved");
        Path model = directory.resolve("day2-model");
        try (Log source = Log.open(tomorrow.toString())) {
            assertThatThrownBy(() -> Learning.learn(source, spec, options(model, first, saved, false, (rows, of) -> {
                        if (rows > 120) {
                            throw new IllegalStateException("stop");
                        }
                    })))
                    .hasMessage("stop");
            Path other = learn(write("three", all.rows().subList(0, 40)), spec, null, "other-model");
            assertThatThrownBy(() ->
                            Learning.learn(source, spec, options(model, other, saved, true, ProgressListener.NONE)))
                    .hasMessageContaining("belongs to another spec");
            Learning.learn(source, spec, options(model, first, saved, true, ProgressListener.NONE));
        }
        assertSameLearned(model, expected);
    }

    @Test
    void anotherSpecIsRefused() throws IOException {
        Path log = write("one", all.rows());
        Path first = learn(log, Table.spec(Table.prediction("p", "td", Map.of("step_size", 0.1))), null, "m");
        Spec other = Table.spec(Table.prediction("p", "td", Map.of("step_size", 0.2)));
        assertThatThrownBy(() -> learn(log, other, first, "n")).hasMessageStartingWith("the spec differs from");
    }

    @Test
    void whatIsNewIsCountedAndTheFeaturesStay() throws IOException {
        List<FeatureBlock> blocks = List.of(
                new FeatureBlock.OneHot("kind"),
                new FeatureBlock.Tiles(List.of("x"), List.of(), 2, List.of(4), 0),
                FeatureBlock.Cross.of(List.of("site", "kind")));
        Spec.Prediction prediction =
                new Spec.Prediction("p", null, null, null, null, "0.5", null, null, "td", Map.of("step_size", 0.1));
        Spec spec = new Spec(null, null, null, null, null, blocks, List.of(prediction));
        Path day1 = Files.writeString(directory.resolve("1.csv"), "kind,site,x,reward\na,s,0,1\nb,t,1,2\na,s,0.5,1\n");
        Path day2 = Files.writeString(
                directory.resolve("2.csv"), "kind,site,x,reward\nc,s,0,1\nb,t,1,2\nc,u,2,1\na,s,0,1\n");
        Path first = learn(day1, spec, null, "m1");
        try (Log source = Log.open(day2.toString())) {
            LearningReport report = Learning.learn(
                    source, spec, options(directory.resolve("m2"), first, null, false, ProgressListener.NONE));
            assertThat(report.findings()).extracting(Finding::check).contains("new-category", "new-range");
            assertThat(report.findings())
                    .extracting(Finding::message)
                    .contains(
                            "2 rows with a value of onehot kind that the model does not know",
                            "1 row with a value of cross site that the model does not know",
                            "1 row with a value of tiles x outside of the model's range [0.0, 1.0]");
            assertThat(report.predictions().get(0).steps()).isEqualTo(3);
            assertThat(report.predictions().get(0).stepsBefore()).isEqualTo(2);
        }
        assertThat(Model.read(directory.resolve("m2")).features())
                .isEqualTo(Model.read(first).features());
    }

    @Test
    void twoRunsThatWriteTheSameModelAreNotLetLoose() throws IOException {
        Path log = write("one", all.rows());
        Spec spec = Table.spec(Table.prediction("p", "td", Map.of("step_size", 0.1)));
        Path model = directory.resolve("m");
        List<String> refusals = new ArrayList<>();
        try (Log source = Log.open(log.toString());
                Log other = Log.open(log.toString())) {
            Learning.learn(source, spec, options(model, null, directory.resolve("saved"), false, (rows, of) -> {
                for (Path taken : List.of(model, directory.resolve("m2"))) {
                    try {
                        Learning.learn(
                                other,
                                spec,
                                options(taken, null, directory.resolve("saved"), false, ProgressListener.NONE));
                    } catch (IOException e) {
                        refusals.add(e.getMessage());
                    }
                }
            }));
        }
        assertThat(refusals)
                .isNotEmpty()
                .allMatch(message -> message.contains(" is being written by another run: process "
                        + ProcessHandle.current().pid()));
        assertThat(refusals.get(0)).startsWith("the model file " + model);
        assertThat(refusals.get(1)).startsWith("the checkpoint " + directory.resolve("saved"));
        assertThat(directory.resolve(".m.lock")).doesNotExist();
        assertThat(directory.resolve("m2")).doesNotExist();
    }
}
