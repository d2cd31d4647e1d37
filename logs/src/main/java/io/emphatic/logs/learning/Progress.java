package io.emphatic.logs.learning;

/** Told of every row that was read. Whatever it throws ends the pass. */
@FunctionalInterface
public interface Progress {
    /** Nobody is told. */
    Progress NONE = (rows, of) -> {};

    void read(long rows, long of);
}
