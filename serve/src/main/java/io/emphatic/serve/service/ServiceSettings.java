package io.emphatic.serve.service;

/**
 * What a service is made of, beside its storage.
 *
 * @param specName the name of the spec's file, for messages
 * @param spec the text of the spec
 * @param version of the program, for models
 * @param retain whether segments of the log that snapshots make unnecessary are deleted
 * @param segmentBytes how large a segment of the log gets
 */
public record ServiceSettings(String specName, String spec, String version, boolean retain, long segmentBytes) {
    /** 256 MiB: a snapshot as often, and so much to replay at most, which takes some seconds. */
    public static final long SEGMENT_BYTES = 1L << 28;
}
