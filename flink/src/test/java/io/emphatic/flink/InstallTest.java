package io.emphatic.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code flink/install}, with empty jars. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class InstallTest {
    @TempDir
    private Path directory;

    private void jars(String place, String... names) throws IOException {
        Path files = Files.createDirectories(directory.resolve(place));
        for (String name : names) {
            Files.writeString(files.resolve(name), name);
        }
    }

    private String install(int code) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        "sh", directory.resolve("flink/install").toString(), "flink-2")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isEqualTo(code);
        return said;
    }

    private List<String> installed() {
        return List.of(directory.resolve("flink-2/lib").toFile().list());
    }

    @Test
    void jarsOfTheLastTimeAreReplaced() throws Exception {
        Files.createDirectories(directory.resolve("flink"));
        Files.copy(Path.of("install"), directory.resolve("flink/install"));
        assertThat(install(1)).contains("there is nothing to install");
        jars("flink/target/lib", "flink-core-2.3.0.jar", "flink-core-api-2.3.0.jar");
        jars("flink/target/cluster-lib", "emphatic-core-1.jar", "duckdb_jdbc-1.jar");
        jars("flink-2/lib", "flink-dist-2.2.0.jar", "log4j.jar");
        assertThat(install(1))
                .contains("flink-2 is not the Flink that jobs are built for: it has no lib/flink-dist-2.3.0.jar");
        jars("flink-2/lib", "flink-dist-2.3.0.jar");
        assertThat(install(0)).startsWith("2 jars are in flink-2/lib.");
        Files.move(
                directory.resolve("flink/target/cluster-lib/duckdb_jdbc-1.jar"),
                directory.resolve("flink/target/cluster-lib/duckdb_jdbc-2.jar"));
        install(0);
        assertThat(installed())
                .contains("log4j.jar", "emphatic-core-1.jar", "duckdb_jdbc-2.jar")
                .doesNotContain("duckdb_jdbc-1.jar");
    }
}
