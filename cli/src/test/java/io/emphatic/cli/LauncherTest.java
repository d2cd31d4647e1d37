package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./emphatic} in a repository of nothing, with a Maven that only writes down what it would have built. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class LauncherTest {
    private static final String MAVEN = """
            echo "$*" | sed 's/.*-pl \\([^ ]*\\).*/\\1/' >>../built
            mkdir -p cli/target flink/target/lib
            case "$*" in
              *cli*) date +%N >cli/target/emphatic.jar; echo library >cli/target/libduckdb_java.so_x ;;
            esac
            case "$*" in
              *flink*) date +%N >flink/target/lib/emphatic-flink-1.jar ;;
            esac
            """;

    @TempDir
    private Path directory;

    @BeforeEach
    void write() throws IOException {
        Path home = Files.createDirectories(directory.resolve("home"));
        Files.copy(Path.of("../emphatic"), home.resolve("emphatic"));
        Files.createDirectories(home.resolve("cli/src/main"));
        Files.writeString(home.resolve("pom.xml"), "");
        Files.writeString(home.resolve("cli/pom.xml"), "");
        Files.createDirectories(directory.resolve("bin"));
        program("java", "if [ \"$1\" = -version ]; then echo 'x version \"17.0.1\"'; else echo \"$@\"; fi");
        program("javac", "exit 0");
        program("mvn", MAVEN);
    }

    private void program(String name, String script) throws IOException {
        Path file = Files.writeString(directory.resolve("bin").resolve(name), "#!/bin/sh\nset -eu\n" + script + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    /** What would be run. */
    private String run(String... arguments) throws IOException, InterruptedException {
        String[] command = new String[arguments.length + 2];
        command[0] = "sh";
        command[1] = directory.resolve("home/emphatic").toString();
        System.arraycopy(arguments, 0, command, 2, arguments.length);
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().remove("JAVA_HOME");
        builder.environment().put("PATH", directory.resolve("bin") + ":" + System.getenv("PATH"));
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    @Test
    void flinkIsBuiltWithoutTheCommandLineThatOthersRun() throws Exception {
        assertThat(run("learn", "x")).contains("-jar " + directory.resolve("home/cli/target/run/cli.jar") + " learn x");
        Path jar = directory.resolve("home/cli/target/emphatic.jar");
        String first = Files.readString(jar);
        assertThat(run("flink", "learn")).contains("run/cli.jar:").contains("run/flink.jar:");
        run("learn");
        run("flink", "learn");
        assertThat(directory.resolve("built")).hasContent("cli\nflink");
        assertThat(jar).hasContent(first.strip());
    }

    @Test
    void helpForFlinkNeedsNoFlink() throws Exception {
        for (String[] asked : new String[][] {{"flink", "--help"}, {"flink", "learn", "-h"}}) {
            assertThat(run(asked)).contains("-jar " + directory.resolve("home/cli/target/run/cli.jar") + " flink ");
        }
        assertThat(directory.resolve("built")).hasContent("cli");
    }

    @Test
    void whoRunsTheJarKeepsItWhenItIsBuiltAgain() throws Exception {
        run("learn");
        Path jar = directory.resolve("home/cli/target/run/cli.jar");
        String first = Files.readString(jar);
        try (InputStream open = Files.newInputStream(jar)) {
            Thread.sleep(20); // a source that is newer, by the clock of the disk
            Files.writeString(directory.resolve("home/cli/src/main/Source.java"), "");
            run("learn");
            assertThat(directory.resolve("built")).hasContent("cli\ncli");
            assertThat(Files.readString(jar)).isNotEqualTo(first);
            assertThat(new String(open.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(first);
        }
        assertThat(directory.resolve("home/cli/target/run/libduckdb_java.so_x")).exists();
    }
}
