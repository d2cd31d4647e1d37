package io.emphatic.flink;

import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.util.function.ThrowingRunnable;

/** Ends batches that do not fill up, after a delay. One timer is set at a time: more would end full batches early. */
final class FlushTimer {
    private static final long DELAY_MILLIS = 50;

    private final ProcessingTimeService time;
    private final ThrowingRunnable<Exception> flush;
    private boolean isSet;

    FlushTimer(ProcessingTimeService time, ThrowingRunnable<Exception> flush) {
        this.time = time;
        this.flush = flush;
    }

    /** The first row of a batch has come: it waits no longer than the delay. */
    void begin() {
        if (!isSet) {
            isSet = true;
            time.registerTimer(time.getCurrentProcessingTime() + DELAY_MILLIS, now -> {
                isSet = false;
                flush.run();
            });
        }
    }
}
