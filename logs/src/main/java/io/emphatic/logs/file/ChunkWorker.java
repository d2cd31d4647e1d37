package io.emphatic.logs.file;

/** Works on the chunks of a log, in their order, on one thread. Two workers share nothing that changes. */
public interface ChunkWorker {
    /** @param learnFrom rows before this one only lead up to where an interrupted run was */
    void run(RowChunk chunk, long learnFrom);
}
