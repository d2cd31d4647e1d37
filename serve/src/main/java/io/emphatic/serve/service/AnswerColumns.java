package io.emphatic.serve.service;

import io.emphatic.logs.model.Model;
import io.emphatic.logs.spec.Spec;
import io.emphatic.serve.quality.QualityBoard;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** What is kept of a row's answer: predictions, then how far bars and bands reach; and the fields made of that. */
record AnswerColumns(List<AnswerColumn> columns, List<Field> fields) {
    private enum AnswerKind {
        VALUE,
        BAR,
        OUTCOME_BAND
    }

    /** @param index of the prediction */
    private record AnswerColumn(String prediction, int index, AnswerKind kind) {
        boolean isLike(AnswerColumn other) {
            return prediction.equals(other.prediction) && kind == other.kind;
        }
    }

    /** @param reach the column that is added to the value, or subtracted; −1 for none */
    record Field(String name, int value, int reach, int sign) {
        double in(double[] row, int at) {
            return reach < 0 ? row[at + value] : row[at + value] + sign * row[at + reach];
        }
    }

    /** @param hasOutcomes whether on-policy predictions have a band */
    static AnswerColumns of(Spec spec, boolean hasOutcomes) {
        List<AnswerColumn> columns = new ArrayList<>();
        List<Field> fields = new ArrayList<>();
        spec.predictions().forEach(one -> columns.add(new AnswerColumn(one.name(), columns.size(), AnswerKind.VALUE)));
        for (int p = 0; p < spec.predictions().size(); p++) {
            Spec.Prediction one = spec.predictions().get(p);
            fields.add(new Field(one.name(), p, -1, 0));
            if (spec.bands() != null) {
                addReach(new AnswerColumn(one.name(), p, AnswerKind.BAR), one.name(), columns, fields);
            }
            if (hasOutcomes && QualityBoard.isOnPolicy(one)) {
                addReach(
                        new AnswerColumn(one.name(), p, AnswerKind.OUTCOME_BAND),
                        one.name() + "_outcome",
                        columns,
                        fields);
            }
        }
        return new AnswerColumns(List.copyOf(columns), List.copyOf(fields));
    }

    private static void addReach(AnswerColumn reach, String name, List<AnswerColumn> columns, List<Field> fields) {
        fields.add(new Field(name + Model.LOW, reach.index, columns.size(), -1));
        fields.add(new Field(name + Model.HIGH, reach.index, columns.size(), 1));
        columns.add(reach);
    }

    int width() {
        return columns.size();
    }

    /** Where the columns of another answer are in this one; −1 for what is not there. */
    int[] places(AnswerColumns other) {
        return other.columns.stream()
                .mapToInt(one -> IntStream.range(0, width())
                        .filter(k -> columns.get(k).isLike(one))
                        .findFirst()
                        .orElse(-1))
                .toArray();
    }

    double[] row(double[] values, double[] bars, QualityBoard board) {
        double[] row = Arrays.copyOf(values, width());
        for (int k = values.length; k < row.length; k++) {
            AnswerColumn column = columns.get(k);
            row[k] = column.kind == AnswerKind.BAR
                    ? (float) bars[column.index]
                    : board.get(column.index).band().halfWidth();
        }
        return row;
    }
}
