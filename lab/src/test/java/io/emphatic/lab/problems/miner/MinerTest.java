package io.emphatic.lab.problems.miner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.lab.Mdp;
import io.emphatic.lab.Question;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The exact MDP against the rules of the problem, written down a second time as plainly as possible. */
class MinerTest {
    private static final String SMALL = "G D\nD S\n";
    private static final String WIDE = """
            G C C C B
            D # A # B
            D D # # B
            S A A A A
            """;

    /** A step by the rules, on the text of a map, with all chance given from outside. */
    private record Plain(String[] map, int x, int y, int trapX, int trapY, int left) {

        static Plain start(String text) {
            String[] map = text.replace(" ", "").split("\n");
            for (int y = 0; y < map.length; y++) {
                if (map[y].indexOf('S') >= 0) {
                    return new Plain(map, map[y].indexOf('S'), y, -1, -1, 0);
                }
            }
            throw new AssertionError("no S");
        }

        char letter() {
            return map[y].charAt(x);
        }

        boolean entrapped() {
            return left > 0 && trapX == x && trapY == y;
        }

        Plain step(String action, boolean springs, int[] where) {
            Plain s = start(String.join("\n", map));
            int newX = s.x;
            int newY = s.y;
            if (letter() != 'G' && !entrapped()) {
                newX = x + (action.equals("left") ? -1 : action.equals("right") ? 1 : 0);
                newY = y + (action.equals("up") ? -1 : action.equals("down") ? 1 : 0);
                if (newY < 0
                        || newY >= map.length
                        || newX < 0
                        || newX >= map[0].length()
                        || map[newY].charAt(newX) == '#') {
                    newX = x;
                    newY = y;
                }
            }
            if (left == 0) {
                return springs
                        ? new Plain(map, newX, newY, where[0], where[1], 3)
                        : new Plain(map, newX, newY, -1, -1, 0);
            }
            return left == 1
                    ? new Plain(map, newX, newY, -1, -1, 0)
                    : new Plain(map, newX, newY, trapX, trapY, left - 1);
        }

        String name() {
            return name(x, y) + (left == 0 ? "" : "+" + name(trapX, trapY) + ":" + left);
        }

        private String name(int x, int y) {
            String flat = String.join("", map);
            char letter = map[y].charAt(x);
            long number = flat.substring(0, y * map[0].length() + x + 1)
                    .chars()
                    .filter(c -> c == letter)
                    .count();
            return letter == 'S' || letter == 'G' ? "" + letter : letter + "" + number;
        }

        List<int[]> trapCells() {
            List<int[]> cells = new ArrayList<>();
            for (int y = 0; y < map.length; y++) {
                for (int x = 0; x < map[0].length(); x++) {
                    if (map[y].charAt(x) == 'D') {
                        cells.add(new int[] {x, y});
                    }
                }
            }
            return cells;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"G C C C\nD # # B\nD # # B\nS A A A\n", SMALL, WIDE})
    void everyOutcomeIsThatOfTheRules(String text) {
        Mdp mdp = new Miner(MinerMap.parse(text)).mdp();
        Map<String, Plain> open = new LinkedHashMap<>();
        Plain first = Plain.start(text);
        open.put(first.name(), first);
        List<Plain> states = new ArrayList<>(open.values());
        for (int k = 0; k < states.size(); k++) {
            Plain state = states.get(k);
            int s = mdp.states().indexOf(state.name());
            for (int a = 0; a < mdp.actions().size(); a++) {
                Map<String, Double> expected = new TreeMap<>();
                List<int[]> cells = state.trapCells();
                for (int[] where : cells) {
                    for (boolean springs : new boolean[] {true, false}) {
                        Plain next = state.step(mdp.actions().get(a), springs, where);
                        double reward = next.letter() == 'G' ? 1 : 0;
                        expected.merge(
                                next.name() + " reward " + reward, (springs ? 0.25 : 0.75) / cells.size(), Double::sum);
                        if (open.putIfAbsent(next.name(), next) == null) {
                            states.add(next);
                        }
                    }
                }
                Map<String, Double> actual = new TreeMap<>();
                for (Mdp.Outcome outcome : mdp.outcomes()[s][a]) {
                    actual.merge(
                            mdp.states().get(outcome.to()) + " reward " + outcome.reward(),
                            outcome.probability(),
                            Double::sum);
                }
                assertThat(actual.keySet()).as(state.name()).isEqualTo(expected.keySet());
                actual.forEach((name, p) -> assertThat(p).isCloseTo(expected.get(name), within(1e-15)));
            }
            for (Question question : mdp.questions()) {
                assertThat(question.discount()[s]).isEqualTo(state.entrapped() ? 0 : 0.99);
            }
        }
        assertThat(mdp.states()).containsExactlyInAnyOrderElementsOf(open.keySet());
        assertThat(mdp.states().get(0)).isEqualTo("S");
        assertThat(mdp.start()[0]).isEqualTo(1);
    }

    @Test
    void theMapOfThePaperHasTwelveCellsAndSevenTrapsEach() {
        assertThat(new Miner().mdp().states()).hasSize(12 * 7);
    }

    @Test
    void blocksDecideOnFeaturesPoliciesInterestAndLambda() {
        Mdp mdp = new Miner().mdp();
        assertThat(mdp.featureNames()).containsExactly("A", "B", "C", "D");
        assertThat(mdp.actions()).containsExactly("left", "right", "up", "down");
        assertThat(mdp.questions()).extracting(Question::name).containsExactly("uniform", "headfirst", "cautious");
        assertBlock(mdp, "S", 0, 1, 0, "uniform 25 25 25 25, headfirst 3 3 90 3, cautious 13 60 13 13", "25 25 25 25");
        assertBlock(mdp, "A2", 0, 1, 0, "uniform 25 25 25 25, headfirst 3 3 90 3, cautious 13 60 13 13", "25 25 25 25");
        assertBlock(
                mdp,
                "B1",
                1,
                0,
                0.9,
                "uniform 25 25 25 25, headfirst 25 25 25 25, cautious 13 13 60 13",
                "20 20 40 20");
        assertBlock(
                mdp,
                "C3",
                2,
                0,
                0.9,
                "uniform 25 25 25 25, headfirst 25 25 25 25, cautious 60 13 13 13",
                "40 20 20 20");
        assertBlock(
                mdp, "G", 2, 0, 0.9, "uniform 25 25 25 25, headfirst 25 25 25 25, cautious 60 13 13 13", "40 20 20 20");
        assertBlock(
                mdp,
                "D2+D2:1",
                3,
                0,
                1,
                "uniform 25 25 25 25, headfirst 3 3 90 3, cautious 13 13 60 13",
                "20 20 40 20");
    }

    private static void assertBlock(
            Mdp mdp, String state, int feature, double interest, double lambda, String targets, String behaviour) {
        int s = mdp.states().indexOf(state);
        double[] indicator = new double[4];
        indicator[feature] = 1;
        assertThat(mdp.features()[s]).containsExactly(indicator);
        assertThat(percent(mdp.behaviour()[s])).isEqualTo(behaviour);
        List<String> named = new ArrayList<>();
        for (Question question : mdp.questions()) {
            assertThat(question.interest()[s]).isEqualTo(interest);
            assertThat(question.lambda()[s]).isEqualTo(lambda);
            named.add(question.name() + " " + percent(question.policy()[s]));
        }
        assertThat(String.join(", ", named)).isEqualTo(targets);
    }

    private static String percent(double[] policy) {
        double sum = 0;
        List<String> percent = new ArrayList<>();
        for (double p : policy) {
            sum += p;
            percent.add(Long.toString((long) Math.floor(100 * p + 1e-9)));
        }
        assertThat(sum).isCloseTo(1, within(1e-15));
        return String.join(" ", percent);
    }

    @Test
    void cellsThatNobodyCanReachAreNoStates() {
        Mdp mdp = new Miner(MinerMap.parse("G D S\n# # #\nA A D\n")).mdp();
        assertThat(mdp.states()).noneMatch(name -> name.startsWith("A"));
        assertThat(mdp.states()).as("a trap can still be where nobody goes").contains("S+D2:3");
    }

    @Test
    void aMapWithTooManyStatesIsRefused() {
        String row = "A".repeat(40) + "\n";
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Miner(MinerMap.parse("S" + "D".repeat(38) + "G\n" + row.repeat(20))))
                .withMessageContaining("more than 2000 states")
                .withMessageContaining("smaller map");
    }
}
