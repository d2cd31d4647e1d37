package io.emphatic.logs.file;

/** Notified after each chunk of rows. An exception that it throws ends the pass. */
@FunctionalInterface
public interface ProgressListener {
    ProgressListener NONE = (rows, of) -> {};

    /** @param rows how many of {@code of} rows have been learned from */
    void read(long rows, long of);
}
