package io.emphatic.logs.file;

/** Notified after each chunk of rows. An exception that it throws ends the pass. */
@FunctionalInterface
public interface ProgressListener {
    ProgressListener NONE = (rows, of) -> {};

    void read(long rows, long of);
}
