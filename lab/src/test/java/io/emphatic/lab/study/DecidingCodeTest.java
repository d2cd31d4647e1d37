package io.emphatic.lab.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.lab.Problem;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which classes of a problem from outside decide the numbers of a study. */
class DecidingCodeTest {
    private static final String PROBLEM = """
            package own;
            import io.emphatic.experience.Features;
            import io.emphatic.lab.SimulatedProblem;
            import io.emphatic.lab.SimulatedStep;
            import java.util.random.RandomGenerator;
            public final class Drop implements SimulatedProblem<Integer> {
                public String name() { return "drop"; }
                public String summary() { return "falls"; }
                public int size() { return 1; }
                public Integer start(RandomGenerator random) { return 0; }
                public SimulatedStep<Integer> step(Integer state, RandomGenerator random) {
                    return new SimulatedStep<>(null, far.away.Physics.gravity(), 1, 1);
                }
                public SimulatedStep<Integer> targetStep(Integer state, RandomGenerator random) {
                    return step(state, random);
                }
                public Features features(Integer state) { return Features.binary(1, 0); }
                public double discount(Integer state) { return 1; }
            }
            """;

    @TempDir
    private Path directory;

    private DecidingCode code(double gravity) throws Exception {
        Path classes = Files.createDirectories(directory.resolve("classes-" + gravity));
        compile(classes, "Physics.java", """
                package far.away;
                public final class Physics {
                    public static double gravity() { return %s; }
                }
                """.formatted(gravity));
        compile(classes, "Drop.java", PROBLEM);
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
            Problem problem = (Problem)
                    loader.loadClass("own.Drop").getDeclaredConstructor().newInstance();
            return DecidingCode.of(new Study(problem, 1, 10, 1, 10, List.of()));
        }
    }

    private void compile(Path classes, String name, String source) throws IOException {
        Path file = Files.writeString(directory.resolve(name), source);
        String path = System.getProperty("java.class.path") + System.getProperty("path.separator") + classes;
        String[] arguments = {"-d", classes.toString(), "-cp", path, "-proc:none", file.toString()};
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments))
                .isZero();
    }

    @Test
    void aHelperInAnotherPackageDecidesAndNoOtherLibraryDoes() throws Exception {
        DecidingCode code = code(9.81);
        assertThat(code.digests().keySet())
                .contains("own/Drop", "far/away/Physics", "io/emphatic/lab/study/ErrorMeter")
                .allMatch(
                        name -> name.startsWith("own/") || name.startsWith("far/") || name.startsWith("io/emphatic/"));
        assertThat(code(9.81).digest()).isEqualTo(code.digest());
        assertThat(code(1.62).changedIn(code)).isEqualTo("far.away.Physics");
    }
}
