package io.emphatic.logs.model;

import io.emphatic.logs.spec.Spec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Where a model comes from.
 *
 * @param version of the program that wrote it
 * @param time when the newest file of the log was last changed, or {@code SOURCE_DATE_EPOCH} where that is set: the
 *     same log gives the same bytes, whenever it is learned from
 * @param log as it was given
 * @param logSha256 of the bytes of its files
 * @param from the checksum of the model from which learning continued; null for none
 * @param rows how many were learned from, without those of earlier models
 * @param spec what was predicted, from what
 * @param warnings of the log doctor and of the predictions
 */
public record Origin(
        String version,
        String time,
        String log,
        String logSha256,
        String from,
        long rows,
        long streams,
        Spec spec,
        List<String> warnings) {
    /** The same log gives the same time, whenever it is learned from. */
    public static String time(List<Path> files) throws IOException {
        String given = System.getenv("SOURCE_DATE_EPOCH");
        if (given != null && given.matches("\\d{1,11}")) {
            return Instant.ofEpochSecond(Long.parseLong(given)).toString();
        }
        Instant newest = Instant.EPOCH;
        for (Path file : files) {
            Instant changed = Files.getLastModifiedTime(file).toInstant();
            newest = changed.isAfter(newest) ? changed : newest;
        }
        return newest.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
