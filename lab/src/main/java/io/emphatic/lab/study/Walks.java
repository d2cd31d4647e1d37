package io.emphatic.lab.study;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The experience of every run, generated once and shared by all settings; only if it is too much to keep, anew each
 * time.
 */
final class Walks {
    /** 256 MB of edges. */
    private static final long MOST_STEPS_KEPT = 1L << 26;

    private final World world;
    private final Part part;
    private final long seed;
    private final int steps;
    private final boolean kept;
    private final AtomicReferenceArray<World.Walk> walks;

    Walks(Study study, Part part) {
        this.world = new World(study.problem());
        this.part = part;
        this.seed = study.seed();
        this.steps = study.steps();
        this.kept = (long) study.runs() * study.steps() <= MOST_STEPS_KEPT;
        this.walks = new AtomicReferenceArray<>(study.runs());
    }

    World world() {
        return world;
    }

    /** Two threads that ask at once may both generate it; it is the same walk. */
    World.Walk of(int run) {
        World.Walk walk = walks.get(run);
        if (walk == null) {
            walk = world.walk(part.generator(seed, run), steps);
            if (kept) {
                walks.set(run, walk);
            }
        }
        return walk;
    }
}
