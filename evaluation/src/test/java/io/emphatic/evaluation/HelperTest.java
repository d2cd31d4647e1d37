package io.emphatic.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A helper that is sent away as soon as there is an answer. */
class HelperTest {
    private static final PlainLog LOG =
            PlainLog.random(new PlainLog.Shape(2_000, 6, 2, 0, 2, 0.0, 0.2, false, null), 1);

    @Tag("slow")
    @Test
    void noneOfManyDiesWithAStackTrace() throws InterruptedException {
        ConcurrentLinkedQueue<Throwable> died = new ConcurrentLinkedQueue<>();
        for (int k = 0; k < 150; k++) {
            ExecutorService helper = Executors.newSingleThreadExecutor(work -> {
                Thread thread = new Thread(work);
                thread.setUncaughtExceptionHandler((where, e) -> died.add(e));
                return thread;
            });
            LOG.evaluate(helper);
            helper.shutdownNow();
            helper.awaitTermination(10, TimeUnit.SECONDS);
        }
        assertThat(died).isEmpty();
    }
}
