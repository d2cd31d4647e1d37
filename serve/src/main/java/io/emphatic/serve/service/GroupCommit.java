package io.emphatic.serve.service;

import io.emphatic.logs.live.ColumnTypes;
import io.emphatic.logs.live.LiveRow;
import io.emphatic.serve.service.RecentAnswers.KeptAnswer;
import io.emphatic.serve.service.RefusedRequestException.Reason;
import io.emphatic.serve.service.StreamTable.StreamMark;
import io.emphatic.serve.storage.ExperienceLog;
import io.emphatic.serve.storage.LogLine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Takes a group of posts, each whole or not at all: checked, written with one flush, then learned from in order. */
final class GroupCommit {
    private static final int MAX_VALUES = 1 << 21; // of one answer

    /** Rows that wait for the learning thread. */
    static final class WaitingPost extends CompletableFuture<PostAnswer> {
        final PostedSteps steps;

        WaitingPost(PostedSteps steps) {
            this.steps = steps;
        }
    }

    private record Admitted(WaitingPost post, List<LiveRow> rows, boolean[] isNew, int accepted) {
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
    Map<WaitingPost, RefusedRequestException> run(List<WaitingPost> posts) throws IOException {
        Map<WaitingPost, RefusedRequestException> hindered = new LinkedHashMap<>();
        List<Admitted> admitted = new ArrayList<>();
        ColumnTypes types = state.now().spec().types();
        lines.reset();
        int accepted = 0;
        for (WaitingPost post : posts) {
            try {
                Admitted one = admit(post);
                admitted.add(one);
                accepted += one.accepted;
                collectLines(one);
            } catch (RefusedRequestException e) {
                if (e.reason() == Reason.HINDERED) {
                    hindered.put(post, e);
                } else {
                    post.completeExceptionally(e);
                }
            }
        }
        if (accepted > 0) {
            try {
                log.append(ByteBuffer.wrap(lines.toByteArray()), accepted);
            } catch (IOException e) {
                state.streams.takeBack(StreamMark.LAST_COMMIT);
                state.now().spec().resetTypes(types);
                RefusedRequestException why = unwritten(e);
                if (!isFull) {
                    warn.accept(why.getMessage() + " (" + e.getMessage() + ")");
                }
                isFull |= why.reason() == Reason.FULL;
                admitted.forEach(one -> one.post.completeExceptionally(why));
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
            one.post.complete(learn(one));
        }
        return hindered;
    }

    /** Checks a post. Nothing but seqs and times that can be taken back has changed. */
    private Admitted admit(WaitingPost post) throws IOException {
        PostedSteps steps = post.steps;
        state.columns.require(steps);
        requireAnswerable(steps);
        StreamMark mark = state.streams.mark();
        ColumnTypes types = state.now().spec().types();
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
            state.now().spec().resetTypes(types);
            if (e instanceof RefusedRequestException refused) {
                throw refused;
            }
            warn.accept("rows cannot be evaluated, and were refused: " + e);
            throw Reason.UNAVAILABLE.refusal("the rows cannot be evaluated");
        }
    }

    private void requireSame(PostedSteps steps, boolean[] isNew) {
        for (int row = 0; row < isNew.length; row++) {
            if (!isNew[row]) {
                StreamTable.Stream stream = state.streams.find(steps.streams[row]);
                KeptAnswer known = state.now().answers().find(stream.number, steps.seqs[row]);
                stream.requireSame(steps.seqs[row], steps.digest(row), known);
            }
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
        int width = state.now().columns().width();
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
        for (int row = 0; row < steps.size(); row++) {
            if (!one.isNew[row]) { // a duplicate gets what it got before
                KeptAnswer known =
                        state.now().answers().find(state.streams.find(steps.streams[row]).number, steps.seqs[row]);
                if (known == null) {
                    Arrays.fill(values, row * width, (row + 1) * width, Double.NaN);
                } else {
                    System.arraycopy(known.values(), 0, values, row * width, width);
                }
            }
        }
        return new PostAnswer(
                steps, one.accepted, steps.size() - one.accepted, state.now().columns(), values);
    }

    PostAnswer dryRun(PostedSteps steps) throws IOException {
        state.columns.require(steps);
        requireAnswerable(steps);
        ColumnTypes types = state.now().spec().types();
        try {
            List<LiveRow> rows = state.evaluate(steps, true);
            int width = state.now().columns().width();
            double[] values = new double[steps.size() * width];
            for (int row = 0; row < rows.size(); row++) {
                if (!rows.get(row).isState()) {
                    throw unusable(row, rows.get(row).refusal());
                }
                System.arraycopy(state.predict(rows.get(row)), 0, values, row * width, width);
            }
            return new PostAnswer(steps, 0, 0, state.now().columns(), values);
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
