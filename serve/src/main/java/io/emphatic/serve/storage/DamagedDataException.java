package io.emphatic.serve.storage;

import java.io.IOException;

/** Something on disk is not what was written. The message says where, and what can be done. */
public final class DamagedDataException extends IOException {
    private static final long serialVersionUID = 1;

    public DamagedDataException(String message) {
        super(message);
    }
}
