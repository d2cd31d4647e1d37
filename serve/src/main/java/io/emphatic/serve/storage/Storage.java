package io.emphatic.serve.storage;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.List;

/** What a service asks of a disk. Names are relative, with {@code /} between directory and file. */
public interface Storage {
    /** The names of the files in a directory, sorted; none if there is no such directory. */
    List<String> list(String directory) throws IOException;

    InputStream read(String name) throws IOException;

    /** Opens a file at its end. A file that was missing is there for good when this returns. */
    AppendedFile append(String name) throws IOException;

    /** Puts a file in the place of another, for good when this returns. */
    void rename(String from, String to) throws IOException;

    void delete(String name) throws IOException;

    /** A file that grows. One thread at a time. */
    interface AppendedFile extends Closeable {
        long size() throws IOException;

        /** Writes all that remains, or throws: any part may then be written. */
        void write(ByteBuffer bytes) throws IOException;

        /** What was written before is on the disk when this returns. */
        void sync() throws IOException;

        void truncate(long size) throws IOException;
    }
}
