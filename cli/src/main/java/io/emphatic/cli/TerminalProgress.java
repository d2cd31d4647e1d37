package io.emphatic.cli;

import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Progress bars on the terminal's standard error; without a terminal they show nothing. */
final class TerminalProgress {
    private TerminalProgress() {}

    /** A bar that is gone when its task is done. */
    static ProgressBar of(String task, long total) {
        ProgressBarBuilder bar = new ProgressBarBuilder().setTaskName(task).setInitialMax(total);
        return shown(bar.setUpdateIntervalMillis(100).clearDisplayOnFinish());
    }

    /** A bar that counts rows, whose total is not known yet, and stays. */
    static ProgressBar ofRows(String task) {
        ProgressBarBuilder bar = new ProgressBarBuilder().setTaskName(task).setUnit(" rows", 1);
        return shown(bar.setUpdateIntervalMillis(500).showSpeed());
    }

    private static ProgressBar shown(ProgressBarBuilder bar) {
        if (System.console() == null) {
            bar.setConsumer(new DelegatingProgressBarConsumer(line -> {}));
        }
        return bar.setStyle(ProgressBarStyle.UNICODE_BLOCK).build();
    }
}
