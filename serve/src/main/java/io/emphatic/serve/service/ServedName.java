package io.emphatic.serve.service;

import io.emphatic.serve.service.RefusedRequestException.Reason;

/** The one rule for names of streams and predictions: {@code [A-Za-z0-9][A-Za-z0-9_-]{0,63}}. */
public final class ServedName {
    private static final int LONGEST = 64;

    private ServedName() {}

    /** Whether a text is such a name. */
    public static boolean isOne(String text) {
        if (text.isEmpty() || text.length() > LONGEST || !isLetterOrDigit(text.charAt(0))) {
            return false;
        }
        for (int k = 1; k < text.length(); k++) {
            char c = text.charAt(k);
            if (!isLetterOrDigit(c) && c != '_' && c != '-') {
                return false;
            }
        }
        return true;
    }

    private static boolean isLetterOrDigit(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
    }

    /** The name itself. */
    public static String require(String what, String text) {
        if (!isOne(text)) {
            throw new RefusedRequestException(
                    Reason.MALFORMED,
                    "the name of the " + what + " is not a letter or digit and up to 63 letters, digits, _ and -");
        }
        return text;
    }
}
