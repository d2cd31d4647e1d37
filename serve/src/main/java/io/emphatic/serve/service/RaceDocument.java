package io.emphatic.serve.service;

import io.emphatic.documents.json.JsonObject;
import io.emphatic.documents.text.Numbers;
import io.emphatic.evaluation.result.Race.Racer;
import io.emphatic.serve.quality.QualityBoard;
import io.emphatic.serve.quality.QualityBoard.RacedQuestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Which policies may still be the best, as a document. A policy has the name of its first prediction. */
final class RaceDocument {
    private RaceDocument() {}

    static JsonObject of(List<String> names, QualityBoard board) {
        List<RacedQuestion> races = board.races().stream()
                .filter(question -> question.policies().size() > 1)
                .toList();
        long outside = races.stream()
                .flatMap(question -> question.policies().values().stream())
                .mapToLong(its -> board.get(its.get(0)).outside())
                .max()
                .orElse(0);
        String reason = board.races().isEmpty()
                ? "the spec declares no return_range"
                : races.isEmpty()
                        ? "no two to ten predictions of one cumulant and discount have different targets"
                        : outside > 0
                                ? Numbers.count(outside, "episode")
                                        + " had a return outside of the declared return_range"
                                : null;
        return new JsonObject()
                .with("confidence", 0.95)
                .with("reason", reason)
                .withAll("races", reason == null ? races : List.of(), question -> question(names, question));
    }

    private static JsonObject question(List<String> names, RacedQuestion question) {
        Map<String, List<Integer>> policies = question.policies();
        List<JsonObject> racers = new ArrayList<>();
        for (Racer racer : question.race().racers()) {
            List<String> its =
                    policies.get(racer.name()).stream().map(names::get).toList();
            racers.add(new JsonObject()
                    .with("name", its.get(0))
                    .with("predictions", its)
                    .with("low", racer.low())
                    .with("high", racer.high())
                    .with("dropped_at", racer.droppedAt())
                    .with(
                            "dropped_by",
                            racer.droppedBy() == null
                                    ? null
                                    : names.get(policies.get(racer.droppedBy()).get(0))));
        }
        return new JsonObject()
                .with("cumulant", question.asked().get(1))
                .with("discount", question.asked().get(2))
                .with("episodes", question.race().episodes())
                .with("waiting", question.race().waiting())
                .with("policies", racers);
    }
}
