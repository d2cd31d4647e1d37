package io.emphatic.serve.service;

import io.emphatic.logs.live.LiveLearners;
import io.emphatic.logs.live.LiveSpec;
import io.emphatic.logs.spec.AmendedSpec;
import io.emphatic.serve.quality.QualityBoard;
import java.io.Closeable;
import java.io.IOException;

/** A spec in use, and all that depends on which predictions it has. */
record SpecInUse(
        AmendedSpec amended,
        LiveSpec spec,
        LiveLearners learners,
        AnswerColumns columns,
        QualityBoard board,
        RecentAnswers answers,
        RestingStreams resting)
        implements Closeable {
    private static final int MOST_AWAKE = 4096; // streams; those with learners of their own never rest

    /** Without streams. */
    static SpecInUse of(AmendedSpec amended, LiveSpec spec, LiveLearners learners, RecentAnswers answers) {
        QualityBoard board = new QualityBoard(spec.spec(), amended.returnRange(), amended.outcomeLevel());
        int mostAwake = spec.spec().perStream() ? Integer.MAX_VALUE : MOST_AWAKE;
        RestingStreams resting = new RestingStreams(learners, board, mostAwake);
        return new SpecInUse(amended, spec, learners, columns(amended), board, answers, resting);
    }

    static AnswerColumns columns(AmendedSpec amended) {
        return AnswerColumns.of(amended.spec(), amended.outcomeLevel() > 0);
    }

    static SpecInUse of(AmendedSpec amended, LiveSpec spec) {
        return of(amended, spec, new LiveLearners(spec), new RecentAnswers());
    }

    @Override
    public void close() throws IOException {
        spec.close();
    }
}
