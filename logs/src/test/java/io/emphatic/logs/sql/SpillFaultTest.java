package io.emphatic.logs.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A sort that spills more than the disk takes, by DuckDB's own limit. */
class SpillFaultTest {
    /** No file can be made there, whoever asks. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aReadOnlySpillDirectoryIsTold(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("log.csv"), "x\n1\n");
        try (Log log = Log.open(LogSource.files(file.toString()), new LogSettings("64MB", 1, Path.of("/sys/kernel")))) {
            String sort = "CREATE TEMP TABLE sorted AS SELECT hash(range) AS h, repeat('x', 50) || range AS text"
                    + " FROM range(3000000) ORDER BY h";
            SQLException refused = catchThrowableOfType(SQLException.class, () -> log.execute(sort));
            assertThat(SqlFailure.message(refused))
                    .startsWith("what does not fit into memory cannot be put into /sys/kernel: ")
                    .endsWith("\nGive another directory with --temp-dir, or more memory with --memory.");
        }
    }

    @Test
    void aFullSpillDiskIsToldWithWhatToDo(@TempDir Path directory) throws IOException, SQLException {
        Path file = Files.writeString(directory.resolve("log.csv"), "x\n1\n");
        LogSettings settings = new LogSettings("64MB", 1, directory);
        try (Log log = Log.open(LogSource.files(file.toString()), settings)) {
            log.execute("SET max_temp_directory_size = '1MB'");
            String sort = "CREATE TEMP TABLE sorted AS SELECT hash(range) AS h, repeat('x', 50) || range AS text"
                    + " FROM range(3000000) ORDER BY h";
            SQLException full = catchThrowableOfType(SQLException.class, () -> log.execute(sort));
            assertThat(SqlFailure.message(full))
                    .isEqualTo("the disk is full on which sorting spills what does not fit into memory\n"
                            + "Give another directory with --temp-dir, or more memory with --memory.");
        }
        assertThat(directory).isDirectoryNotContaining(other -> !other.equals(file));
    }
}
