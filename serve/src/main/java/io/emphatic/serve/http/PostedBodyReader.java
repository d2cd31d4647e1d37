package io.emphatic.serve.http;

import io.emphatic.serve.service.RefusedRequestException;
import io.emphatic.serve.service.RefusedRequestException.Reason;
import jakarta.servlet.http.HttpServletRequest;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Reads bodies: none larger than 8 MiB, none slower than half a minute, and no more of them at once than fit. */
final class PostedBodyReader {
    static final int MOST_BYTES = 8 << 20;

    private static final long MOST_SECONDS = 30;
    private static final int UNIT = 1 << 10;
    private static final int MOST_AT_ONCE = 64 << 20;
    private static final int FIRST_BYTES = 64 << 10;

    private final Semaphore room = new Semaphore(MOST_AT_ONCE / UNIT); // in units

    interface Use {
        void use(byte[] body, int length) throws IOException;
    }

    void read(HttpServletRequest request, int most, Use use) throws IOException {
        String encoding = request.getHeader("Content-Encoding");
        if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
            throw Reason.COMPRESSED.refusal("bodies are read as they are, not compressed");
        }
        long declared = request.getContentLengthLong();
        if (declared > most) {
            if (declared < MOST_AT_ONCE) { // who says more will not send it all, and is answered at once
                pass(request.getInputStream(), most);
            }
            throw tooLarge(most);
        }
        TakenMemory taken = new TakenMemory();
        try {
            read(request.getInputStream(), declared, most, taken, use);
        } finally {
            room.release(taken.units);
        }
    }

    /** What a body has taken of the room for all. */
    private final class TakenMemory {
        private int units;

        void growTo(int bytes) {
            int more = bytes / UNIT + 1 - units;
            try {
                if (!room.tryAcquire(more, MOST_SECONDS, TimeUnit.SECONDS)) {
                    throw Reason.TOO_MANY.refusal("too many bodies are being read: try again in a moment");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw Reason.UNAVAILABLE.refusal("the service is about to end");
            }
            units += more;
        }
    }

    /** Room for all of a large body is taken once a part of it is there: who only says that it comes, gets none. */
    private static void read(InputStream in, long declared, int most, TakenMemory taken, Use use) throws IOException {
        int whole = (declared < 0 ? most : (int) declared) + 1;
        byte[] body = new byte[Math.min(whole, FIRST_BYTES)];
        taken.growTo(body.length);
        int length = 0;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
        try {
            for (int read = in.read(body, 0, body.length);
                    read >= 0;
                    read = in.read(body, length, body.length - length)) {
                length += read;
                if (length > most) {
                    pass(in, most);
                    throw tooLarge(most);
                }
                if (System.nanoTime() - end > 0) {
                    throw Reason.TOO_SLOW.refusal("the body was not there after " + MOST_SECONDS + " seconds");
                }
                if (length == body.length && length < whole) {
                    taken.growTo(whole);
                    body = Arrays.copyOf(body, whole);
                }
            }
        } catch (EOFException e) {
            throw Reason.MALFORMED.refusal("the body ends before its end");
        }
        use.use(body, length);
    }

    /** Who sends too much reads the answer only then: some more of it is let pass. */
    private static void pass(InputStream in, int most) throws IOException {
        byte[] passed = new byte[1 << 14];
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
        for (int left = most; left > 0 && System.nanoTime() - end < 0; ) {
            int read = in.read(passed);
            left = read < 0 ? 0 : left - read;
        }
    }

    private static RefusedRequestException tooLarge(int most) {
        return Reason.TOO_LARGE.refusal("the body is larger than " + (most >> 10) + " KiB");
    }
}
