package io.emphatic.cli;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A progress bar on the terminal's standard error; nothing at all where there is no terminal. */
final class Progress implements AutoCloseable {
    private final ProgressBar bar;

    private Progress(ProgressBar bar) {
        this.bar = bar;
    }

    static Progress of(String task, long total) {
        if (System.console() == null) {
            return new Progress(null);
        }
        return new Progress(new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(total)
                .setUpdateIntervalMillis(100)
                .setStyle(ProgressBarStyle.UNICODE_BLOCK)
                .clearDisplayOnFinish()
                .build());
    }

    /** One step of the total; from any thread. */
    void tick() {
        if (bar != null) {
            bar.step();
        }
    }

    /** Several steps of the total; from any thread. */
    void tick(long steps) {
        if (bar != null) {
            bar.stepBy(steps);
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
