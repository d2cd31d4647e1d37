package io.emphatic.serve.service;

/** Something that was asked for is refused, and has changed nothing. The message says why. */
public final class RefusedRequestException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Why, as far as a program has to know. */
    public enum Reason {
        MALFORMED(400, "The request cannot be understood"),
        NO_TOKEN(401, "A token is needed"),
        FORBIDDEN(403, "Not allowed"),
        NOT_FOUND(404, "There is no such thing"),
        NOT_POSSIBLE(405, "Not possible here"),
        TOO_SLOW(408, "Sent too slowly"),
        GAP(409, "A seq is missing"),
        OTHER_ROW(409, "Another row has this seq"),
        LET_GO(409, "The stream was let go"),
        TOO_LARGE(413, "Too large"),
        COMPRESSED(415, "The body is compressed"),
        UNUSABLE(422, "It cannot be learned from"),
        HINDERED(422, "It cannot be learned from"),
        TOO_MANY(429, "Too many at once"),
        HEADER_TOO_LARGE(431, "The header is too large"),
        UNAVAILABLE(503, "Not possible now"),
        FULL(507, "The disk is full");

        private final int status;
        private final String title;

        Reason(int status, String title) {
            this.status = status;
            this.title = title;
        }

        public int status() {
            return status;
        }

        public RefusedRequestException refusal(String message) {
            return new RefusedRequestException(this, message, null, -1);
        }

        public String title() {
            return title;
        }
    }

    private final Reason reason;
    private final String stream;
    private final long expected;

    private RefusedRequestException(Reason reason, String message, String stream, long expected) {
        super(message, null, false, false);
        this.reason = reason;
        this.stream = stream;
        this.expected = expected;
    }

    static RefusedRequestException gap(String stream, long seq, long first, long expected) {
        return new RefusedRequestException(
                Reason.GAP,
                "stream " + stream + ": the next seq is " + expected + ", and this one is " + seq
                        + (seq < first
                                ? ", which lies before the first, " + first
                                : "\nPost the rows between them first, or again."),
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
