package io.emphatic.lab.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.lab.Estimate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Studies that get more runs, or more results from elsewhere. */
class GrowingStudyTest {
    private static final String ALGORITHMS = """
            steps: 400
            seed: 3
            every: 50
            algorithms:
              td:   {step_size: [0.01, 0.1, 30], lambda: [0, 0.9]}
              lstd: {lambda: 1}
            """;

    private static final String LEAST_SQUARES =
            ALGORITHMS.replace("  td:   {step_size: [0.01, 0.1, 30], lambda: [0, 0.9]}\n", "");

    @TempDir
    private Path temporary;

    private Path file(String text) throws IOException {
        return Files.writeString(temporary.resolve("study.yaml"), "problem: collision\n" + text);
    }

    private Path run(String text, String out) throws IOException {
        Path directory = temporary.resolve(out);
        try (StudyRun run = new StudyRun(file(text), directory, "test")) {
            run.run(2, done -> {});
            run.rerun(2, done -> {});
        }
        return directory;
    }

    private static void assertSame(Path one, Path other) throws IOException {
        for (String table : List.of("results.csv", "curves.csv")) {
            assertThat(one.resolve(table)).hasSameBinaryContentAs(other.resolve(table));
        }
        assertThat(Ranking.of(one).algorithms().get(0).byAuc().orElseThrow().rerunAuc())
                .isEqualTo(Ranking.of(other)
                        .algorithms()
                        .get(0)
                        .byAuc()
                        .orElseThrow()
                        .rerunAuc());
    }

    @Test
    void runsAddedLaterGiveTheBitsOfOneGoAndOnlyTheyAreComputed() throws IOException {
        Path grown = run("runs: 3\n" + ALGORITHMS, "grown");
        try (StudyRun more = new StudyRun(file("runs: 5\n" + ALGORITHMS), grown, "test")) {
            assertThat(more.missingSettings()).isEqualTo(7);
            assertThat(more.missingSettingSteps()).isEqualTo(7 * 2 * 400);
        }
        run("runs: 5\n" + ALGORITHMS, "grown");
        assertSame(grown, run("runs: 5\n" + ALGORITHMS, "one-go"));
    }

    @Test
    void runsAreNotTakenAway() throws IOException {
        run("runs: 3\n" + ALGORITHMS, "out");
        assertThatThrownBy(() -> run("runs: 2\n" + ALGORITHMS, "out"))
                .hasMessageContaining("this study has 2")
                .hasMessageContaining("Runs can be added, not taken away");
    }

    @Test
    void theCurveOfEveryRunIsKeptWhereTheStudyAsksForIt() throws IOException {
        Path out = run("runs: 2\n" + ALGORITHMS, "out");
        assertThat(out.resolve("runs.csv")).doesNotExist();
        run("runs: 3\ncurves: runs\n" + ALGORITHMS, "out");
        List<String> rows = Files.readAllLines(out.resolve("runs.csv"));
        assertThat(rows.get(0)).isEqualTo("setting,run,step,error");
        assertThat(rows).hasSize(1 + 7 * 3 * 9);
        assertThat(rows.get(1 + 9)).as("the first point of the second run").startsWith("0,1,0,");
        double[] last = rows.stream()
                .filter(row -> row.matches("0,\\d,400,.*"))
                .mapToDouble(row -> Double.parseDouble(row.substring(row.lastIndexOf(',') + 1)))
                .toArray();
        String mean = Files.readAllLines(out.resolve("curves.csv")).get(9);
        assertThat(mean).startsWith("0,400,");
        assertThat(Double.parseDouble(mean.split(",")[2]))
                .isCloseTo(Estimate.of(last).mean(), within(1e-12));
        run("runs: 4\ncurves: runs\n" + ALGORITHMS, "out");
        assertThat(Files.readAllLines(out.resolve("runs.csv"))).hasSize(1 + 7 * 4 * 9);
        assertSame(out, run("runs: 4\n" + ALGORITHMS, "one-go"));
    }

    @Test
    void anotherWordForCurvesIsRefused() {
        assertThatThrownBy(() -> run("runs: 2\ncurves: all\n" + ALGORITHMS, "out"))
                .hasMessageContaining("curves is neither mean nor runs: all (line 3");
    }

    /** Runs 1 to 2 here, 3 to 5 and 6 on other machines; together they are runs 1 to 6, to the byte. */
    @Test
    void runsSharedOutToMachinesAreThoseOfOneGo() throws IOException {
        Path first = run("runs: 1..2\n" + ALGORITHMS, "first");
        Path second = run("runs: 3..5\n" + ALGORITHMS, "second");
        Path third = run("runs: 6..6\n" + ALGORITHMS, "third");
        assertThat(second.resolve("results.csv")).content().contains(",2,", ",4,");
        assertThat(StudyRun.firstRunIn(second)).isEqualTo(2);
        assertThatThrownBy(() -> Ranking.of(second)).hasMessageContaining("holds the later runs of a study only");
        Path merged = temporary.resolve("merged");
        try (StudyRun run = new StudyRun(file("runs: 6\n" + ALGORITHMS), merged, "test")) {
            assertThat(run.takeFrom(second))
                    .as("runs 1 and 2 are not there yet")
                    .isZero();
            assertThat(run.takeFrom(first)).isEqualTo(7);
            assertThat(run.takeFrom(second)).isEqualTo(7);
            assertThat(run.takeFrom(second)).isZero();
            assertThat(run.takeFrom(third)).isEqualTo(7);
            assertThat(run.missingSettings()).isZero();
        }
        Path whole = run("runs: 6\n" + ALGORITHMS, "whole");
        assertSame(run("runs: 6\n" + ALGORITHMS, "merged"), whole);
        // with the curve of every run, too
        String curves = "runs: 5\ncurves: runs\n" + ALGORITHMS;
        Path kept = run("runs: 1..2\ncurves: runs\n" + ALGORITHMS, "kept");
        try (StudyRun run = new StudyRun(file(curves), kept, "test")) {
            assertThat(run.takeFrom(second)).isEqualTo(7);
        }
        Path all = run(curves, "all");
        assertThat(run(curves, "kept").resolve("runs.csv")).hasSameBinaryContentAs(all.resolve("runs.csv"));
        for (String wrong : List.of("0..3", "4..3", "1..200000")) {
            assertThatThrownBy(() -> run("runs: " + wrong + "\n" + ALGORITHMS, "out"))
                    .hasMessageContaining("runs is not");
        }
        for (String wrong : List.of("31-60", "31 to 60", "31...60")) {
            assertThatThrownBy(() -> run("runs: " + wrong + "\n" + ALGORITHMS, "out"))
                    .hasMessageContaining("runs is not FIRST..LAST with 1 ≤ FIRST ≤ LAST: " + wrong);
        }
        assertThatThrownBy(() -> run("runs: 2\n" + ALGORITHMS, "second"))
                .hasMessageContaining(", without its first 2 runs\nThis one is: ");
    }

    @Test
    void onlySettingsOfTheStudyAreTakenOver() throws IOException {
        String both = "runs: 3\n" + LEAST_SQUARES + "  gtd: {step_size: [0.01, 0.1]}\n";
        Path other = run(both, "other");
        Path one = temporary.resolve("one");
        try (StudyRun run = new StudyRun(file("runs: 3\n" + LEAST_SQUARES), one, "test")) {
            assertThat(run.takeFrom(other)).isEqualTo(1);
            assertThat(run.missingSettings()).isZero();
        }
        try (StudyRun run = new StudyRun(file(both), one, "test")) {
            assertThat(run.missingSettings()).as("gtd was not asked for").isEqualTo(2);
        }
    }

    @Test
    void takingOverChangesNothingInTheOtherDirectory() throws IOException {
        Path other = run("runs: 3\n" + ALGORITHMS.replace("  lstd: {lambda: 1}\n", ""), "other");
        Path unfinished = Files.writeString(other.resolve("chunks").resolve(".x.chunk.1.tmp"), "half");
        Path empty = Files.createDirectory(temporary.resolve("empty"));
        Map<Path, String> before = contents(other);
        Path one = temporary.resolve("one");
        try (StudyRun run = new StudyRun(file("runs: 3\n" + ALGORITHMS), one, "test")) {
            assertThat(run.takeFrom(other)).isEqualTo(6);
            assertThat(run.takeFrom(empty)).isZero();
        }
        assertThat(contents(other)).isEqualTo(before).containsKey(unfinished);
        assertThat(empty).isEmptyDirectory();
    }

    private static Map<Path, String> contents(Path directory) throws IOException {
        Map<Path, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                contents.put(file, Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        return contents;
    }

    @Test
    void aResultWithCurvesIsTakenOverWhereTheStudyAsksForThemAndThisOneHasNone() throws IOException {
        String curves = "runs: 3\ncurves: runs\n" + ALGORITHMS;
        Path other = run(curves, "other");
        Path one = run("runs: 3\n" + ALGORITHMS, "one");
        try (StudyRun run = new StudyRun(file(curves), one, "test")) {
            assertThat(run.missingSettings()).isEqualTo(7);
            assertThat(run.takeFrom(other)).isEqualTo(7);
            assertThat(run.missingSettings()).isZero();
        }
        try (StudyRun again = new StudyRun(file(curves), one, "test")) {
            assertThat(again.missingSettings()).isZero();
        }
    }

    @Test
    void moreRunsWithoutCurvesAreNotTakenOverWhereTheStudyAsksForThem() throws IOException {
        Path other = run("runs: 3\n" + ALGORITHMS, "other");
        Path one = run("runs: 2\ncurves: runs\n" + ALGORITHMS, "one");
        try (StudyRun run = new StudyRun(file("runs: 3\ncurves: runs\n" + ALGORITHMS), one, "test")) {
            assertThat(run.takeFrom(other)).isZero();
            assertThat(run.missingSettingSteps()).isEqualTo(7 * 400);
        }
    }

    @Test
    void whatIsThereIsTakenFromADirectoryInWhichAStudyIsAtWork() throws IOException {
        Path other = run("runs: 3\n" + ALGORITHMS, "other");
        Path study = file("runs: 3\n" + ALGORITHMS);
        try (StudyRun run = new StudyRun(study, temporary.resolve("one"), "test");
                StudyRun working = new StudyRun(study, other, "test")) {
            assertThat(working.missingSettings()).isZero();
            assertThat(run.takeFrom(other)).isEqualTo(7);
        }
    }

    @Test
    void resultsOfTwoMachinesAreMerged() throws IOException {
        Path one = run("runs: 3\n" + LEAST_SQUARES, "one");
        Path other = run("runs: 3\n" + ALGORITHMS.replace("  lstd: {lambda: 1}\n", ""), "other");
        try (StudyRun run = new StudyRun(file("runs: 3\n" + ALGORITHMS), one, "test")) {
            assertThat(run.missingSettings()).isEqualTo(6);
            assertThat(run.takeFrom(other)).isEqualTo(6);
            assertThat(run.missingSettings()).isZero();
            run.run(1, done -> {});
            run.rerun(1, done -> {});
        }
        assertSame(one, run("runs: 3\n" + ALGORITHMS, "one-go"));
        assertThat(Provenance.read(one)).hasSize(2);
        Path foreign = run("runs: 3\n" + ALGORITHMS.replace("seed: 3", "seed: 4"), "foreign");
        try (StudyRun run = new StudyRun(file("runs: 3\n" + ALGORITHMS), one, "test")) {
            assertThatThrownBy(() -> run.takeFrom(foreign)).hasMessageContaining("holds another study");
        }
    }

    @Test
    void otherVersionsOfTheProgramAreNamed() throws IOException {
        Path out = run("runs: 2\n" + ALGORITHMS, "out");
        try (StudyRun same = new StudyRun(file("runs: 2\n" + ALGORITHMS), out, "test")) {
            assertThat(same.otherVersions()).isEmpty();
        }
        try (StudyRun newer = new StudyRun(file("runs: 2\n" + ALGORITHMS), out, "newer")) {
            assertThat(newer.otherVersions()).containsExactly("test");
        }
    }
}
