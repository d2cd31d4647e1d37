package io.emphatic.logs.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The files that this program is writing and that nobody wants half: they are deleted when it is told to end before
 * they are whole, as by Ctrl-C.
 */
final class Unfinished {
    private static final Set<Path> FILES = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(Unfinished::deleteAll, "emphatic-unfinished"));
    }

    private Unfinished() {}

    static Path add(Path file) {
        FILES.add(file.toAbsolutePath());
        return file;
    }

    /** It is whole, or gone. */
    static void remove(Path file) {
        FILES.remove(file.toAbsolutePath());
    }

    private static void deleteAll() {
        for (Path file : FILES) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                // The program ends; the next run takes the file over.
            }
        }
    }
}
