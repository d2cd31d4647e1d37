package io.emphatic.serve.service;

import java.time.Duration;
import java.util.Set;

/**
 * What a service is made of, beside its storage.
 *
 * @param specName the name of the spec's file, for messages
 * @param spec the text of the spec
 * @param version of the program, for models
 * @param deletesSegments whether segments of the log that snapshots make unnecessary are deleted
 * @param segmentBytes how large a segment of the log gets
 * @param leftOutChanges changes of predictions, counted from 0, that are left out if they cannot be made
 * @param forgetAfter a stream without a row for so long is let go; null for never
 */
public record ServiceSettings(
        String specName,
        String spec,
        String version,
        boolean deletesSegments,
        long segmentBytes,
        Set<Integer> leftOutChanges,
        Duration forgetAfter) {
    /** 256 MiB: a snapshot as often, and so much to replay at most, which takes some seconds. */
    public static final long SEGMENT_BYTES = 1L << 28;

    /** All that there is, for ever. */
    public ServiceSettings(String specName, String spec, String version, boolean deletesSegments, long segmentBytes) {
        this(specName, spec, version, deletesSegments, segmentBytes, Set.of(), null);
    }
}
