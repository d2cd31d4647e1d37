package io.emphatic.documents.source;

/** A value that was refused. The message says what is wrong and, in parentheses, the path, the line and the file. */
public final class SourceException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    SourceException(String message, Throwable cause) {
        super(message, cause);
    }
}
