package io.emphatic.serve.service;

import io.emphatic.logs.live.ColumnTypes;
import io.emphatic.logs.live.LiveRow;
import io.emphatic.serve.service.RefusedRequestException.Reason;
import io.emphatic.serve.service.StreamTable.StreamMark;
import io.emphatic.serve.storage.ExperienceLog;
import io.emphatic.serve.storage.LogLine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Takes a group of posts, each whole or not at all: checked, written with one flush, then learned from in order. */
final class GroupCommit {
    private static final int MAX_VALUES = 1 << 21; // of one answer

    /** Something that waits for the learning thread. */
    abstract static class WaitingRequest<T> {
        final CompletableFuture<T> answer = new CompletableFuture<>();

        interface Task<T> {
            T run() throws IOException;
        }

        void fail(RuntimeException why) {
            answer.completeExceptionally(why);
        }

        static final class Post extends WaitingRequest<PostAnswer> {
            final PostedSteps steps;

            Post(PostedSteps steps) {
                this.steps = steps;
            }
        }

        static final class Inquiry<T> extends WaitingRequest<T> {
            private final Task<T> task;

            Inquiry(Task<T> task) {
                this.task = task;
            }

            void run() {
                try {
                    answer.complete(task.run());
                } catch (IOException | RuntimeException | Error e) {
                    answer.completeExceptionally(e);
                }
            }
        }
    }

    private record Admitted(WaitingRequest.Post post, List<LiveRow> rows, boolean[] isNew, int accepted) {
        PostedSteps steps() {
            return post.steps;
        }
    }

    private final LearnedState state;
    private final ExperienceLog log;
    private final Consumer<String> warn;
    private final ByteArrayOutputStream lines = new ByteArrayOutputStream(1 << 16);
    private volatile boolean isFull;

    GroupCommit(LearnedState state, ExperienceLog log, Consumer<String> warn) {
        this.state = state;
        this.log = log;
        this.warn = warn;
    }

    /** Whether the disk was full when it was written to last. */
    boolean isFull() {
        return isFull;
    }

    /** Answers or refuses each, but for those that it returns: perhaps only a prediction that was put hinders them. */
    Map<WaitingRequest.Post, RefusedRequestException> run(List<WaitingRequest.Post> posts) throws IOException {
        Map<WaitingRequest.Post, RefusedRequestException> hindered = new LinkedHashMap<>();
        List<Admitted> admitted = new ArrayList<>();
        ColumnTypes types = state.compiled().types();
        lines.reset();
        int accepted = 0;
        for (WaitingRequest.Post post : posts) {
            try {
                Admitted one = admit(post);
                admitted.add(one);
                accepted += one.accepted;
                collectLines(one);
            } catch (RefusedRequestException e) {
                if (e.reason() == Reason.HINDERED) {
                    hindered.put(post, e);
                } else {
                    post.fail(e);
                }
            }
        }
        if (accepted > 0) {
            try {
                log.append(ByteBuffer.wrap(lines.toByteArray()), accepted);
            } catch (IOException e) {
                state.streams.takeBack(StreamMark.LAST_COMMIT);
                state.compiled().resetTypes(types);
                RefusedRequestException why = unwritten(e);
                if (!isFull) {
                    warn.accept(why.getMessage() + " (" + e.getMessage() + ")");
                }
                isFull |= why.reason() == Reason.FULL;
                admitted.forEach(one -> one.post.fail(why));
                return hindered;
            }
            if (isFull) {
                warn.accept("there is room on the disk again: learning goes on");
            }
            isFull = false;
            state.streams.commit();
        }
        for (Admitted one : admitted) {
            if (one.accepted > 0) {
                state.columns.add(one.steps());
                state.remember(lastRow(one));
            }
            one.post.answer.complete(learn(one));
        }
        return hindered;
    }

    /** Checks a post. Nothing but seqs and times that can be taken back has changed. */
    private Admitted admit(WaitingRequest.Post post) throws IOException {
        PostedSteps steps = post.steps;
        state.columns.require(steps);
        requireAnswerable(steps);
        StreamMark mark = state.streams.mark();
        ColumnTypes types = state.compiled().types();
        try {
            boolean[] isNew = new boolean[steps.size()];
            int accepted = 0;
            for (int row = 0; row < steps.size(); row++) {
                isNew[row] = state.streams.admit(steps.streams[row], steps.seqs[row], steps.digest(row));
                accepted += isNew[row] ? 1 : 0;
            }
            requireSame(steps, isNew);
            List<LiveRow> rows = accepted == 0 ? List.of() : state.evaluate(steps, true);
            for (int row = 0; row < rows.size(); row++) {
                String refusal = isNew[row] ? state.refusal(steps.streams[row], rows.get(row)) : null;
                if (refusal != null) {
                    throw unusable(row, refusal);
                }
            }
            return new Admitted(post, rows, isNew, accepted);
        } catch (IOException | RuntimeException e) {
            state.streams.takeBack(mark);
            state.compiled().resetTypes(types);
            if (e instanceof RefusedRequestException refused) {
                throw refused;
            }
            warn.accept("rows cannot be evaluated, and were refused: " + e);
            throw Reason.UNAVAILABLE.refusal("the rows cannot be evaluated");
        }
    }

    private void requireSame(PostedSteps steps, boolean[] isNew) {
        AnswerWalk walk = new AnswerWalk();
        for (int row = isNew.length - 1; row >= 0; row--) {
            if (!isNew[row]) {
                String name = steps.streams[row];
                long kept = walk.find(name, steps.seqs[row]);
                state.streams.requireSame(name, steps.seqs[row], steps.digest(row), state.answers(), kept);
            }
        }
    }

    /** Finds what rows were answered with. Goes back in each stream once, if rows are looked for from last to first. */
    private final class AnswerWalk {
        private final Map<String, Long> reached = new HashMap<>();

        /** −1 if it is forgotten. */
        long find(String name, long seq) {
            long last = state.answers().last(state.streams.find(name).number);
            long from = reached.getOrDefault(name, last);
            boolean isBack = from >= 0 && state.answers().seq(from) < seq;
            long at = state.answers().find(isBack ? last : from, seq);
            if (at >= 0) {
                reached.put(name, at);
            }
            return at;
        }
    }

    private static RefusedRequestException unusable(int row, String why) {
        return Reason.UNUSABLE.refusal("row " + (row + 1) + ": " + why);
    }

    private void collectLines(Admitted one) {
        byte[] bytes = one.steps().lines.toByteArray();
        for (int row = 0; row < one.isNew.length; row++) {
            if (one.isNew[row]) {
                int start = one.steps().lineStart(row);
                lines.write(bytes, start, one.steps().lineStart(row + 1) - start);
            }
        }
    }

    /** The last row that is new, as it was posted. */
    private static byte[] lastRow(Admitted one) {
        int last = one.isNew.length - 1;
        while (!one.isNew[last]) {
            last--;
        }
        return LogLine.unseal(
                one.steps().lines.toByteArray(),
                one.steps().lineStart(last),
                one.steps().lineStart(last + 1));
    }

    private PostAnswer learn(Admitted one) throws IOException {
        PostedSteps steps = one.steps();
        int width = state.columns().width();
        double[] values = new double[steps.size() * width];
        StreamTable.Stream stream = null;
        for (int row = 0; row < steps.size(); row++) {
            if (one.isNew[row]) {
                boolean isSame = stream != null && stream.name.equals(steps.streams[row]);
                stream = isSame ? stream : state.streams.find(steps.streams[row]);
                double[] predicted = state.learn(stream, steps.seqs[row], steps.digest(row), one.rows.get(row));
                System.arraycopy(predicted, 0, values, row * width, width);
            }
        }
        repeat(one, values, width);
        return new PostAnswer(steps, one.accepted, steps.size() - one.accepted, state.columns(), values);
    }

    /** Duplicates get what they got before. From the last to the first, so that each stream is walked back once. */
    private void repeat(Admitted one, double[] values, int width) {
        AnswerWalk walk = new AnswerWalk();
        for (int row = one.steps().size() - 1; row >= 0 && one.accepted < one.isNew.length; row--) {
            if (!one.isNew[row]) {
                long at = walk.find(one.steps().streams[row], one.steps().seqs[row]);
                if (at >= 0) {
                    state.answers().copy(at, values, row * width);
                } else {
                    Arrays.fill(values, row * width, (row + 1) * width, Double.NaN);
                }
            }
        }
    }

    PostAnswer dryRun(PostedSteps steps) throws IOException {
        state.columns.require(steps);
        requireAnswerable(steps);
        ColumnTypes types = state.compiled().types();
        try {
            List<LiveRow> rows = state.evaluate(steps, true);
            int width = state.columns().width();
            double[] values = new double[steps.size() * width];
            for (int row = 0; row < rows.size(); row++) {
                if (rows.get(row).isRefused()) {
                    throw unusable(row, rows.get(row).refusal());
                }
                System.arraycopy(state.predict(rows.get(row)), 0, values, row * width, width);
            }
            return new PostAnswer(steps, 0, 0, state.columns(), values);
        } finally {
            state.forgetTypes(types);
        }
    }

    /** The answer has a value for each row and prediction. */
    private void requireAnswerable(PostedSteps steps) {
        if ((long) steps.size() * state.names().size() > MAX_VALUES) {
            throw Reason.TOO_LARGE.refusal(
                    steps.size() + " rows have " + state.names().size() + " predictions each, and an answer at most "
                            + MAX_VALUES + ": post fewer at once");
        }
    }

    /** The rows are not on the disk, and were not learned from. */
    static RefusedRequestException unwritten(IOException e) {
        return ExperienceLog.isFull(e)
                ? Reason.FULL.refusal("the disk is full: nothing was learned; post again when there is room")
                : Reason.UNAVAILABLE.refusal("the log cannot be written: nothing was learned; post again later");
    }
}
