package io.emphatic.cli;

import io.emphatic.documents.text.Numbers;
import java.util.concurrent.TimeUnit;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A progress bar on the terminal's standard error, of work that takes longer than a moment. Any number of threads. */
final class TerminalProgress implements AutoCloseable {
    private static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(10); // where there is no terminal: a line then

    private final ProgressBarBuilder builder; // the library takes a quarter of a second to look at the terminal
    long began; // of a pass, with its first step
    private ProgressBar bar; // null as long as it is not shown
    private long first; // what was done by then, in an earlier run
    private long done;
    private long total;
    private boolean isSaid; // how long it will take

    private TerminalProgress(ProgressBarBuilder builder, long total) {
        this.builder = builder.setStyle(ProgressBarStyle.UNICODE_BLOCK).setInitialMax(total);
        this.total = total;
    }

    /** A bar that disappears when its task is done. */
    static TerminalProgress of(String task, long total) {
        ProgressBarBuilder bar = new ProgressBarBuilder().setTaskName(task);
        return new TerminalProgress(bar.setUpdateIntervalMillis(100).clearDisplayOnFinish(), total);
    }

    /** A bar that counts rows, whose total is not known yet, and stays. */
    static TerminalProgress ofRows(String task) {
        ProgressBarBuilder bar = new ProgressBarBuilder().setTaskName(task).setUnit(" rows", 1);
        return new TerminalProgress(bar.setUpdateIntervalMillis(500).showSpeed(), -1);
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
        if (done < this.done || this.done == 0) {
            began = System.nanoTime();
            first = done;
        }
        this.done = done;
        this.total = total;
        long nanos = System.nanoTime() - began;
        if (bar == null && System.console() != null && nanos > MOMENT_NANOS) {
            bar = builder.build();
        }
        if (!isSaid && System.console() == null && nanos > LONG_NANOS && first < done && done < total) {
            isSaid = true;
            System.err.println("About " + Numbers.duration(nanos / 1e9 * (total - done) / (done - first)) + " left");
        }
        if (bar != null) {
            bar.maxHint(total).stepTo(done);
        }
    }

    /** Whatever is printed afterwards comes behind the bar. */
    @Override
    public synchronized void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
