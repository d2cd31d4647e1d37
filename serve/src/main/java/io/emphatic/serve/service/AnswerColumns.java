package io.emphatic.serve.service;

import io.emphatic.logs.model.Model;
import io.emphatic.logs.spec.Spec;
import io.emphatic.serve.quality.QualityBoard;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What is kept of a row's answer: predictions, then how far bars and bands reach; and the fields made of that. */
record AnswerColumns(List<String> names, List<Reach> reaches, List<Field> fields) {
    record Reach(String name, int prediction, boolean isOutcome) {}

    /** @param reach the column that is added to the value, or subtracted; −1 for none */
    record Field(String name, int value, int reach, int sign) {
        double in(double[] row, int at) {
            return reach < 0 ? row[at + value] : row[at + value] + sign * row[at + reach];
        }
    }

    /** @param hasOutcomes whether on-policy predictions have a band */
    static AnswerColumns of(Spec spec, boolean hasOutcomes) {
        List<String> names =
                spec.predictions().stream().map(Spec.Prediction::name).toList();
        List<Reach> reaches = new ArrayList<>();
        List<Field> fields = new ArrayList<>();
        for (int p = 0; p < names.size(); p++) {
            int before = reaches.size();
            if (spec.bands() != null) {
                reaches.add(new Reach(names.get(p), p, false));
            }
            if (hasOutcomes && QualityBoard.isOnPolicy(spec.predictions().get(p))) {
                reaches.add(new Reach(names.get(p) + "_outcome", p, true));
            }
            fields.add(new Field(names.get(p), p, -1, 0));
            for (int k = before; k < reaches.size(); k++) {
                fields.add(new Field(reaches.get(k).name + Model.LOW, p, names.size() + k, -1));
                fields.add(new Field(reaches.get(k).name + Model.HIGH, p, names.size() + k, 1));
            }
        }
        return new AnswerColumns(names, List.copyOf(reaches), List.copyOf(fields));
    }

    int width() {
        return names.size() + reaches.size();
    }

    /** Where the columns of another answer are in this one; −1 for what is not there. */
    int[] places(AnswerColumns other) {
        int[] places = new int[other.width()];
        Arrays.fill(places, -1);
        for (int p = 0; p < other.names.size(); p++) {
            int known = names.indexOf(other.names.get(p));
            places[p] = known;
            for (int k = 0; k < other.reaches.size(); k++) {
                Reach one = other.reaches.get(k);
                if (known >= 0 && one.prediction == p) {
                    int at = reaches.indexOf(new Reach(one.name, known, one.isOutcome));
                    places[other.names.size() + k] = at < 0 ? -1 : names.size() + at;
                }
            }
        }
        return places;
    }

    double[] row(double[] values, double[] bars, QualityBoard board) {
        double[] row = Arrays.copyOf(values, width());
        for (int k = 0; k < reaches.size(); k++) {
            int p = reaches.get(k).prediction;
            row[names.size() + k] =
                    reaches.get(k).isOutcome ? board.get(p).band().halfWidth() : (float) bars[p];
        }
        return row;
    }
}
