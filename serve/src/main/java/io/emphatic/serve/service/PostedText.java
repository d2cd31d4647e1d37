package io.emphatic.serve.service;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** What is text wherever text is read, and not in JSON alone. */
final class PostedText {
    private PostedText() {}

    /** Why bytes are not text in UTF-8, or look as if they were in UTF-16; null if they are. */
    static String fault(byte[] body, int length) {
        boolean ascii = true;
        boolean hasNul = false;
        for (int k = 0; k < length; k++) {
            ascii &= body[k] > 0;
            hasNul |= body[k] == 0;
        }
        if (ascii) {
            return null;
        }
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body, 0, length));
        } catch (CharacterCodingException e) {
            return "it is not text in UTF-8";
        }
        boolean hasMark = length >= 3 && body[0] == (byte) 0xEF && body[1] == (byte) 0xBB;
        return hasNul ? "there is a NUL character" : hasMark ? "there is a byte order mark" : null;
    }

    /** Whether a text has no NUL and no half of a surrogate pair. */
    static boolean isWellFormed(String text) {
        for (int k = 0; k < text.length(); k++) {
            char c = text.charAt(k);
            boolean pair = Character.isHighSurrogate(c)
                    && k + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(k + 1));
            if (c == 0 || Character.isSurrogate(c) && !pair) {
                return false;
            }
            k += pair ? 1 : 0;
        }
        return true;
    }
}
