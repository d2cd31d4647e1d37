package io.emphatic.evaluation.log;

import java.io.IOException;

/** Numbers that are written one after the other, and then read in the same order. */
public interface NumberStore {
    /**
     * Writes the first {@code count} numbers.
     *
     * @throws IOException if there is no room for them; {@link #clear} follows
     */
    void write(double[] numbers, int count) throws IOException;

    /**
     * Nothing more is written; what follows is read, from the beginning.
     *
     * @throws IOException as for {@link #write}
     */
    void rewind() throws IOException;

    /** Reads the next {@code count} numbers, which are there. */
    void read(double[] numbers, int count) throws IOException;

    /** Gives back the room of all numbers; nothing is written or read afterwards. */
    void clear();
}
