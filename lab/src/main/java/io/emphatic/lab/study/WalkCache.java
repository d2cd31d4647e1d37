package io.emphatic.lab.study;

import java.lang.ref.SoftReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** The walk of every run, generated once for all settings; anew where its memory was needed for something else. */
public final class WalkCache {
    private final Study study;
    private final PreparedProblem problem;
    private final RandomPurpose purpose;
    private final AtomicReferenceArray<SoftReference<Walk>> walks;

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
        this.walks = new AtomicReferenceArray<>(study.runs());
    }

    public PreparedProblem problem() {
        return problem;
    }

    RandomPurpose purpose() {
        return purpose;
    }

    /** The walk of a run, counted from the first of the study. Two threads may both generate it: they are equal. */
    public Walk of(int run) {
        SoftReference<Walk> kept = walks.get(run);
        Walk walk = kept == null ? null : kept.get();
        if (walk == null) {
            walk = problem.walk(purpose.generator(study.seed(), study.firstRun() + run), study.steps());
            walks.set(run, new SoftReference<>(walk));
        }
        return walk;
    }
}
