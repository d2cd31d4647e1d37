package io.emphatic.bench.referee;

import io.emphatic.lab.Threads;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** The trials of many families of logs. The outcome does not depend on threads. */
final class RefereeRun {
    private final List<Family> families;
    private final List<Log> logs = new ArrayList<>();

    private record Log(Family family, LogKind kind, int number) {}

    /** @param pairs how many (log, target) pairs of each family, at least, shared by its kinds */
    RefereeRun(List<Family> families, int pairs) {
        this.families = List.copyOf(families);
        for (Family family : families) {
            for (LogKind kind : family.kinds()) {
                int targets = DrawnLog.of(kind, 0).world().targets().size();
                int share = targets * family.kinds().size();
                IntStream.range(0, (pairs + share - 1) / share)
                        .forEach(number -> logs.add(new Log(family, kind, number)));
            }
        }
    }

    int logs() {
        return logs.size();
    }

    /** @param progress hears of each log as it is judged, on several threads */
    Map<Family, List<Trial>> run(int threads, IntConsumer progress) {
        Map<Family, List<Trial>> trials = new LinkedHashMap<>();
        families.forEach(family -> trials.put(family, new ArrayList<>()));
        try (Threads pool = new Threads(threads)) {
            List<List<Trial>> done = pool.map(IntStream.range(0, logs.size()), k -> {
                List<Trial> judged = Trial.of(logs.get(k).kind, logs.get(k).number);
                progress.accept(1);
                return judged;
            });
            for (int k = 0; k < done.size(); k++) {
                trials.get(logs.get(k).family).addAll(done.get(k));
            }
        }
        return trials;
    }
}
