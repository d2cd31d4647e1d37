package io.emphatic.flink.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Checkpoints of a job that failed, by what its JobManager tells. */
final class FailedCheckpoints {
    private static final String TASK_ENDS = "(task is closing)"; // of a job that has read everything: nothing is wrong
    private static final long MEGABYTE = 1 << 20;

    private final String address;
    private final String path;
    private final Path directory;
    private long lastTold;

    FailedCheckpoints(String address, String job, Path directory) {
        this.address = address;
        this.path = "/jobs/" + job + "/checkpoints";
        this.directory = directory;
    }

    /** A sentence for each that failed since the last look; fails if too many did, one after another. */
    List<String> look() throws IOException {
        List<String> failed = new ArrayList<>();
        int inARow = 0;
        boolean isLatest = true; // the history begins with the newest
        long newest = lastTold;
        JsonNode history = FlinkEngine.get(address, path).orElse(null);
        for (JsonNode checkpoint : history == null ? List.<JsonNode>of() : history.path("history")) {
            String why = checkpoint.path("failure_message").asText("nobody says why");
            boolean isFailed = checkpoint.path("status").asText().equals("FAILED") && !why.contains(TASK_ENDS);
            isLatest &= !checkpoint.path("status").asText().equals("COMPLETED");
            inARow += isFailed && isLatest ? 1 : 0;
            long number = checkpoint.path("id").asLong();
            if (isFailed && number > lastTold) {
                newest = Math.max(newest, number);
                failed.add("checkpoint " + number + " failed: " + why + room());
            }
        }
        lastTold = newest;
        Collections.reverse(failed);
        if (inARow >= JobConfiguration.MOST_FAILURES) {
            throw new IOException(
                    JobConfiguration.MOST_FAILURES + " checkpoints failed, one after another: the job is ended\n"
                            + String.join("\n", failed) + "\nMake room there, and continue with --resume.");
        }
        return failed;
    }

    private String room() {
        try {
            long megabytes = Files.getFileStore(directory).getUsableSpace() / MEGABYTE;
            return " (" + directory + " has room for " + megabytes + " MB)";
        } catch (IOException e) {
            return " (" + directory + " cannot be looked at: " + e + ")";
        }
    }
}
