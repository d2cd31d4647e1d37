package io.emphatic.logs.sql;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/** Opens databases in memory. The first of a program loads DuckDB's library, which takes a third of a second. */
public final class DatabaseStart {
    private static final String IN_MEMORY = "jdbc:duckdb:";

    private DatabaseStart() {}

    /**
     * Loads the library on another thread, so that a log that is opened a little later opens at once. If it fails,
     * opening the log tells why. The program must not end while it is at it: join it.
     */
    public static Thread inBackground() {
        Thread thread = new Thread(DatabaseStart::load, "emphatic-database");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void load() {
        try {
            DriverManager.getConnection(IN_MEMORY).close();
        } catch (SQLException | LinkageError e) {
            // who opens a log gets the same, and can say what it was for
        }
    }

    static Connection connect(LogSettings settings, SpillDirectory temporary) throws SQLException {
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
        Connection connection = DriverManager.getConnection(IN_MEMORY, properties);
        UnpackedLibrary.unlink();
        return connection;
    }
}
