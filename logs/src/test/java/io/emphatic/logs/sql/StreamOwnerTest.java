package io.emphatic.logs.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StreamOwnerTest {
    @TempDir
    private Path directory;

    /** Rows of a session and an owner; which of them is found. */
    @ParameterizedTest
    @CsvSource({
        "user, s1 u1 s1 u1 s2 u1 s3 u2, session, true",
        "DeviceId, s1 u1 s1 u1 s2 u1 s3 u2, session, true",
        "user, s1 u1 s2 u2 s3 u3, session, false", // each has one
        "user, s1 u1 s1 u2 s2 u1, session, false", // a session of two
        "device, s1 u1 s1 u1 s2 u1 s3 u2, session, false", // few: it may be a kind
        "x, s1 u1 s1 u1 s2 u1 s3 u2, session, false", // by name something else
        "user, s1 u1 s2 u1, '', true",
        "user, s1 u1 s2 u2, '', false"
    })
    void isConstantWithinStreamsAndSharedByThem(String name, String rows, String stream, boolean isFound)
            throws IOException, SQLException {
        String lines = rows.replaceAll("(\\S+) (\\S+)( |$)", "$1,$2\n");
        Path file = Files.writeString(directory.resolve("log.csv"), "session," + name + "\n" + lines);
        try (Log log = Log.open(file.toString())) {
            assertThat(StreamOwner.of(log, stream).map(StreamOwner::column).filter(name::equals))
                    .matches(found -> found.isPresent() == isFound);
        }
    }
}
