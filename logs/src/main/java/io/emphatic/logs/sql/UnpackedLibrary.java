package io.emphatic.logs.sql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * DuckDB's driver unpacks its native library (61 MB) into the temporary directory and deletes it when the program ends,
 * unless the program is killed. On Linux a loaded file can be used without a name, so the name is deleted as soon as
 * the library has been loaded.
 */
final class UnpackedLibrary {
    private static final Path MAPS = Path.of("/proc/self/maps");
    private static final AtomicBoolean UNLINKED = new AtomicBoolean();

    private UnpackedLibrary() {}

    /** Deletes the name of the library's file, once; to be called when there is a connection. */
    static void unlink() {
        if (!Files.isReadable(MAPS) || UNLINKED.getAndSet(true)) {
            return;
        }
        try {
            for (Path library : loaded()) {
                Files.deleteIfExists(library);
            }
        } catch (IOException e) {
            // It stays until the program ends, as the driver wants it.
        }
    }

    /** The driver's libraries in the temporary directory that this very program uses. */
    static List<Path> loaded() throws IOException {
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
