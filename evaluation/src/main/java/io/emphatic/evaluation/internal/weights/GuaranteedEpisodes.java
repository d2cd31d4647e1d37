package io.emphatic.evaluation.internal.weights;

import io.emphatic.evaluation.internal.SumExchange;
import io.emphatic.evaluation.log.ReturnRange;
import io.emphatic.evaluation.result.GuaranteedInterval;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The episodes of a guaranteed interval. Its bets depend on all episodes before and do not add up: a part of a log
 * lists its episodes, and they are added one by one.
 */
public final class GuaranteedEpisodes {
    public record Episode(double weight, double returned, boolean ended) {}

    private final GuaranteedInterval interval;
    private List<Episode> ofPart; // null unless a part of a log is read
    private final List<Episode> added = new ArrayList<>(); // of the last part

    public GuaranteedEpisodes(ReturnRange range, long episodes) {
        this.interval = new GuaranteedInterval(range, episodes);
    }

    /** What follows is a part of the log. */
    public void beginPart() {
        ofPart = new ArrayList<>();
    }

    public void add(double weight, double returned, boolean ended) {
        if (ofPart != null) {
            ofPart.add(new Episode(weight, returned, ended));
        }
        interval.add(weight, returned, ended);
    }

    public void exchange(SumExchange sums) throws IOException {
        added.clear();
        int count = sums.ofPart(sums.isWriting() ? ofPart.size() : 0);
        for (int k = 0; k < count; k++) {
            Episode episode = sums.isWriting() ? ofPart.get(k) : new Episode(0, 0, false);
            double weight = sums.total(episode.weight());
            double returned = sums.total(episode.returned());
            boolean ended = sums.any(episode.ended());
            if (!sums.isWriting()) {
                add(weight, returned, ended);
                added.add(new Episode(weight, returned, ended));
            }
        }
    }

    /** Of the part that was added last. Live. */
    public List<Episode> added() {
        return added;
    }

    public GuaranteedInterval interval() {
        return interval;
    }
}
