package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code evaluate} refuses, and in which words. */
class EvaluateUsageTest {
    private static final String ROWS =
            "ep,t,action,mu,pi,reward,terminated\n0,0,x,0.5,0.5,1,false\n0,1,y,0.5,0.25,2,true\n1,0,z,0.5,0.5,1,true\n";
    private static final String QUESTION =
            "log: log.csv\nstream: ep\norder: t\naction: action\nbehaviour: mu\ndiscount: 1\n";

    @TempDir
    private Path directory;

    private Run flags(String more) throws IOException {
        Path log = Files.writeString(directory.resolve("log.csv"), ROWS);
        return Run.emphatic(("evaluate " + log + " " + more).split(" "));
    }

    private Run spec(String yaml) throws IOException {
        Files.writeString(directory.resolve("log.csv"), ROWS);
        return Run.emphatic(
                "evaluate",
                Files.writeString(directory.resolve("spec.yaml"), yaml).toString());
    }

    private static void assertRefused(Run run, int code, String message) {
        assertThat(run.code()).as(run.err()).isEqualTo(code);
        assertThat(run.err()).contains(message).doesNotContain("\tat ");
        assertThat(run.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--behaviour mu --discount 1 | 2 | there is no policy to evaluate: it needs a target",
                "--behaviour mu --target pi | 2 | Missing required option: --discount",
                "--target pi --discount 1 | 2 | behaviour is missing: the probability with which",
                "--target pi --discount 1 | 2 | frequency(site, shift) estimates it",
                "--behaviour mu --target {x:0.5,y:0.5} --discount 1 | 2 | needs a spec in YAML: targets: {target: {…}}",
                "--behaviour mu --target n={x:1} --discount 1 | 2 | not a map: {x:1}",
                "--behaviour mu --target 2 --discount 1 | 2 | target is not in the interval [0, 1]: 2",
                "--behaviour mu --target n=2 --discount 1 | 2 | target n is not in the interval [0, 1]: 2",
                "--behaviour 2 --target pi --discount 1 | 2 | behaviour is not in the interval (0, 1]: 2",
                "--behaviour mu --target pi --target pi --discount 1 | 2 | two targets are called target",
                "--behaviour mu --target behaviour=pi --discount 1 | 2 | a target cannot be called behaviour",
                "--behaviour mu --target pi --ratio 1 --discount 1 | 2 | both a --target and a --ratio",
                "--ratio 1 --discount 1 --return-range 1 | 2 | --return-range is two numbers",
                "--ratio 1 --discount 1 --return-range 2,1 | 2 | the range of returns needs two finite numbers",
                "--ratio 1 --discount 1 --stream ep --order t --return-range 5,6 | 1 | (row ",
                "--ratio 1 --discount 1.5 --stream ep --order t | 2 | discount is not in the interval [0, 1]: 1.5",
                "--behaviour mu --target 2*pi+0.5 --discount 1 --stream ep --order t | 1 | is not in the interval [0, 1]",
                "--behaviour mu-0.5 --target pi --discount 1 --stream ep --order t | 1 | behaviour mu-0.5 is not in",
                "--ratio 1 --discount 1 --start nosuch | 1 | start: the log has no column nosuch",
                "--ratio 1 --discount 1 --stream ep --start ep>5 | 1 | the log has no episode: no row is a start",
                "--behaviour frequency(t) --target pi --discount 1 | 1 | the action is missing",
                "--ratio 1 --discount 1 --stream ep --cumulant NULL | 1 | cumulant",
            })
    void wrongUsageIsExplained(String more, int code, String message) throws IOException {
        assertRefused(flags(more), code, message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                " | there is no policy to evaluate",
                "targets: {a: {x: 0.5, y: 0.5}} | target a has no probability of the action z (row 3)",
                "targets: {a: {x: pi, y: 0.5, z: 0.25}} | the probabilities of target a do not sum to 1 but to 1.25 (rows 1, 3)",
                "targets: {a: {x: 0.5, y: 0.4, z: 0}} | do not sum to 1 but to 0.9 (row 1)",
                "targets: {a: {x: 1.5, y: -0.5, z: 0}} | is not in the interval [0, 1]: 1.5",
                "targets: {a: {x: nosuch, y: 0, z: 0}} | targets.a.x: the log has no column nosuch",
                "targets: [pi, mu] | targets should be a map, not a list (line 7 of",
                "target: pi~nreturn_range: 3 | return_range is two numbers, the lower first",
                "target: pi~nreturn_rnge: [1, 2] | did you mean return_range?",
                "targetss: pi | did you mean targets?",
                "target: pi~nratio: 1 | target has a ratio, too",
            })
    void aSpecThatCannotBeAnsweredIsRefused(String more, String message) throws IOException {
        String yaml = QUESTION + (more == null ? "" : more.replace("~n", "\n")) + "\n";
        assertRefused(spec(yaml), 1, message);
    }

    @Test
    void aQueryHasToBeASelectThatCanBeRepeated() throws IOException {
        String rest = "\nstream: ep\norder: t\nratio: 1\ndiscount: 1\n";
        assertRefused(spec("log: {query: \"SELECT * FROM 'nosuch.csv'\"}" + rest), 1, "there is no file");
        assertRefused(
                spec("log: {query: \"SELECT *, random() AS r FROM 'log.csv'\"}" + rest),
                1,
                "random is no function of the row");
        assertRefused(spec("log: {query: \"COPY (SELECT 1) TO 'x.csv'\"}" + rest), 1, "a log is a SELECT");
        assertRefused(spec("log: {query: \"SELECT 1; SELECT 2\"}" + rest), 1, "a log is one SELECT, not 2 statements");
        assertRefused(spec("log: {query: \"SELEC 1\"}" + rest), 1, "syntax error");
        assertRefused(
                spec("log: {query: \"SELECT * FROM 'log.csv'\"}\nstream: ep\nratio: 1\ndiscount: 1\n"),
                1,
                "gives its rows in no particular order");
    }

    @Test
    void flagsBesideASpecAndOutputsOverInputsAreRefused() throws IOException {
        spec(QUESTION + "target: pi\n");
        String file = directory.resolve("spec.yaml").toString();
        assertRefused(Run.emphatic("evaluate", file, "--target", "pi"), 2, "--target belongs into the spec");
        assertRefused(Run.emphatic("evaluate", file, "--html", file), 1, "the page file would overwrite the spec");
        String log = directory.resolve("log.csv").toString();
        assertRefused(Run.emphatic("evaluate", file, "--html", log), 1, "the page file would overwrite the log");
    }

    @Test
    void noMessageOfAnEvaluationSpeaksOfPredictionsOrOfLearning() throws IOException {
        assertThat(flags("--behaviour mu --target 2 --discount 1").err()).doesNotContain("prediction");
        assertThat(spec(QUESTION + "lambda: 2\ntarget: pi\n").err())
                .contains("lambda is not in the interval [0, 1]: 2")
                .doesNotContain("prediction");
        assertThat(flags("--behaviour mu --target 2*pi+0.5 --discount 1 --stream ep --order t")
                        .err())
                .contains("log.csv cannot be used\n")
                .doesNotContain("learn");
    }

    @Test
    void anActionThatIsMissingIsReportedWhereTheTargetNeedsIt() throws IOException {
        Run run = spec("log: log.csv\nstream: ep\nbehaviour: mu\ndiscount: 1\ntargets:\n  a: pi\n  b: {x: 1, y: 0}\n");
        assertRefused(
                run, 1, "target b gives each action a probability, and the action is missing (targets.b, line 7 of");
    }

    @Test
    void anEmptyFileIsCalledEmpty() throws IOException {
        Path log = Files.writeString(directory.resolve("empty.csv"), "");
        Run run = Run.emphatic(
                "evaluate", log.toString(), "--behaviour", "p", "--target", "1", "--discount", "1", "--action", "a");
        assertRefused(run, 1, "empty.csv is empty: it has neither rows nor a header");
    }

    /** Position 2 has no row in the table, item c none at position 1. */
    @Test
    void aPolicyInATableIsLookedUpByItsColumns() throws IOException {
        Path table = Files.writeString(directory.resolve("p.csv"), "position,item,p\n1,a,0.25\n1,b,0.75\n");
        String rows = "position,item,mu,reward,terminated\n1,a,0.5,1,true\n1,b,0.5,2,true\n1.0,c,0.5,4,true\n";
        Path log = Files.writeString(directory.resolve("items.csv"), rows);
        String policy = "{table: p.csv, by: [position], action: item, probability: p}";
        String question = "log: items.csv\nbehaviour: mu\ndiscount: 1\nfeatures: 1\n";
        Path file = directory.resolve("spec.yaml");
        double is = (0.25 * 1 + 0.75 * 2 + 0 * 4) / 0.5 / 3;
        for (String asked : new String[] {
            "targets: {t: " + policy + "}",
            "targets: {t: {policy: " + policy + "}}",
            "target: " + policy,
            "policy: " + policy,
            "predictions: {v: {policy: " + policy + "}}"
        }) {
            Run run = Run.emphatic(
                    "evaluate", Files.writeString(file, question + asked).toString(), "--json");
            assertThat(run.code()).as(asked + run.err()).isZero();
            JsonNode estimates = new ObjectMapper().readTree(run.out()).findValue("estimates");
            assertThat(estimates.get(1).get("value").asDouble()).as(asked).isCloseTo(is, within(1e-12));
        }
        Run learned = Run.emphatic("learn", file.toString(), "--json");
        assertThat(new ObjectMapper()
                        .readTree(learned.out())
                        .findValue("ratio")
                        .get("max")
                        .asDouble())
                .isEqualTo(1.5);
        Files.writeString(log, rows + "2,a,0.5,1,true\n");
        assertRefused(Run.emphatic("evaluate", file.toString()), 1, "is NULL in 1 row (row 4)");
        Files.writeString(table, "position,item,p\n1,a,0.25\n1,a,0.75\n");
        assertRefused(Run.emphatic("evaluate", file.toString()), 1, "has an action twice");
    }

    @ParameterizedTest
    @ValueSource(strings = {"learn", "tune"})
    void aSpecForAnEvaluationServesTheOtherVerbsWithAPredictionForEachTarget(String verb) throws IOException {
        Path chosen = directory.resolve("chosen.yaml");
        String targets = "action: action\ntargets: {plain: pi_careful, chosen: {rest: 0.5, run: 0.5}}\n";
        Path file = Files.writeString(
                directory.resolve("spec.yaml"),
                "log: " + Path.of("../examples/pumps/pumps.csv").toAbsolutePath() + "\nstream: pump\norder: hour\n"
                        + "features: 1, vibration\nbehaviour: mu\ncumulant: water\ndiscount: 0.5\n" + targets);
        Run run = verb.equals("tune")
                ? Run.emphatic(verb, file.toString(), "--json", "--spec", chosen.toString())
                : Run.emphatic(verb, file.toString(), "--json");
        assertThat(run.err()).doesNotContain("missing");
        assertThat(run.code()).isZero();
        assertThat(run.out()).containsPattern("\"name\" : \"plain\"").containsPattern("\"name\" : \"chosen\"");
        if (verb.equals("tune")) {
            assertThat(Files.readString(chosen)).contains("target: pi_careful");
            assertThat(Run.emphatic("learn", chosen.toString(), "--check").code())
                    .isZero();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                " | true",
                "--check | true",
                "--terminated true | false",
                "--truncated false | false",
                "--stream a | false",
                "--start true | false",
            })
    void manyRowsThatNothingPartsAreNotedAsOneEpisode(String more, boolean noted) throws IOException {
        Path log = Files.writeString(directory.resolve("bandit.csv"), "a,p,reward\n" + "x,0.5,1\ny,0.5,0\n".repeat(5));
        String line = "evaluate " + log + " --behaviour p --discount 1 --target 0.5" + (more == null ? "" : " " + more);
        Run run = Run.emphatic(line.split(" "));
        assertThat(run.code()).as(run.err()).isZero();
        String note = "note: all 10 rows are read as one episode";
        if (noted) {
            assertThat(run.out()).contains(note, "One-step episodes? Give --terminated true");
        } else {
            assertThat(run.out()).doesNotContain(note);
        }
    }

    @Test
    void helpSaysWhatAnActionIsForAndWhereAQuestionStarts() {
        String help = Run.emphatic("evaluate", "--help").out().replaceAll("\\s+", " ");
        assertThat(help)
                .contains(
                        "Which action was taken: for --behaviour frequency",
                        "for targets that give every action a probability")
                .contains("the one after an end or a cut");
    }

    @Test
    void theBanditOfTheExampleIsEvaluatedRowByRow() {
        Path spec = Path.of("..", "examples", "offers", "offers.yaml");
        Run run = Run.emphatic("evaluate", spec.toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("400 episodes, 400 steps (400 ended, 0 cut off)", " wdr: weighted doubly robust");
    }
}
