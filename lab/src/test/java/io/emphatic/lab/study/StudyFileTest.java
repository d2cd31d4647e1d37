package io.emphatic.lab.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.Parameter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StudyFileTest {
    private static final String HEAD = "problem: collision\nruns: 2\nsteps: 100\n";

    private static Study parse(String text) {
        return StudyText.parse(text, "s.yaml");
    }

    @Test
    void aListIsSweptAScalarFixedAndPowersOfTwoAreARange() {
        Study study = parse(HEAD + """
                seed: 7
                every: 10
                algorithms:
                  etd: {step_size: {powers_of_two: [-3, 0]}, lambda: [0, 0.5]}
                  gtd: {step_size: 0.1, eta: {powers_of_two: [-2, 2, 2]}}
                """);
        assertThat(study.seed()).isEqualTo(7);
        assertThat(study.points()).isEqualTo(11);
        assertThat(study.settings()).hasSize(4 * 2 + 3);
        assertThat(study.settings().get(1)).hasToString("etd lambda=0.5 step_size=0.125");
        assertThat(study.settings().get(10)).hasToString("gtd eta=4.0 step_size=0.1");
        assertThat(study.parameterNames()).isEqualTo(List.of("step_size", "lambda", "eta"));
    }

    @Test
    void theReadyStudiesHaveTheGridsTheySay() throws IOException {
        Path studies = Path.of("..", "studies");
        assertThat(StudyFile.read(studies.resolve("collision.yaml")).settings()).hasSize(9_690);
        assertThat(StudyFile.read(studies.resolve("collision.yaml")).settingSteps())
                .isEqualTo(9_690_000_000L);
        assertThat(StudyFile.read(studies.resolve("rooms.yaml")).settings()).hasSize(9_690);
        assertThat(StudyFile.read(studies.resolve("rooms-high-variance.yaml"))
                        .problem()
                        .name())
                .isEqualTo("rooms-high-variance");
        assertThat(StudyFile.read(studies.resolve("quick.yaml")).grids()).hasSize(6);
    }

    @Test
    void aStepSizeCanBeChosenFromTheDataBesideNumbers() {
        Study study = parse(HEAD + "algorithms: {etd: {step_size: [auto, 0.1]}, true-online-td: {step_size: auto}}");
        assertThat(study.settings())
                .extracting(Setting::toString)
                .containsExactly("etd step_size=auto", "etd step_size=0.1", "true-online-td step_size=auto");
        assertThat(study.settings().get(0).config().parameters()).containsEntry("step_size", Parameter.AUTO);
        assertThatThrownBy(() -> parse(HEAD + "algorithms: {etd: {clip: auto}}"))
                .hasMessageContaining("clip is not in the interval (0, ∞]: auto");
        assertThatThrownBy(() -> parse(HEAD + "algorithms: {etd: {step_size: -1e999}}"))
                .hasMessageContaining("step_size is not a number: -1e999");
    }

    @Test
    void aProblemCanHaveParameters() {
        Study study = parse("""
                problem: {name: random-mdp, states: 12, seed: 5}
                runs: 1
                steps: 10
                algorithms: {td: {}}
                """);
        assertThat(study.problem().parameters()).containsEntry("states", 12.0).containsEntry("branching", 3.0);
        assertThat(study.problem().mdp().states()).hasSize(12);
        assertThat(study.every()).isEqualTo(1);
    }

    @Test
    void theLastHundredthBeginsAfter99Of100Steps() {
        assertThat(study(20_000, 100).firstFinalPoint()).isEqualTo(199);
        assertThat(study(20_000, 50).firstFinalPoint()).isEqualTo(397);
        assertThat(study(1_000, 100).firstFinalPoint()).isEqualTo(10);
        assertThat(study(1_050, 100).firstFinalPoint()).isEqualTo(10);
        assertThat(study(1, 1).firstFinalPoint()).isEqualTo(1);
    }

    private static Study study(int steps, int every) {
        return parse("problem: collision\nruns: 2\nsteps: " + steps + "\nevery: " + every + "\nalgorithms: {td: {}}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            etdd: {}                                     | there is no algorithm etdd: did you mean etd? (algorithms.etdd, line 5 of s.yaml)
            etd: {stepsize: 0.1}                         | etd has no parameter stepsize: did you mean step_size? (algorithms.etd.stepsize, line 5 of s.yaml)
            etd: {step_size: -1}                         | step_size is not in the interval (0, ∞): -1.0 (algorithms.etd.step_size, line 5 of s.yaml)
            etd: {step_size: [0.1, 0.1]}                 | the same value is given twice: [0.1, 0.1] (algorithms.etd.step_size, line 5 of s.yaml)
            etd: {step_size: []}                         | there is no value to take (algorithms.etd.step_size, line 5 of s.yaml)
            etd: {step_size: fast}                       | step_size is not a number: fast (algorithms.etd.step_size, line 5 of s.yaml)
            etd: {lambda: 1.2}                           | lambda is not in the interval [0, 1]: 1.2 (algorithms.etd.lambda, line 5 of s.yaml)
            etd: {step_size: {powers_of_two: [0, -3]}}   | not increasing exponents of finite numbers: [0, -3] (algorithms.etd.step_size.powers_of_two, line 5 of s.yaml)
            etd: {step_size: {powers_of_ten: [0, 3]}}    | step_size is not a number, a list or {powers_of_two: [first, last]}
            abtd: {lambda: 0.5}                          | abtd has no lambda (algorithms.abtd.lambda, line 5 of s.yaml)
            etd: 3                                       | etd should be a map, not 3 (algorithms.etd, line 5 of s.yaml)
            """)
    void wrongParametersAreRefusedWithTheirPlace(String algorithm, String message) {
        assertThatThrownBy(() -> parse(HEAD + "algorithms:\n  " + algorithm))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void whatWouldNotFitIntoMemoryIsRefusedBeforeAnythingIsEnumerated() {
        String wide = "{powers_of_two: [-1000, 1000]}";
        String tiny = "problem: collision\nruns: 1\nsteps: 10\n";
        assertThatThrownBy(() -> parse(tiny + "algorithms: {gtd: {step_size: " + wide + ", eta: " + wide + "}}"))
                .hasMessage("4,004,001 settings are more than 1,000,000 (algorithms.gtd, line 4 of s.yaml)");
        String six = "step_size: W, c1: W, c2: W, eta: W, lambda: W, radius: W".replace("W", wide);
        assertThatThrownBy(() -> parse(tiny + "algorithms: {gtd: {" + six + "}}"))
                .hasMessageContaining("settings are more than 1,000,000");
        assertThatThrownBy(() -> parse("problem: collision\nruns: 2000000000\nsteps: 1\nalgorithms: {td: {}}"))
                .hasMessageContaining("runs is not in the interval [1, 100,000]: 2000000000");
        assertThatThrownBy(() -> parse("problem: collision\nruns: 1\nsteps: 2000000000\nalgorithms: {td: {}}"))
                .hasMessageContaining("steps is not in the interval [1, 67,108,864]: 2000000000");
        assertThatThrownBy(() -> parse("problem: collision\nruns: 1\nsteps: 60000000\nevery: 1\nalgorithms: {td: {}}"))
                .hasMessageContaining("60,000,001 points of the learning curve are too many to keep");
    }

    @Test
    void aStepBetweenExponentsMayBeAsLargeAsItLikes() {
        Study study = parse(HEAD + "algorithms: {td: {step_size: {powers_of_two: [5, 10, 2147483647]}}}");
        assertThat(study.settings()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"inf", "∞", ".inf", "+.inf", ".Inf"})
    void infinityCanBeWrittenAsAWordOrASign(String infinity) {
        Study study = parse(HEAD + "algorithms: {td: {radius: [1, " + infinity + "]}}");
        assertThat(study.settings().get(1).parameters()).containsEntry("radius", Double.POSITIVE_INFINITY);
    }

    @Test
    void aWrongValueIsRefusedWithItsOwnLine() {
        String algorithms = "algorithms: {td: {}}\n";
        assertThatThrownBy(() -> parse("problem: collision\nsteps: 100\nruns: -3\n" + algorithms))
                .hasMessage("runs is not in the interval [1, 100,000]: -3 (line 3 of s.yaml)");
        assertThatThrownBy(() -> parse("problem: collision\nruns: 2\nsteps: 0\n" + algorithms))
                .hasMessage("steps is not in the interval [1, 67,108,864]: 0 (line 3 of s.yaml)");
        assertThatThrownBy(() -> parse(HEAD + algorithms + "every: 99999\n"))
                .hasMessage("every is not in the interval [1, steps = 100]: 99999 (line 5 of s.yaml)");
        assertThatThrownBy(() -> parse(HEAD + """
                algorithms:
                  etd:
                    lambda: 0.5
                    step_size:
                      - 0.1
                      - -0.2
                """))
                .hasMessage(
                        "step_size is not in the interval (0, ∞): -0.2 (algorithms.etd.step_size[1], line 9 of s.yaml)");
        assertThatThrownBy(() -> parse(HEAD + """
                algorithms:
                  etd:
                    step_size: 0.1
                    lambda: {powers_of_two: [-1, 1]}
                """))
                .hasMessage("lambda is not in the interval [0, 1]: 2.0 (algorithms.etd.lambda, line 7 of s.yaml)");
    }

    @Test
    void aScheduleOfStepSizesNeedsBothOfItsParameters() {
        assertThat(parse(HEAD + "algorithms: {td: {c1: [1, 2], c2: 10}}").settings())
                .hasSize(2);
        assertThatThrownBy(() -> parse(HEAD + "algorithms: {td: {c1: [1, 2]}}"))
                .hasMessage("c1 and c2 belong together: c₁/(c₂ + t) needs both (algorithms.td, line 4 of s.yaml)");
    }

    @Test
    void aStudyWithoutAlgorithmsIsRefusedWithItsPlace() {
        assertThatThrownBy(() -> parse(HEAD + "algorithms: {}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("algorithms is empty (line 4 of s.yaml)\n");
    }

    @Test
    void everythingElseThatIsWrongIsRefusedWithItsPlace() {
        assertThatThrownBy(() -> parse("problem: collison\nruns: 1\nsteps: 1\nalgorithms: {td: {}}"))
                .hasMessageContaining("did you mean collision?");
        assertThatThrownBy(() -> parse("problem: collision\nsteps: 1\nalgorithms: {td: {}}"))
                .hasMessage("runs is missing (line 1 of s.yaml)");
        assertThatThrownBy(() -> parse(HEAD + "algoritms: {td: {}}")).hasMessageContaining("did you mean algorithms?");
        assertThatThrownBy(() -> parse("problem: collision\nruns: 0\nsteps: 1\nalgorithms: {td: {}}"))
                .hasMessageContaining("runs is not in the interval [1, 100,000]: 0");
        assertThatThrownBy(() -> parse(HEAD + "every: 101\nalgorithms: {td: {}}"))
                .hasMessageContaining("every");
        assertThatThrownBy(() -> parse("problem: collision\nruns: 1.5\nsteps: 1\nalgorithms: {td: {}}"))
                .hasMessageContaining("runs is not a whole number: 1.5 (line 2 of s.yaml)");
        assertThatThrownBy(() -> parse("problem: {name: collision, size: 3}\nruns: 1\nsteps: 1\nalgorithms: {td: {}}"))
                .hasMessageContaining("collision has no parameters");
        assertThatThrownBy(() -> parse("problem: [collision]\nruns: 1\nsteps: 1\nalgorithms: {td: {}}"))
                .hasMessage("problem should be a name, not a list (line 1 of s.yaml)");
        assertThatThrownBy(() -> parse("problem: {states: 3}\nruns: 1\nsteps: 1\nalgorithms: {td: {}}"))
                .hasMessage("name is missing (problem, line 1 of s.yaml)");
        assertThatThrownBy(() -> parse("problem: {name: 3}\nruns: 1\nsteps: 1\nalgorithms: {td: {}}"))
                .hasMessageStartingWith("there is no problem 3")
                .hasMessageContaining("(problem, line 1 of s.yaml)");
        assertThatThrownBy(() -> parse("a: [")).hasMessageContaining("not valid YAML");
        assertThatThrownBy(() -> parse("")).hasMessageContaining("the file is not a map that describes a study");
        assertThatThrownBy(() -> StudyFile.read(Path.of("nowhere.yaml")))
                .hasMessage("there is no file nowhere.yaml that describes a study");
    }
}
