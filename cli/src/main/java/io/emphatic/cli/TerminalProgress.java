package io.emphatic.cli;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A progress bar on the terminal's standard error; without a terminal it shows nothing. */
final class TerminalProgress implements AutoCloseable {
    private final ProgressBar bar; // null without a terminal

    private TerminalProgress(ProgressBarBuilder builder) {
        this.bar = System.console() == null
                ? null
                : builder.setStyle(ProgressBarStyle.UNICODE_BLOCK).build();
    }

    /** A bar that is gone when its task is done. */
    static TerminalProgress of(String task, long total) {
        return new TerminalProgress(new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(total)
                .setUpdateIntervalMillis(100)
                .clearDisplayOnFinish());
    }

    /** A bar that counts rows, of which it learns the number by {@link #moveTo}, and stays. */
    static TerminalProgress ofRows(String task) {
        return new TerminalProgress(new ProgressBarBuilder()
                .setTaskName(task)
                .setUnit(" rows", 1)
                .setUpdateIntervalMillis(500)
                .showSpeed());
    }

    /** One step of the total; from any thread. */
    void tick() {
        tick(1);
    }

    /** Several steps of the total; from any thread. */
    void tick(long steps) {
        if (bar != null) {
            bar.stepBy(steps);
        }
    }

    void moveTo(long done, long total) {
        if (bar != null) {
            bar.maxHint(total);
            bar.stepTo(done);
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
