package io.emphatic.cli;

import io.emphatic.Algorithms;
import io.emphatic.lab.problems.Problems;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipFile;

/**
 * Algorithms and problems from the jars that {@value #OPTION} names. The registries look for them once, when they are
 * first used, which is before options are parsed: so this option is looked for by itself.
 */
final class OutsideClasses {
    static final String OPTION = "--class-path";

    private OutsideClasses() {}

    /** @throws IllegalArgumentException if a jar is not there, or what is in it cannot be used */
    static void find(String... arguments) {
        List<URL> jars = new ArrayList<>();
        for (int k = 0; k < arguments.length; k++) {
            if (arguments[k].startsWith(OPTION + "=")) {
                add(arguments[k].substring(OPTION.length() + 1), jars);
            } else if (arguments[k].equals(OPTION) && k + 1 < arguments.length) {
                add(arguments[++k], jars);
            }
        }
        if (!jars.isEmpty()) {
            Thread thread = Thread.currentThread();
            thread.setContextClassLoader(
                    new URLClassLoader(jars.toArray(URL[]::new), OutsideClasses.class.getClassLoader()));
            Algorithms.all();
            Problems.all();
        }
    }

    private static void add(String classPath, List<URL> jars) {
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            if (entry.isBlank()) {
                throw new IllegalArgumentException(OPTION + " has an empty entry: '" + classPath + "'");
            }
            Path jar = Path.of(entry);
            if (!Files.exists(jar)) {
                throw new IllegalArgumentException(OPTION + " names a jar that is not there: " + jar);
            }
            try {
                if (!Files.isDirectory(jar)) { // a class loader says nothing of a file that it cannot read
                    new ZipFile(jar.toFile()).close();
                }
                jars.add(jar.toUri().toURL());
            } catch (IOException e) {
                throw new IllegalArgumentException(
                        OPTION + " names what is neither a jar nor a directory: " + jar + " (" + e.getMessage() + ")",
                        e);
            }
        }
    }
}
