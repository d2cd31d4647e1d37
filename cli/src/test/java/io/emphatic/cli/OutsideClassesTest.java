package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Algorithms and problems from outside, in processes of their own: the registries look for them once. */
@Tag("slow")
class OutsideClassesTest {
    private static final Path EXAMPLE = Path.of("..", "examples", "own-algorithm", "src", "main");

    @TempDir
    private Path directory;

    /** The example's classes and services, as its jar has them. */
    private Path compiled() throws IOException {
        Path classes = directory.resolve("classes");
        List<String> arguments = new ArrayList<>(
                List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none"));
        try (Stream<Path> sources = Files.walk(EXAMPLE.resolve("java"))) {
            sources.filter(Files::isRegularFile).forEach(source -> arguments.add(source.toString()));
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
        Path services = EXAMPLE.resolve("resources").resolve("META-INF").resolve("services");
        Path copied = Files.createDirectories(classes.resolve("META-INF").resolve("services"));
        for (String service : List.of("io.emphatic.AlgorithmProvider", "io.emphatic.lab.Problem")) {
            Files.copy(services.resolve(service), copied.resolve(service));
        }
        return classes;
    }

    private String emphatic(int code, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dfile.encoding=UTF-8",
                "-Dstdout.encoding=UTF-8",
                "-cp",
                System.getProperty("java.class.path"),
                Emphatic.class.getName()));
        command.addAll(List.of(arguments));
        File output = directory.resolve("output").toFile();
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start();
        int exit = process.waitFor();
        String text = Files.readString(output.toPath(), StandardCharsets.UTF_8);
        assertThat(exit).as(text).isEqualTo(code);
        return text;
    }

    @Test
    void anAlgorithmAndAProblemFromOutsideAreListedStudiedReportedAndLearnedWith() throws Exception {
        String classes = compiled().toString();
        assertThat(emphatic(0, "algorithms", "--class-path", classes)).contains("swift-td", "pgtd2");
        assertThat(emphatic(0, "--class-path=" + classes, "problems", "corridor"))
                .contains("a noisy walk on a line");
        Path study = Files.writeString(directory.resolve("study.yaml"), """
                problem: corridor
                runs: 2
                steps: 500
                algorithms: {swift-td: {initial_step_size: 0.05, rate_bound: [0.1, 0.2]}, td: {step_size: 0.05}}
                """);
        String out = directory.resolve("out").toString();
        assertThat(emphatic(0, "study", study.toString(), "--out", out, "--class-path", classes))
                .contains("corridor: 3 settings of 2 algorithms", "True values of 256 states by simulation");
        assertThat(emphatic(0, "report", out, "--class-path", classes)).contains("swift-td", "rate_bound ");
        String log = Path.of("..", "examples", "pumps", "pumps.csv").toString();
        assertThat(emphatic(
                        0,
                        "learn",
                        log,
                        "--class-path",
                        classes,
                        "--algorithm",
                        "swift-td",
                        "--set",
                        "rate_bound=0.2",
                        "--features",
                        "1",
                        "--cumulant",
                        "1",
                        "--discount",
                        "0.5",
                        "--ratio",
                        "1"))
                .contains("swift-td");
        assertThat(emphatic(1, "explain", "corridor", "--class-path", classes))
                .contains("corridor is a simulator: there is no exact MDP of it");
    }

    @Test
    void aClassPathThatIsNotThereOrHoldsWhatCannotBeUsedIsRefused() throws Exception {
        assertThat(emphatic(2, "algorithms", "--class-path", "nowhere.jar"))
                .contains("--class-path names a jar that is not there: nowhere.jar");
        Path services = Files.createDirectories(directory.resolve("bad/META-INF/services"));
        Files.writeString(services.resolve("io.emphatic.AlgorithmProvider"), "example.own.Missing\n");
        assertThat(emphatic(
                        2,
                        "algorithms",
                        "--class-path",
                        directory.resolve("bad").toString()))
                .contains("an algorithm from outside cannot be used", "example.own.Missing")
                .doesNotContain("\tat ");
    }

    @Test
    void anEmptyEntryOrAFileThatIsNoJarIsRefused() throws IOException {
        Path text = Files.writeString(directory.resolve("text.jar"), "no jar");
        assertRefused("", "--class-path has an empty entry: ''");
        assertRefused(directory + File.pathSeparator, "--class-path has an empty entry");
        assertRefused(text.toString(), "--class-path names what is neither a jar nor a directory: " + text);
    }

    private static void assertRefused(String classPath, String why) {
        Run run = Run.emphatic("algorithms", "--class-path=" + classPath);
        assertThat(run.code()).isEqualTo(Emphatic.WRONG_USAGE);
        assertThat(run.err()).contains(why).doesNotContain("\tat ");
        assertThat(run.out()).isEmpty();
    }
}
