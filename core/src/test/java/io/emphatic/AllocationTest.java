package io.emphatic;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.emphatic.Algorithm.Family;
import io.emphatic.Experience.Kind;
import io.emphatic.LearnerContractTest.Subject;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static long allocated() {
        return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    /** Keeps the predictions from being optimised away. */
    private double sum;

    @ParameterizedTest(name = "{0} with {1} features")
    @MethodSource("io.emphatic.LearnerContractTest#subjectsAndKinds")
    void updateAndPredictAllocateNothing(Subject subject, Kind kind) {
        for (int size : new int[] {5, 100}) {
            Experience log = LearnerContractTest.log(61, kind, size);
            List<Features> features = new ArrayList<>(
                    log.rows().stream().map(row -> row.features(kind)).toList());
            Learner learner = subject.lively().learner(size);
            Transition t = new Transition();
            // The first passes load classes, and the JVM itself allocates now and then while it compiles: the best pass
            // counts.
            long least = Long.MAX_VALUE;
            for (int pass = 0; pass < 50 && least > 0; pass++) {
                long before = allocated();
                run(log, features, learner, t);
                least = Math.min(least, allocated() - before);
            }
            assertThat(least).isZero();
        }
        assertThat(sum).isFinite();
    }

    @ParameterizedTest
    @MethodSource("io.emphatic.LearnerContractTest#subjectsWithLimits")
    void updateAndPredictAllocateNothingWithLimitsAndASchedule(Subject subject) {
        for (Kind kind : Kind.values()) {
            Experience log = LearnerContractTest.log(62, kind, 100);
            List<Features> features = new ArrayList<>(
                    log.rows().stream().map(row -> row.features(kind)).toList());
            Learner learner = subject.limited().learner(100);
            Transition t = new Transition();
            long least = Long.MAX_VALUE;
            for (int pass = 0; pass < 50 && least > 0; pass++) {
                long before = allocated();
                run(log, features, learner, t);
                least = Math.min(least, allocated() - before);
            }
            assertThat(least).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("io.emphatic.LeastSquaresTest#configs")
    void leastSquaresPredictsAgainWithoutSolvingAgain(Config config) {
        Experience log = LearnerContractTest.log(63, Kind.DENSE, 5);
        Learner learner = config.learner(5);
        log.play(Kind.DENSE, learner::update);
        Features phi = log.rows().get(0).features(Kind.DENSE);
        long least = Long.MAX_VALUE;
        for (int pass = 0; pass < 50 && least > 0; pass++) {
            long before = allocated();
            sum += learner.predict(phi);
            least = Math.min(least, allocated() - before);
        }
        assertThat(least).isZero();
    }

    private void run(Experience log, List<Features> features, Learner learner, Transition t) {
        boolean leastSquares = learner.config().algorithm().family() == Family.LEAST_SQUARES;
        Experience.Row first = log.rows().get(0);
        t.start(features.get(0), first.lambda(), first.interest());
        for (int k = 1; k < features.size(); k++) {
            Experience.Row row = log.rows().get(k);
            t.action(row.pi(), row.mu());
            t.arrive(row.reward(), features.get(k), row.gamma(), row.lambda(), row.interest());
            learner.update(t);
            if (!leastSquares) {
                sum += learner.predict(features.get(k)); // least squares may allocate while it solves
            }
        }
    }
}
