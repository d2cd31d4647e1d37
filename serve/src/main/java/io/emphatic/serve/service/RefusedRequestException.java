package io.emphatic.serve.service;

/** Something that was asked for is refused, and has changed nothing. The message says why. */
public final class RefusedRequestException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Why, as far as a program has to know. */
    public enum Reason {
        /** It cannot be understood. */
        MALFORMED(400),
        /** It needs a token, or a better one. */
        NO_TOKEN(401),
        /** The token does not give this right. */
        FORBIDDEN(403),
        /** There is no such thing. */
        NOT_FOUND(404),
        /** It took too long to be sent. */
        TOO_SLOW(408),
        /** A seq is missing before it. */
        GAP(409),
        /** It is too large. */
        TOO_LARGE(413),
        /** The body is compressed. */
        COMPRESSED(415),
        /** It can be understood, and cannot be learned from. */
        UNUSABLE(422),
        /** Too many ask at once. */
        TOO_MANY(429),
        /** The service cannot do it now. */
        UNAVAILABLE(503),
        /** The disk has no room. */
        FULL(507);

        private final int status;

        Reason(int status) {
            this.status = status;
        }

        /** The status of HTTP. */
        public int status() {
            return status;
        }
    }

    private final Reason reason;
    private final String stream;
    private final long expected;

    public RefusedRequestException(Reason reason, String message) {
        this(reason, message, null, -1);
    }

    private RefusedRequestException(Reason reason, String message, String stream, long expected) {
        super(message, null, false, false);
        this.reason = reason;
        this.stream = stream;
        this.expected = expected;
    }

    /** The seq of a row does not follow. */
    static RefusedRequestException gap(String stream, long seq, long expected) {
        return new RefusedRequestException(
                Reason.GAP,
                "stream " + stream + ": the next seq is " + expected + ", and this one is " + seq
                        + "\nPost the rows between them first, or again.",
                stream,
                expected);
    }

    public Reason reason() {
        return reason;
    }

    /** The stream with the gap; null if it is no gap. */
    public String stream() {
        return stream;
    }

    /** The seq that was expected of a gap. */
    public long expected() {
        return expected;
    }
}
