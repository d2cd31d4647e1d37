package io.emphatic.cli;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * A progress bar on the terminal's standard error, of work that takes longer than a moment; without a terminal there is
 * none. A thread makes it, since the library takes a quarter of a second to find out about the terminal.
 */
final class TerminalProgress implements AutoCloseable {
    private static final long MOMENT_MILLIS = 500;

    private final ProgressBarBuilder builder;
    private final Thread shown = new Thread(this::show, "emphatic-progress");
    private ProgressBar bar; // null as long as it is not shown
    private long done;
    private long total;
    private boolean closed;

    private TerminalProgress(ProgressBarBuilder builder, long total) {
        this.builder = builder.setStyle(ProgressBarStyle.UNICODE_BLOCK).setInitialMax(total);
        this.total = total;
        if (System.console() != null) {
            shown.setDaemon(true);
            shown.start();
        }
    }

    /** A bar that is gone when its task is done. */
    static TerminalProgress of(String task, long total) {
        ProgressBarBuilder bar = new ProgressBarBuilder().setTaskName(task);
        return new TerminalProgress(bar.setUpdateIntervalMillis(100).clearDisplayOnFinish(), total);
    }

    /** A bar that counts rows, whose total is not known yet, and stays. */
    static TerminalProgress ofRows(String task) {
        ProgressBarBuilder bar = new ProgressBarBuilder().setTaskName(task).setUnit(" rows", 1);
        return new TerminalProgress(bar.setUpdateIntervalMillis(500).showSpeed(), -1);
    }

    private void show() {
        if (isWorthwhile()) {
            ProgressBar made = builder.build();
            synchronized (this) {
                bar = made;
                stepTo(done, total);
            }
        }
    }

    /** Waits a moment; false if all is done by then. */
    private synchronized boolean isWorthwhile() {
        try {
            if (!closed) {
                wait(MOMENT_MILLIS);
            }
        } catch (InterruptedException e) {
            return false;
        }
        return !closed;
    }

    void step() {
        stepBy(1);
    }

    synchronized void stepBy(long steps) {
        stepTo(done + steps);
    }

    synchronized void stepTo(long done) {
        stepTo(done, total);
    }

    synchronized void stepTo(long done, long total) {
        this.done = done;
        this.total = total;
        if (bar != null) {
            bar.maxHint(total).stepTo(done);
        }
    }

    /** Whatever is printed afterwards comes behind the bar. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        try {
            shown.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            if (bar != null) {
                bar.close();
            }
        }
    }
}
