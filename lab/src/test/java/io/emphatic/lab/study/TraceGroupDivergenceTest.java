package io.emphatic.lab.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.Learner;
import io.emphatic.batch.Batch;
import io.emphatic.experience.Transition;
import io.emphatic.lab.FiniteProblem;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Question;
import io.emphatic.lab.Seeds;
import io.emphatic.lab.problems.Problems;
import io.emphatic.lab.simulation.Arrivals;
import io.emphatic.lab.study.PreparedMdp.EdgeWalk;
import io.emphatic.lab.study.TraceGroup.LearningCurves;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** Settings that diverge within a run of a study. */
class TraceGroupDivergenceTest {
    private static final int STEPS = 400;
    private static final int EVERY = 30;

    @Test
    void theErrorIsANumberUpToTheStepThatWasRefusedAndNoneAfterIt() {
        PreparedMdp problem = new PreparedMdp((FiniteProblem) Problems.named("collision"));
        EdgeWalk walk = problem.walk(Seeds.generator(5), STEPS);
        Setting setting = new Setting("td", Map.of("step_size", 30.0, "lambda", 0.9));
        LearningCurves curves = new TraceGroup(problem, 1, List.of(setting)).learn(walk);
        int refused = (int) curves.divergedAt()[0];
        assertThat(refused).isBetween(1, STEPS - 2);
        for (int point = 0; point < curves.errors().length; point++) {
            // after so many steps, the first of which is step 0
            assertThat(Double.isNaN(curves.errors()[point][0]))
                    .as("after %d steps, step %d being refused", point, refused)
                    .isEqualTo(point > refused);
        }
    }

    /** Steps that are not learned from count as well: they took time. */
    @Test
    void theStepOfDivergenceIsCountedInTheWalk() {
        Mdp collision = Problems.named("collision").mdp();
        Setting setting = new Setting("td", Map.of("step_size", 30.0, "lambda", 0.9));
        for (IntPredicate learnsFrom : List.<IntPredicate>of(s -> true, s -> s >= 2)) {
            PreparedMdp problem = new PreparedMdp(problem(collision, (question, s) -> learnsFrom.test(s)));
            EdgeWalk walk = problem.walk(Seeds.generator(5), 20_000);
            LearningCurves curves = new TraceGroup(problem, EVERY, List.of(setting), Batch::plain).learn(walk);
            assertThat(curves.divergedAt()[0]).isEqualTo(refusedByHand(problem, learnsFrom, walk, setting));
        }
    }

    private static int refusedByHand(PreparedMdp problem, IntPredicate learnsFrom, EdgeWalk walk, Setting setting) {
        double[] lambda = new double[problem.mdp.states().size()];
        Arrays.fill(lambda, setting.lambda());
        Arrivals arrivals =
                new Arrivals(problem.mdp, problem.chain, problem.mdp.questions().get(0), walk.features(), lambda);
        Learner learner = setting.config().learner(problem.initialWeights());
        Transition t = new Transition();
        boolean goesOn = false;
        for (int time = 0; time < walk.edges().length; time++) {
            int edge = walk.edges()[time];
            int s = problem.chain.from(edge);
            if (learnsFrom.test(s)) {
                if (!goesOn) {
                    t.start(arrivals.start(s));
                }
                t.follow(arrivals.over(edge));
                learner.update(t);
                if (learner.divergedAt().isPresent()) {
                    return time;
                }
            }
            goesOn = learnsFrom.test(s) && problem.chain.to(edge) != Mdp.END;
        }
        throw new AssertionError("it did not diverge");
    }

    @Test
    void aSettingHasDivergedAsSoonAsItHasOnAnyQuestion() {
        Mdp rooms = Problems.named("rooms").mdp();
        Setting setting = new Setting("td", Map.of("step_size", 40.0, "lambda", 0.9));
        long all = divergedAt(rooms, setting);
        List<Long> each = rooms.questions().stream()
                .map(question -> divergedAt(withQuestions(rooms, List.of(question)), setting))
                .toList();
        assertThat(each.stream().distinct().count()).isGreaterThan(1);
        assertThat(each).doesNotContain(LearningCurves.NEVER);
        assertThat(all).isEqualTo(each.stream().mapToLong(at -> at).min().orElseThrow());
    }

    private static long divergedAt(Mdp mdp, Setting setting) {
        PreparedMdp problem = new PreparedMdp(problem(mdp, (question, s) -> question.interest()[s] > 0));
        EdgeWalk walk = problem.walk(Seeds.generator(6), 20_000);
        return new TraceGroup(problem, EVERY, List.of(setting)).learn(walk).divergedAt()[0];
    }

    private static Mdp withQuestions(Mdp mdp, List<Question> questions) {
        return new Mdp(
                mdp.name(),
                mdp.states(),
                mdp.actions(),
                mdp.outcomes(),
                mdp.behaviour(),
                questions,
                mdp.featureNames(),
                mdp.features(),
                mdp.start());
    }

    static FiniteProblem problem(Mdp mdp, BiPredicate<Question, Integer> learnsFrom) {
        return new FiniteProblem() {
            @Override
            public String name() {
                return mdp.name();
            }

            @Override
            public String summary() {
                return "";
            }

            @Override
            public String documentation() {
                return "";
            }

            @Override
            public Mdp mdp() {
                return mdp;
            }

            @Override
            public boolean learnsFrom(Question question, int state) {
                return learnsFrom.test(question, state);
            }
        };
    }
}
