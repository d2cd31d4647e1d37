package io.emphatic.bench.referee;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.documents.json.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RefereeRunTest {
    private static final int PAIRS = 30;

    @TempDir
    private Path directory;

    /** Cheap ones: a bandit, a chain with features, a published world with one target and a process that is cut. */
    private static List<LogKind> kinds() {
        List<String> names = List.of("bandit: two arms, far", "chain of 2", "ModelFail", "ends and cuts, no features");
        return LogKinds.all().stream()
                .filter(kind -> names.contains(kind.name()))
                .map(kind -> new LogKind(
                        kind.name(),
                        kind.worlds(),
                        kind.sight(),
                        kind.written(),
                        kind.everyAction(),
                        kind.cutAfter(),
                        20,
                        50))
                .toList();
    }

    private static String text(RefereeReport report) {
        StringWriter text = new StringWriter();
        report.print(new PrintWriter(text));
        return text + Json.text(report.json());
    }

    private static Map<String, String> files(Path directory) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> paths = Files.list(directory)) {
            for (Path path : paths.toList()) {
                files.put(path.getFileName().toString(), Files.readString(path));
            }
        }
        return files;
    }

    @Test
    void theSameBytesComeFromOneThreadAndFromThree() throws IOException {
        Path one = directory.resolve("one");
        Path three = directory.resolve("three");
        String first = text(new RefereeRun(one, kinds(), PAIRS).run(1, chunk -> {}));
        String second = text(new RefereeRun(three, kinds(), PAIRS).run(3, chunk -> {}));
        assertThat(second).isEqualTo(first);
        assertThat(files(three)).isEqualTo(files(one)).hasSize(2 + 2 + 3 + 2);
        assertThat(first).contains("ModelFail").contains("chain of 2 *").doesNotContain("NaN");
    }

    @Test
    void anInterruptedRunContinuesAndEndsInTheSameBytes() throws IOException {
        String whole = text(new RefereeRun(directory.resolve("whole"), kinds(), PAIRS).run(1, chunk -> {}));
        Path kept = directory.resolve("kept");
        new RefereeRun(kept, kinds(), PAIRS).run(1, chunk -> {});
        Map<String, String> before = files(kept);
        List<String> lost = before.keySet().stream().limit(4).toList();
        for (String name : lost) {
            Files.delete(kept.resolve(name));
        }
        // A chunk of another kind under the name of this one counts as not there.
        String last =
                before.keySet().stream().skip(before.size() - 1).findFirst().orElseThrow();
        Files.writeString(kept.resolve(last), "referee 1\tanother kind\n");
        AtomicInteger chunks = new AtomicInteger();
        RefereeRun again = new RefereeRun(kept, kinds(), PAIRS);
        assertThat(text(again.run(2, chunks::addAndGet))).isEqualTo(whole);
        assertThat(chunks.get()).isEqualTo(again.chunks());
        assertThat(files(kept)).isEqualTo(before);
    }

    @Test
    void whatIsKeptIsNotComputedAgain() throws IOException {
        new RefereeRun(directory, kinds(), PAIRS).run(1, chunk -> {});
        Path one = Files.list(directory).sorted().findFirst().orElseThrow();
        String marked = Files.readString(one).replace("\tTRUST\t", "\tCARE\t");
        Files.writeString(one, marked);
        new RefereeRun(directory, kinds(), PAIRS).run(1, chunk -> {});
        assertThat(Files.readString(one)).isEqualTo(marked);
    }

    @Test
    void aLogDependsOnItsKindAndNumberAlone() {
        LogKind kind = kinds().get(1);
        assertThat(Trial.of(kind, 3)).isEqualTo(Trial.of(kind, 3)).isNotEqualTo(Trial.of(kind, 5));
    }

    @Test
    void wdrOnModelFailIsAsGoodAsPublishedWhereOnlyTheFirstStepIsAChoice() {
        // Its variance: E[ρ²(G − v)²]/1000 = 4.20·10⁻⁴; published 4.56·10⁻⁴.
        var error = ModelFailError.of("wdr", false, 400, 1);
        assertThat(error.mean()).isBetween(4.20e-4 - 4 * error.stderr(), 4.20e-4 + 4 * error.stderr());
        assertThat(error.stderr()).isLessThan(4e-5);
    }
}
