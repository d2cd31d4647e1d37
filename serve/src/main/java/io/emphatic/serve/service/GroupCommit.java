package io.emphatic.serve.service;

import io.emphatic.logs.live.ColumnTypes;
import io.emphatic.logs.live.LiveRow;
import io.emphatic.serve.service.PostedSteps.PostedRow;
import io.emphatic.serve.service.RecentAnswers.RecentAnswer;
import io.emphatic.serve.service.RefusedRequestException.Reason;
import io.emphatic.serve.storage.ExperienceLog;
import io.emphatic.serve.storage.LogLine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Takes a group of posts, each whole or not at all: checked, written with one flush, then learned from in order. */
final class GroupCommit {
    private static final int MAX_VALUES = 1 << 21; // of one answer

    /** Rows that wait for the learning thread, and what becomes of them there. */
    static final class WaitingPost extends CompletableFuture<PostAnswer> {
        final PostedSteps steps;
        private final boolean[] isNew;
        private PostedRow lastNew; // null for none
        private int accepted;
        private List<LiveRow> rows = List.of();
        String hindrance; // why they are not taken, perhaps only for a prediction that was put; null for none

        WaitingPost(PostedSteps steps) {
            this.steps = steps;
            this.isNew = new boolean[steps.size()];
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

    /** Answers or refuses each, but for those that are {@linkplain WaitingPost#hindrance hindered}. */
    void run(List<WaitingPost> posts) throws IOException {
        List<WaitingPost> admitted = new ArrayList<>();
        ColumnTypes types = state.now().spec().types();
        lines.reset();
        for (WaitingPost post : posts) {
            try {
                admit(post);
                admitted.add(post);
            } catch (RefusedRequestException e) {
                if (e.reason() == Reason.HINDERED) {
                    post.hindrance = e.getMessage();
                } else {
                    post.completeExceptionally(e);
                }
            }
        }
        if (state.streams.uncommitted() > 0) {
            try {
                log.append(ByteBuffer.wrap(lines.toByteArray()), state.streams.uncommitted());
            } catch (IOException e) {
                state.streams.takeBack(0);
                state.now().spec().resetTypes(types);
                RefusedRequestException why = unwritten(e);
                if (!isFull) {
                    warn.accept(why.getMessage() + " (" + e.getMessage() + ")");
                }
                isFull |= why.reason() == Reason.FULL;
                admitted.forEach(post -> post.completeExceptionally(why));
                return;
            }
            if (isFull) {
                warn.accept("there is room on the disk again: learning continues");
            }
            isFull = false;
            state.streams.commit();
        }
        for (WaitingPost post : admitted) {
            if (post.accepted > 0) {
                state.columns.add(post.steps);
                state.remember(LogLine.unseal(post.lastNew.line()));
            }
            post.complete(learn(post));
        }
    }

    /** Checks a post. Nothing but seqs and times that can be taken back has changed if it is refused. */
    private void admit(WaitingPost post) throws IOException {
        PostedSteps steps = post.steps;
        requireUsable(steps);
        int before = state.streams.uncommitted();
        ColumnTypes types = state.now().spec().types();
        try {
            for (int k = 0; k < steps.size(); k++) {
                post.isNew[k] = state.streams.admit(steps.rows.get(k));
                post.lastNew = post.isNew[k] ? steps.rows.get(k) : post.lastNew;
            }
            for (int k = 0; k < steps.size(); k++) {
                if (!post.isNew[k]) {
                    PostedRow row = steps.rows.get(k);
                    state.streams.find(row.stream()).requireSame(row, known(row));
                }
            }
            post.accepted = state.streams.uncommitted() - before;
            post.rows = post.accepted == 0 ? List.of() : state.evaluate(steps, true);
            for (int k = 0; k < post.rows.size(); k++) {
                String refusal = post.isNew[k] ? state.refusal(steps.rows.get(k).stream(), post.rows.get(k)) : null;
                if (refusal != null) {
                    throw unusable(k, refusal);
                }
            }
        } catch (IOException | RuntimeException e) {
            state.streams.takeBack(before);
            state.now().spec().resetTypes(types);
            if (e instanceof RefusedRequestException refused) {
                throw refused;
            }
            warn.accept("rows cannot be evaluated, and were refused: " + e);
            throw Reason.UNAVAILABLE.refusal("the rows cannot be evaluated");
        }
        for (int k = 0; k < steps.size(); k++) {
            if (post.isNew[k]) {
                lines.writeBytes(steps.rows.get(k).line());
            }
        }
    }

    /** Null if it is forgotten. */
    private RecentAnswer known(PostedRow row) {
        return state.now().answers().find(state.streams.find(row.stream()).number, row.seq());
    }

    private static RefusedRequestException unusable(int row, String why) {
        return Reason.UNUSABLE.refusal("row " + (row + 1) + ": " + why);
    }

    private PostAnswer learn(WaitingPost post) throws IOException {
        PostedSteps steps = post.steps;
        double[][] answers = new double[steps.size()][];
        for (int k = 0; k < answers.length; k++) {
            if (post.isNew[k]) {
                PostedRow row = steps.rows.get(k);
                answers[k] = state.learn(state.streams.find(row.stream()), row, post.rows.get(k));
            }
        }
        List<String> fields = state.now().fields();
        for (int k = 0; k < answers.length; k++) {
            if (!post.isNew[k]) { // a duplicate gets what it got before
                RecentAnswer known = known(steps.rows.get(k));
                answers[k] = known == null ? new double[fields.size()] : known.values();
                if (known == null) {
                    Arrays.fill(answers[k], Double.NaN);
                }
            }
        }
        return new PostAnswer(steps, post.accepted, steps.size() - post.accepted, fields, answers);
    }

    PostAnswer dryRun(PostedSteps steps) throws IOException {
        requireUsable(steps);
        ColumnTypes types = state.now().spec().types();
        try {
            List<LiveRow> rows = state.evaluate(steps, true);
            double[][] answers = new double[rows.size()][];
            for (int k = 0; k < answers.length; k++) {
                if (!rows.get(k).isState()) {
                    throw unusable(k, rows.get(k).refusal());
                }
                answers[k] = state.predict(rows.get(k));
            }
            return new PostAnswer(steps, 0, 0, state.now().fields(), answers);
        } finally {
            state.forgetTypes(types);
        }
    }

    /** Columns are of one kind for good, and the answer has a value for each row and prediction. */
    private void requireUsable(PostedSteps steps) {
        state.columns.require(steps);
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
