package io.emphatic.serve.service;

import io.emphatic.logs.live.LiveLearners;
import io.emphatic.logs.live.LiveSpec;
import io.emphatic.logs.model.Model;
import io.emphatic.logs.spec.AmendedSpec;
import io.emphatic.serve.quality.QualityBoard;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A spec in use, and all that depends on which predictions it has; {@code fields} are those of a row's answer. */
record SpecInUse(
        AmendedSpec amended,
        LiveSpec spec,
        LiveLearners learners,
        QualityBoard board,
        List<String> fields,
        RecentAnswers answers,
        RestingStreams resting)
        implements Closeable {
    private static final int MOST_AWAKE = 4096; // streams; those with learners of their own never rest

    /** Without streams and answers. */
    static SpecInUse of(AmendedSpec amended, LiveSpec spec, LiveLearners learners) {
        QualityBoard board = new QualityBoard(spec.spec(), amended.returnRange(), amended.outcomeLevel());
        int mostAwake = spec.spec().perStream() ? Integer.MAX_VALUE : MOST_AWAKE;
        RestingStreams resting = new RestingStreams(learners, board, mostAwake);
        return new SpecInUse(amended, spec, learners, board, fields(spec, board), new RecentAnswers(), resting);
    }

    /** Of each prediction its value, then the ends of its error bar and of the band around its returns. */
    private static List<String> fields(LiveSpec spec, QualityBoard board) {
        List<String> fields = new ArrayList<>();
        List<String> names = spec.predictions();
        for (int p = 0; p < names.size(); p++) {
            String name = names.get(p);
            boolean hasBand = board.get(p).band() != null;
            fields.add(name);
            fields.addAll(spec.spec().bands() == null ? List.of() : List.of(name + Model.LOW, name + Model.HIGH));
            fields.addAll(hasBand ? List.of(name + "_outcome" + Model.LOW, name + "_outcome" + Model.HIGH) : List.of());
        }
        return List.copyOf(fields);
    }

    /** What a row is answered with: a number for each field. */
    double[] answer(double[] values, double[] bars) {
        double[] answer = new double[fields.size()];
        int at = 0;
        for (int p = 0; p < values.length; p++) {
            answer[at++] = values[p];
            if (spec.spec().bands() != null) {
                answer[at++] = values[p] - (float) bars[p];
                answer[at++] = values[p] + (float) bars[p];
            }
            if (board.get(p).band() != null) {
                answer[at++] = values[p] - board.get(p).halfWidth();
                answer[at++] = values[p] + board.get(p).halfWidth();
            }
        }
        return answer;
    }

    @Override
    public void close() throws IOException {
        spec.close();
    }
}
