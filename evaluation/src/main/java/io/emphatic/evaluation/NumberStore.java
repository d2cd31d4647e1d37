package io.emphatic.evaluation;

import java.io.IOException;

/** Numbers that are written one after the other, and then read in the same order. */
public interface NumberStore {
    /**
     * Writes the first {@code count} numbers.
     *
     * @throws IOException if there is no room for them; nothing is written or read afterwards
     */
    void write(double[] numbers, int count) throws IOException;

    /** Nothing more is written; what follows is read, from the beginning. */
    void rewind() throws IOException;

    /** Reads the next {@code count} numbers, which are there. */
    void read(double[] numbers, int count) throws IOException;
}
