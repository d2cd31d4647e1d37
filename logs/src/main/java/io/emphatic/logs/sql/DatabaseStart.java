package io.emphatic.logs.sql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Opens databases in memory, all in UTC. The first of a program loads DuckDB's library, which takes a third of a
 * second.
 */
final class DatabaseStart {
    private static final String IN_MEMORY = "jdbc:duckdb:";

    private static final Path MAPS = Path.of("/proc/self/maps");
    private static final AtomicBoolean UNLINKED = new AtomicBoolean();

    private DatabaseStart() {}

    /** @throws IOException if DuckDB's library cannot be loaded */
    static Connection connect(LogSettings settings, SpillDirectory temporary) throws SQLException, IOException {
        Properties properties = new Properties();
        properties.put("jdbc_stream_results", "true");
        properties.put("autoinstall_known_extensions", "false");
        properties.put("autoload_known_extensions", "false");
        properties.put("preserve_insertion_order", "true");
        properties.put("memory_limit", settings.memory());
        properties.put("temp_directory", temporary.path().toString());
        if (settings.databaseThreads() > 0) {
            properties.put("threads", String.valueOf(settings.databaseThreads()));
        }
        try {
            Connection connection = DriverManager.getConnection(IN_MEMORY, properties);
            unlinkLibrary();
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET TimeZone = 'UTC'"); // not the machine's: hour(time) is the same everywhere
            }
            return connection;
        } catch (LinkageError e) {
            throw new IOException(
                    "DuckDB's library cannot be unpacked into the temporary directory "
                            + System.getProperty("java.io.tmpdir")
                            + ", which has to have room for 61 MB\nName another with -Djava.io.tmpdir=DIR in"
                            + " JAVA_TOOL_OPTIONS.",
                    e);
        }
    }

    /**
     * The driver unpacks its native library (61 MB) into the temporary directory and deletes it when the program ends,
     * unless the program is killed. On Linux a loaded file can be used without a name, so its name is deleted once.
     */
    private static void unlinkLibrary() {
        if (!Files.isReadable(MAPS) || UNLINKED.getAndSet(true)) {
            return;
        }
        try {
            for (Path library : unpackedLibraries()) {
                Files.deleteIfExists(library);
            }
        } catch (IOException e) {
            // It stays until the program ends, as the driver wants it.
        }
    }

    /** The driver's libraries in the temporary directory that this very program uses. */
    static List<Path> unpackedLibraries() throws IOException {
        String prefix = Path.of(System.getProperty("java.io.tmpdir"))
                .toRealPath()
                .resolve("libduckdb_java")
                .toString();
        return Files.readAllLines(MAPS).stream()
                .map(line -> line.indexOf('/') < 0 ? "" : line.substring(line.indexOf('/')))
                .filter(file -> file.startsWith(prefix)
                        && file.substring(prefix.length()).matches("\\d+\\.so"))
                .distinct()
                .map(Path::of)
                .toList();
    }
}
