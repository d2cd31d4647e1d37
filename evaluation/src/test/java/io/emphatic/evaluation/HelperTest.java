package io.emphatic.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A helper that is sent away as soon as there is an answer. */
class HelperTest {
    private static final PlainLog LOG =
            PlainLog.random(new PlainLog.Shape(2_000, 6, 2, 0, 2, 0.0, 0.2, false, null), 1);

    /** Keeps what it is given and never begins. */
    private static final class LazyHelper extends AbstractExecutorService {
        final List<Runnable> kept = new ArrayList<>();

        @Override
        public void execute(Runnable task) {
            kept.add(task);
        }

        @Override
        public void shutdown() {}

        @Override
        public List<Runnable> shutdownNow() {
            return kept;
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return true;
        }
    }

    @Test
    void whatItBeginsTooLateEndsQuietlyEvenIfItIsInterrupted() {
        LazyHelper helper = new LazyHelper();
        LOG.evaluate(helper);
        assertThat(helper.kept).hasSizeGreaterThan(4);
        Thread.currentThread().interrupt();
        helper.kept.forEach(Runnable::run);
        assertThat(Thread.interrupted()).isTrue();
    }

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
