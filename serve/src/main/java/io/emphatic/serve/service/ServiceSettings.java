package io.emphatic.serve.service;

import java.time.Duration;
import java.util.Set;

/** What a service is made of, beside its storage; changes count from 0, {@code forgetAfter} is null for never. */
public record ServiceSettings(
        String specName,
        String spec,
        String version,
        boolean deletesSegments,
        long segmentBytes,
        Set<Integer> leftOutChanges,
        Duration forgetAfter) {
    /** 256 MiB: each segment ends with a snapshot, so that at most this much is replayed, which takes some seconds. */
    public static final long SEGMENT_BYTES = 1L << 28;
}
