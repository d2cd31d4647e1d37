package io.emphatic.flink.source;

import java.util.Locale;

/** What a file holds, by its name. */
public enum FileKind {
    CSV,
    JSON,
    PARQUET;

    public static FileKind of(String name) {
        String plain = name.toLowerCase(Locale.ROOT).replaceAll("\\.(gz|gzip|bz2|xz|zst|deflate)$", "");
        if (plain.matches(".*\\.(parquet|parq|pq)")) {
            return PARQUET;
        }
        return plain.matches(".*\\.(json|jsonl|ndjson)") ? JSON : CSV;
    }
}
