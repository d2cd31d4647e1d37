package io.emphatic.serve.client;

/** Rows of a stream are missing between what the service has and what was posted. */
public final class SeqGapException extends ServiceRefusalException {
    private static final long serialVersionUID = 1;

    private final String stream;
    private final long expected;

    SeqGapException(String message, String stream, long expected) {
        super(409, message);
        this.stream = stream;
        this.expected = expected;
    }

    public String stream() {
        return stream;
    }

    /** The seq that the service wants next. */
    public long expected() {
        return expected;
    }
}
