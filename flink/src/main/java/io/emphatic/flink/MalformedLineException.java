package io.emphatic.flink;

/** There are more malformed lines than the job tolerates. */
final class MalformedLineException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    MalformedLineException(RejectedLine line, long tolerated, String file) {
        super(line.reason() + " (byte " + line.position() + " of " + line.source() + ")\n  " + line.text() + "\n"
                + (tolerated == 0
                        ? "No malformed line is tolerated: --tolerate N would let N of them pass."
                        : "These are more than the " + tolerated + " malformed lines that --tolerate allows.")
                + " They are in " + file + ".");
    }
}
