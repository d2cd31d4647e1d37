package io.emphatic.logs.spec;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Which of n features a value has: the last eight bytes of the MD5 sum of its text in UTF-8, as an unsigned number with
 * the lowest byte first, modulo n. The same on every machine and in every version, with DuckDB or without: a model
 * depends on it.
 */
public final class ValueHash {
    private static final ThreadLocal<MessageDigest> MD5 = ThreadLocal.withInitial(ValueHash::md5);

    private ValueHash() {}

    private static MessageDigest md5() {
        try {
            return MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has MD5", e);
        }
    }

    public static int of(String text, int size) {
        byte[] sum = MD5.get().digest(text.getBytes(StandardCharsets.UTF_8));
        long last = ByteBuffer.wrap(sum).order(ByteOrder.LITTLE_ENDIAN).getLong(8);
        return (int) Long.remainderUnsigned(last, size);
    }

    /** The same in SQL, as a DOUBLE; NULL for NULL. */
    static String sql(String text, int size) {
        return "CAST(md5_number_lower(" + text + ") % " + size + " AS DOUBLE)";
    }
}
