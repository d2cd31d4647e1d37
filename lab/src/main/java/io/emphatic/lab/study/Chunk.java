package io.emphatic.lab.study;

import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/** A piece of work: settings that share their trace, over all runs. */
final class Chunk {
    private Chunk() {}

    /** @param progress is told of setting-steps as they are done */
    static List<Result> compute(Study study, WalkCache walks, List<Setting> settings, LongConsumer progress) {
        TraceGroup group = new TraceGroup(walks.problem(), study.every(), settings);
        Result.Gatherer gatherer = new Result.Gatherer(study, settings.size());
        for (int run = 0; run < study.runs(); run++) {
            gatherer.add(group.learn(walks.of(run)));
            progress.accept((long) settings.size() * study.steps());
        }
        return IntStream.range(0, settings.size())
                .mapToObj(k -> gatherer.result(k, settings.get(k)))
                .toList();
    }
}
