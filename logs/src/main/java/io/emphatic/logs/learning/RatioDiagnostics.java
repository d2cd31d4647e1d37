package io.emphatic.logs.learning;

import io.emphatic.logs.file.RowChunk;
import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.file.StreamState;
import io.emphatic.logs.file.StreamState.EpisodeRatios;
import io.emphatic.logs.learning.LearningReport.WholeEpisodes;
import java.io.IOException;
import java.util.Collection;

/** The importance ratios of a policy over the steps of a log, for all predictions about it. */
final class RatioDiagnostics {
    private final int policy;
    private final Quantiles ratios;
    private long steps;
    private double min = Double.NaN;
    private double sum;
    private double squares;
    private final boolean interleaved; // whether rows of streams are
    private EpisodeRatios before; // those of the last row; null before the first
    private final Episodes episodes = new Episodes();

    /** @param interleaved whether rows of streams are */
    RatioDiagnostics(int policy, Quantiles.Precision precision, boolean interleaved) {
        this.interleaved = interleaved;
        this.policy = policy;
        this.ratios = new Quantiles(precision);
    }

    /** Adds the steps of a chunk that predictions learn from: those of rows from {@code learnFrom} on. */
    void add(RowChunk chunk, long learnFrom) {
        double[] column = chunk.ratios(policy);
        for (int row = 0; row < chunk.size(); row++) {
            EpisodeRatios stream = chunk.stream(row).ratios(policy);
            boolean learns = chunk.firstRow() + row >= learnFrom;
            if (learns && !chunk.holdsNext() && !chunk.has(RowChunk.STARTS, row)) {
                add(stream.last); // which rows that are read again bring back after a restart
            }
            stream.last = column[row];
            boolean isBeyond = chunk.has(RowChunk.BEYOND, row);
            if (learns && !isBeyond && (chunk.holdsNext() || chunk.has(RowChunk.TERMINATES, row))) {
                add(stream.last);
            }
            if (learns && !isBeyond) {
                if (before != null && before != stream && !interleaved) {
                    episodes.end(before);
                }
                episodes.add(stream, column[row], chunk.has(RowChunk.STARTS, row));
                before = stream;
            }
        }
    }

    private void add(double ratio) {
        steps++;
        min = ratio >= min ? min : ratio;
        sum += ratio;
        squares += ratio * ratio;
        ratios.add(ratio);
    }

    /** The log has ended, with these streams. */
    void endEpisodes(Collection<? extends StreamState> streams) {
        streams.forEach(stream -> episodes.end(stream.ratios(policy)));
    }

    WholeEpisodes episodes() {
        return episodes.summary();
    }

    /** The ratios of all steps, whoever has learned from them. */
    LearningReport.RatioSummary summary() {
        double mean = steps == 0 ? Double.NaN : sum / steps;
        // (Σρ)² / Σρ²: how many steps of ratio 1 would say as much
        double effective = sum * sum / squares;
        return new LearningReport.RatioSummary(min, mean, ratios.max(), effective, ratios.at(0.5), ratios.at(0.99));
    }

    /** @param stream the present one; null for none */
    void exchange(SavedState state, StreamState stream) throws IOException {
        steps = state.whole(steps);
        min = state.number(min);
        sum = state.number(sum);
        squares = state.number(squares);
        ratios.exchange(state);
        before = stream == null ? new EpisodeRatios() : stream.ratios(policy);
        episodes.exchange(state, before);
    }

    /** How many whole episodes a log is worth: w = Π ρ over an episode, kept relative to the largest, and (Σw)²/Σw². */
    private static final class Episodes {
        private long count;
        private double largest = Double.NEGATIVE_INFINITY; // ln of the largest weight
        private double sum; // Σ w/exp(largest)
        private double squares;

        void add(EpisodeRatios episode, double ratio, boolean starts) {
            if (starts) {
                end(episode);
            }
            episode.open = true;
            episode.logProduct += Math.log(ratio);
        }

        void end(EpisodeRatios episode) {
            if (episode.open) {
                double weight = episode.logProduct;
                count++;
                if (weight > largest) {
                    double shrink = Math.exp(largest - weight);
                    sum = sum * shrink + 1;
                    squares = squares * shrink * shrink + 1;
                    largest = weight;
                } else if (weight > Double.NEGATIVE_INFINITY) {
                    sum += Math.exp(weight - largest);
                    squares += Math.exp(2 * (weight - largest));
                }
            }
            episode.open = false;
            episode.logProduct = 0;
        }

        WholeEpisodes summary() {
            return new WholeEpisodes(count, sum == 0 ? 0 : sum * sum / squares);
        }

        void exchange(SavedState state, EpisodeRatios episode) throws IOException {
            episode.logProduct = state.number(episode.logProduct);
            episode.open = state.flag(episode.open);
            count = state.whole(count);
            largest = state.number(largest);
            sum = state.number(sum);
            squares = state.number(squares);
        }
    }
}
