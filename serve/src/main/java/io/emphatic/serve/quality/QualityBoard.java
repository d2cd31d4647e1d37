package io.emphatic.serve.quality;

import io.emphatic.evaluation.log.ReturnRange;
import io.emphatic.evaluation.result.Race;
import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.live.LiveRow;
import io.emphatic.logs.live.RowOutcome;
import io.emphatic.logs.spec.Spec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How good all predictions are. One thread at a time. */
public final class QualityBoard {
    final List<String> names = new ArrayList<>();
    private final List<PredictionQuality> predictions = new ArrayList<>();
    private final int[] question; // of each prediction; those of one question share a baseline
    private final double[] baselines; // of each question
    private final double[] nextBaselines; // where rows hold their next states
    private final double[] median;

    final List<RacedQuestion> races = new ArrayList<>(); // of every question; none without a declared range
    private final List<PredictionQuality> gone = new ArrayList<>(); // of the board before this one

    /** Policies with the same behaviour, cumulant and discount, and the predictions of each. */
    record RacedQuestion(List<String> asked, Map<String, List<Integer>> policies, PolicyRace race) {
        private static List<RacedQuestion> of(List<Spec.Prediction> predictions, ReturnRange range) {
            Map<List<String>, Map<String, List<Integer>>> all = new LinkedHashMap<>();
            for (int p = 0; p < predictions.size(); p++) {
                Spec.Prediction one = predictions.get(p);
                all.computeIfAbsent(
                                Arrays.asList(one.behaviour(), one.cumulant(), one.discount()),
                                none -> new LinkedHashMap<>())
                        .computeIfAbsent(
                                isOnPolicy(one) ? "" : one.target() + " / " + one.ratio(), none -> new ArrayList<>())
                        .add(p);
            }
            List<RacedQuestion> races = new ArrayList<>();
            all.forEach((asked, policies) -> {
                if (policies.size() <= Race.MOST_POLICIES) {
                    races.add(
                            new RacedQuestion(asked, policies, new PolicyRace(range, List.copyOf(policies.keySet()))));
                } else { // each has its interval
                    policies.forEach((policy, its) -> races.add(
                            new RacedQuestion(asked, Map.of(policy, its), new PolicyRace(range, List.of(policy)))));
                }
            });
            return races;
        }

        /** The race of the same policies, if there was one; another one begins behind all of its question. */
        private RacedQuestion continuing(List<RacedQuestion> others) {
            List<PolicyRace> before = others.stream()
                    .filter(other -> other.asked.equals(asked))
                    .map(RacedQuestion::race)
                    .toList();
            for (PolicyRace one : before) {
                if (race.isOf(one)) {
                    return new RacedQuestion(asked, policies, one);
                }
            }
            before.forEach(race::beginBehind);
            return this;
        }
    }

    /** @param range null if none is declared; {@code level} is 0 for no bands */
    public QualityBoard(Spec spec, ReturnRange range, double level) {
        int count = spec.predictions().size();
        List<Object> questions = new ArrayList<>();
        question = new int[count];
        for (int p = 0; p < count; p++) {
            Spec.Prediction one = spec.predictions().get(p);
            Object asked = Arrays.asList(
                    one.behaviour(), one.target(), one.ratio(), one.cumulant(), one.discount(), one.interest());
            if (!questions.contains(asked)) {
                questions.add(asked);
            }
            question[p] = questions.indexOf(asked);
            names.add(one.name());
            predictions.add(new PredictionQuality(isOnPolicy(one), range, level));
        }
        if (range != null) {
            races.addAll(RacedQuestion.of(spec.predictions(), range));
            joinRaces();
        }
        baselines = new double[questions.size()];
        nextBaselines = new double[questions.size()];
        median = new double[count];
    }

    private static boolean isOnPolicy(Spec.Prediction one) {
        return one.ratio() == null && (one.target() == null || one.target().equals(one.behaviour()));
    }

    /** From now on this board gets the rows. */
    public void joinRaces() {
        for (RacedQuestion question : races) {
            int policy = 0;
            for (List<Integer> its : question.policies.values()) {
                for (int p : its) {
                    predictions.get(p).join(question.race, policy, p == its.get(0));
                }
                policy++;
            }
        }
    }

    /** In the order of the spec. */
    public PredictionQuality get(int prediction) {
        return predictions.get(prediction);
    }

    public void row(int stream, long seq, double[] values, LiveRow row, RowOutcome outcome) {
        score(stream, seq, values, row, outcome);
        races.forEach(question -> question.race.endRow());
    }

    private void score(int stream, long seq, double[] values, LiveRow row, RowOutcome outcome) {
        if (outcome.isBeyond()) {
            for (PredictionQuality quality : predictions) {
                StreamReturns line = quality.stream(stream);
                if (line.isOpen) {
                    quality.cut(line);
                }
            }
            return;
        }
        computeBaselines(values, baselines);
        if (row.holdsNext()) {
            computeBaselines(outcome.nextValues(), nextBaselines);
        }
        for (int p = 0; p < predictions.size(); p++) {
            PredictionQuality quality = predictions.get(p);
            StreamReturns line = quality.stream(stream);
            long announced = quality.announcement(); // with the answer: a return that comes with the row moves the band
            if (row.fault(p) != null) {
                quality.skip(line, row.fault(p));
            } else if (row.holdsNext()) {
                if (line.isOpen && outcome.isStart()) {
                    quality.cut(line); // what the last row led to is not where this one is
                }
                open(line, p, seq, values, row, outcome);
                line.announcement = announced;
                stepToNext(p, line, row, outcome);
            } else {
                completeLast(p, line, row, outcome);
                open(line, p, seq, values, row, outcome);
                line.announcement = announced;
                end(p, line, row, outcome);
            }
        }
    }

    private void open(StreamReturns line, int p, long seq, double[] values, LiveRow row, RowOutcome outcome) {
        double baseline = baselines[question[p]];
        predictions.get(p).open(line, values[p], baseline, row.interest(p), seq, outcome.isStart());
    }

    /** Whether the last of the row's steps is that of its own action, because it ends. */
    private static boolean endsItself(int p, LiveRow row, RowOutcome outcome) {
        return row.terminates() && outcome.stepCount(p) > 0;
    }

    /** The step of the row before in its stream has led here, or nothing has. */
    private void completeLast(int p, StreamReturns line, LiveRow row, RowOutcome outcome) {
        PredictionQuality quality = predictions.get(p);
        if (line.isOpen && outcome.stepCount(p) > (endsItself(p, row, outcome) ? 1 : 0)) {
            quality.step(line, outcome.step(p, 0), false, baselines[question[p]]);
        } else if (line.isOpen) {
            quality.cut(line);
        }
    }

    private void end(int p, StreamReturns line, LiveRow row, RowOutcome outcome) {
        if (endsItself(p, row, outcome)) {
            predictions.get(p).step(line, outcome.step(p, outcome.stepCount(p) - 1), true, 0);
        } else if (row.truncates()) {
            predictions.get(p).cut(line);
        }
    }

    /** The row's own step, to the state that it holds. */
    private void stepToNext(int p, StreamReturns line, LiveRow row, RowOutcome outcome) {
        if (outcome.stepCount(p) == 0) {
            return;
        }
        PredictionQuality quality = predictions.get(p);
        double next = nextBaselines[question[p]];
        quality.step(line, outcome.step(p, 0), row.terminates(), next);
        if (!row.terminates()) {
            line.baseline = next;
            line.isOpen = true;
            if (row.truncates()) {
                quality.cut(line);
            }
        }
    }

    /** The median of the predictions of each question; 0 where it is not finite. */
    private void computeBaselines(double[] values, double[] into) {
        for (int q = 0; q < into.length; q++) {
            int count = 0;
            for (int p = 0; p < values.length; p++) {
                if (question[p] == q) {
                    median[count++] = values[p];
                }
            }
            if (count > 1) {
                Arrays.sort(median, 0, count);
            }
            double middle = count % 2 == 1 ? median[count / 2] : 0.5 * median[count / 2 - 1] + 0.5 * median[count / 2];
            into[q] = Double.isFinite(middle) ? middle : 0;
        }
    }

    /** Continues from another board, whose predictions stay in its races until {@link #joinRaces}. */
    public void takeFrom(QualityBoard other) {
        for (int p = 0; p < names.size(); p++) {
            int known = other.names.indexOf(names.get(p));
            if (known >= 0) {
                predictions.set(p, other.predictions.get(known));
            }
        }
        gone.addAll(other.predictions);
        gone.removeAll(predictions);
        races.replaceAll(now -> now.continuing(other.races));
    }

    /** Predictions of the board before this one keep nothing of a stream. */
    public void forgetGone(int stream) {
        gone.forEach(prediction -> prediction.forget(stream));
    }

    /** Saves what is known of a stream, or continues from it. */
    public void exchangeStream(int stream, SavedState state) throws IOException {
        for (PredictionQuality prediction : predictions) {
            prediction.stream(stream).exchange(state);
        }
    }

    public void forget(int stream) {
        predictions.forEach(prediction -> prediction.forget(stream));
    }

    /** Saves everything but the streams, or continues from what a board of the same spec has saved. */
    public void exchange(SavedState state) throws IOException {
        for (PredictionQuality prediction : predictions) {
            prediction.exchange(state);
        }
        for (RacedQuestion question : races) {
            question.race.exchange(state);
        }
    }
}
