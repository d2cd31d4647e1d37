package io.emphatic.flink;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A process of a cluster, known by its number and the time at which it started: a number may be given to another
 * process later.
 */
record ClusterProcess(String name, long pid, Instant started) {
    private static final String PIDS = "pids";
    private static final long PATIENCE_SECONDS = 20;
    private static final long KILLED_SECONDS = 300;

    /** Its output goes to the log directory, its number into a file. */
    static void launch(Path directory, String name, List<String> command) throws IOException {
        File output = directory.resolve("log").resolve(name + ".out").toFile();
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output))
                .start();
        process.getOutputStream().close();
        Path pids = Files.createDirectories(directory.resolve(PIDS));
        Instant started = process.info().startInstant().orElse(Instant.EPOCH);
        Files.writeString(pids.resolve(name), process.pid() + " " + started);
    }

    /** All that were launched. */
    static List<ClusterProcess> in(Path directory) throws IOException {
        List<ClusterProcess> processes = new ArrayList<>();
        if (Files.isDirectory(directory.resolve(PIDS))) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory.resolve(PIDS))) {
                for (Path file : files) {
                    String[] words = Files.readString(file).strip().split(" ");
                    processes.add(new ClusterProcess(
                            file.getFileName().toString(), Long.parseLong(words[0]), Instant.parse(words[1])));
                }
            }
        }
        return processes;
    }

    private Optional<ProcessHandle> handle() {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .filter(process ->
                        process.info().startInstant().orElse(Instant.EPOCH).equals(started));
    }

    boolean isAlive() {
        return handle().isPresent();
    }

    /** As {@code kill -9}: nothing is tidied up. Returns when the process is gone. */
    void kill() throws IOException {
        end(handle(), true);
    }

    /** As {@code kill}, and {@code kill -9} if that does not help. */
    void stop() throws IOException {
        end(handle(), false);
        end(handle(), true);
    }

    private void end(Optional<ProcessHandle> handle, boolean forcibly) throws IOException {
        if (handle.isEmpty()) {
            return;
        }
        ProcessHandle process = handle.get();
        boolean asked = forcibly ? process.destroyForcibly() : process.destroy();
        try {
            long patience = forcibly ? KILLED_SECONDS : PATIENCE_SECONDS;
            process.onExit().get(asked ? patience : 0, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            if (forcibly) {
                throw new IOException("process " + pid + " (" + name + ") cannot be ended", e);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IOException("process " + pid + " (" + name + ") cannot be ended: " + e.getMessage(), e);
        }
    }
}
