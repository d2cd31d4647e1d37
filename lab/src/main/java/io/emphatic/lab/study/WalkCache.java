package io.emphatic.lab.study;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The walk of every run, generated once and shared by all settings; if all walks are too much to keep, each time anew.
 */
public final class WalkCache {
    private static final long MOST_BYTES_KEPT = 1L << 28;

    private final Study study;
    private final PreparedProblem problem;
    private final RandomPurpose purpose;
    private final boolean kept;
    private final AtomicReferenceArray<Walk> walks;

    public WalkCache(Study study) {
        this(study, PreparedProblem.of(study.problem(), study.seed()), RandomPurpose.STUDY);
    }

    WalkCache onFreshSeeds() {
        return new WalkCache(study, problem, RandomPurpose.RERUN);
    }

    private WalkCache(Study study, PreparedProblem problem, RandomPurpose purpose) {
        this.study = study;
        this.problem = problem;
        this.purpose = purpose;
        this.kept = (long) study.runs() * study.steps() <= MOST_BYTES_KEPT / problem.bytesPerStep();
        this.walks = new AtomicReferenceArray<>(study.runs());
    }

    public PreparedProblem problem() {
        return problem;
    }

    RandomPurpose purpose() {
        return purpose;
    }

    /**
     * That of a run, counted from the first of the study. Two threads that ask at once may both generate it; it is the
     * same walk.
     */
    public Walk of(int run) {
        Walk walk = walks.get(run);
        if (walk == null) {
            walk = problem.walk(purpose.generator(study.seed(), study.firstRun() + run), study.steps());
            if (kept) {
                walks.set(run, walk);
            }
        }
        return walk;
    }
}
