package io.emphatic.logs.suggest;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.logs.doctor.Doctor;
import io.emphatic.logs.spec.EvaluationReader;
import io.emphatic.logs.spec.SpecReader;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.LogSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A suggested spec names the log as it was given, in YAML that is read so. */
class SuggestedLogTest {
    @TempDir
    private Path directory;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(directory.resolve("a.csv"), "episode,step,x,reward\n1,1,2,3\n1,2,4,1\n");
    }

    private SpecReader.Document suggested(LogSource source) throws IOException {
        try (Log log = Log.open(source)) {
            return SpecReader.read(Files.writeString(directory.resolve("spec.yaml"), SuggestedSpec.yaml(log)));
        }
    }

    @Test
    void whoSharesStreamsIsTheCluster() throws IOException {
        String rows = "a,1,u,2,3\na,2,u,4,1\nb,1,u,4,1\nc,1,v,4,1\n";
        Path file = Files.writeString(directory.resolve("users.csv"), "session,step,user_id,x,reward\n" + rows);
        try (Log log = Log.open(file.toString())) {
            assertThat(SuggestedSpec.yaml(log)).contains("stream: session\ncluster: user_id\norder: step\n");
        }
    }

    @Test
    void rowsThatNothingOrdersAreEpisodesOfTheirUsers() throws IOException {
        String rows = "u,1,3,0.5,0.2\nu,4,1,0.5,0.8\nv,4,1,0.25,0.2\nv,4,0,0.5,0.2\n";
        Path file = Files.writeString(directory.resolve("users.csv"), "user,x,reward,pscore,new_propensity\n" + rows);
        try (Log log = Log.open(file.toString())) {
            assertThat(SuggestedSpec.yaml(log))
                    .contains("terminated: true", "cluster: user\n", "features: {bias: true, scale: [x]}\n")
                    .contains("behaviour: pscore\n", "    target: new_propensity\n", "    discount: 1\n");
        }
    }

    /** Three places are as frequent by 1/μ as three actions are; but μ hangs on the action. */
    @Test
    void ofTwoColumnsThatMayBeTheActionItIsTheOneByWhichTheProbabilityVariesLess() throws IOException {
        StringBuilder rows = new StringBuilder("place,ad,p,clicked\n");
        for (int j = 0; j < 900; j++) {
            String ad = j % 10 < 5 ? "a,0.5" : j % 10 < 8 ? "b,0.3" : "c,0.2";
            rows.append("xyz".charAt(j / 10 % 3)).append(',').append(ad).append(",0\n");
        }
        Path file = Files.writeString(directory.resolve("ads.csv"), rows);
        try (Log log = Log.open(file.toString())) {
            assertThat(SuggestedSpec.yaml(log))
                    .contains("action: ad ", "behaviour: p ", "features: {bias: true, onehot: [place]}\n");
        }
        StringBuilder even = new StringBuilder("place,ad,p,clicked\n");
        for (int j = 0; j < 900; j++) {
            even.append("xyz".charAt(j / 10 % 3))
                    .append(',')
                    .append("abc".charAt(j % 3))
                    .append(",0.33333,0\n");
        }
        Files.writeString(file, even);
        try (Log log = Log.open(file.toString())) {
            assertThat(SuggestedSpec.yaml(log)).contains("# action: the column of what was done");
        }
    }

    /** Sessions that buy end so; those that do not are no less at their end. */
    @Test
    void aRewardIsNoEnd() throws IOException {
        String rows = "a,1,2,0.5,false\na,2,4,0.5,true\nb,1,4,0.5,true\nc,1,4,0.5,true\nd,1,4,0.5,false\n";
        assertThat(suggestedOf("session,step,x,mu,reward\n" + rows))
                .contains("cumulant: reward", "# Nothing says where episodes end")
                .doesNotContain("terminated: reward");
    }

    @Test
    void machinesInTurnsAreStreams() throws IOException {
        StringBuilder rows = new StringBuilder("time,machine,temp,action,mu,reward\n");
        for (int k = 0; k < 100; k++) {
            rows.append(k + ",m" + k % 5 + "," + k % 7 + ",run,0.5,1\n");
        }
        assertThat(suggestedOf(rows)).contains("stream: machine\norder: time\n");
    }

    @Test
    void noMoreIsAPurchase() throws IOException {
        String rows = "a,1,2,0.5,false\na,2,4,0.5,true\nb,1,4,0.5,true\nc,1,4,0.5,true\nd,1,4,0.5,false\n";
        for (String name : new String[] {"bought", "converted", "outcome"}) {
            assertThat(suggestedOf("session,step,x,mu," + name + "\n" + rows))
                    .contains("# Nothing says where episodes end")
                    .doesNotContain("terminated: " + name);
        }
    }

    /** The doctor will say what is wrong with it. */
    @ParameterizedTest
    @ValueSource(strings = {"10000000", "1e300"})
    void aProbabilityThatIsNoneIsNoReasonToSuggestNothing(String wrong) throws IOException {
        StringBuilder rows = new StringBuilder("place,ad,prob,clicked\n");
        for (int j = 0; j < 900; j++) {
            String ad = j % 10 < 5 ? "a,0.5" : j % 10 < 8 ? "b,0.3" : "c,0.2";
            rows.append("xyz".charAt(j / 10 % 3))
                    .append(',')
                    .append(j == 0 ? "a," + wrong : ad)
                    .append(",0\n");
        }
        assertThat(suggestedOf(rows)).contains("action: ad ", "behaviour: prob\n");
    }

    @Test
    void whatIsMostlyMissingIsNotWhatWasChosen() throws IOException {
        StringBuilder rows = new StringBuilder();
        for (int k = 0; k < 8; k++) {
            rows.append(
                    "{\"fallback\": " + (k == 0 ? "\"s\"" : null) + ", \"candidate_set\": [\"s\", \"l\"], \"taken\": \""
                            + (k % 2 == 0 ? "s" : "l") + "\", \"prob\": 0.5, \"score\": " + k % 2 + "}\n");
        }
        Path file = Files.writeString(directory.resolve("rows.jsonl"), rows);
        try (Log log = Log.open(file.toString())) {
            assertThat(SuggestedSpec.yaml(log)).contains("\naction: taken");
        }
    }

    @Test
    void aFlagOfLastRowsEndsEpisodes() throws IOException {
        String rows = "a,1,2,3,0.5,0.1,false\na,2,4,1,0.5,0.2,true\nb,1,4,1,0.5,0.2,true\nc,1,4,1,0.5,0.3,true\n"
                + "d,1,4,1,0.5,0.3,false\n";
        Path file = Files.writeString(
                directory.resolve("visits.csv"), "session,step,x,reward,mu,prob_new,discharged\n" + rows);
        try (Log log = Log.open(file.toString())) {
            assertThat(SuggestedSpec.yaml(log))
                    .contains("terminated: discharged ", "features: {bias: true, scale: [x]}\n");
        }
        Files.writeString(file, Files.readString(file).replace("0.1,false", "0.1,true"));
        try (Log log = Log.open(file.toString())) {
            assertThat(SuggestedSpec.yaml(log))
                    .contains("# Nothing says where episodes end")
                    .contains("[discharged]");
        }
    }

    /** Impressions of users, an action of an unusual name, and sessions whose ends nothing says. */
    @Test
    void clicksAreEpisodesOfTheirUsersAndTheActionIsNoFeature() throws IOException {
        StringBuilder clicks = new StringBuilder("impression_id,user_id,segment,ad,propensity,click\n");
        StringBuilder visits = new StringBuilder("session_id,ts,page,shown,p_shown,p_new,reward\n");
        Random random = new Random(5);
        for (int j = 0; j < 300; j++) {
            boolean first = random.nextDouble() < 0.75;
            String segment = random.nextDouble() < 0.8 ? "new" : "old";
            clicks.append("%d,u%d,%s,%s,%s,%d%n"
                    .formatted(
                            j,
                            random.nextInt(50),
                            segment,
                            first ? "A" : "B",
                            first ? "0.75" : "0.25",
                            j % 7 == 0 ? 1 : 0));
            visits.append("s%d,%d,p%d,x,0.5,0.7,0%n".formatted(j / 3, 1000 + j, j % 2));
        }
        assertThat(suggestedOf(clicks))
                .contains("terminated: true", "cluster: user_id\n", "\naction: ad ", "    discount: 1\n")
                .contains("features: {bias: true, onehot: [segment]}\n")
                .doesNotContain("\nstream:");
        assertThat(suggestedOf(visits))
                .contains(
                        "stream: session_id\norder: ts\n", "lead(1) OVER (PARTITION BY \"session_id\" ORDER BY \"ts\")")
                .contains("behaviour: p_shown ", "    target: p_new\n", "features: {bias: true, onehot: [page]}\n");
    }

    private String suggestedOf(CharSequence rows) throws IOException {
        try (Log log =
                Log.open(Files.writeString(directory.resolve("rows.csv"), rows).toString())) {
            return SuggestedSpec.yaml(log);
        }
    }

    @Test
    void aBehaviourThatIsTextGuessesNoAction() throws IOException {
        assertThat(suggestedOf("site,mu,reward\nA,0.5,1\nB,n/a,0\n")).contains("# action: the column of what was done");
    }

    @Test
    void numbersOfVisitorsAreNoTimeAndHugeOnesNoFailure() throws IOException {
        StringBuilder rows = new StringBuilder("visitor,x,action,pscore,reward\n");
        for (int j = 0; j < 20; j++) {
            rows.append(j).append(j == 7 ? ",1e308,a,0.5,1\n" : ",1,a,0.5,0\n");
        }
        try (Log log = Log.open(
                Files.writeString(directory.resolve("visitors.csv"), rows).toString())) {
            assertThat(SuggestedSpec.yaml(log)).contains("terminated: true").doesNotContain("order:");
        }
    }

    @Test
    void aProbabilityCalledPIsTheBehaviour() throws IOException {
        assertThat(suggestedFor("0.5", "1.0"))
                .contains("terminated: true", "features: {bias: true, scale: [x]}\n", "    discount: 1\n")
                .contains("behaviour: p    # a guess: it is in (0, 1] in every row\n");
        assertThat(suggestedFor("0.5", "1.5")).contains("scale: [x, p]").doesNotContain("\nbehaviour");
        assertThat(suggestedFor("0.5", "0.0")).contains("scale: [x, p]").doesNotContain("\nbehaviour");
    }

    private String suggestedFor(String first, String second) throws IOException {
        String rows = "3,a,%s,1\n1,b,%s,0\n2,b,%s,1\n".formatted(first, second, first);
        try (Log log = Log.open(Files.writeString(directory.resolve("p.csv"), "x,action,p,reward\n" + rows)
                .toString())) {
            return SuggestedSpec.yaml(log);
        }
    }

    /** Water comes of running, whatever the column is called; the heat was there before. */
    @Test
    void whatDiffersByTheActionOfItsRowIsTheRewardAndNoFeature() throws IOException {
        StringBuilder rows = new StringBuilder("pump,hour,heat,action,mu,water\n");
        Random random = new Random(7);
        for (int k = 0; k < 400; k++) {
            double heat = random.nextDouble();
            boolean runs = random.nextDouble() < 0.9 - 0.5 * heat;
            rows.append("P%d,%d,%.3f,%s,%.3f,%d%n"
                    .formatted(
                            k / 20,
                            k % 20,
                            heat,
                            runs ? "run" : "rest",
                            runs ? 0.9 - 0.5 * heat : 0.1 + 0.5 * heat,
                            runs ? random.nextInt(5) : 0));
        }
        Path file = Files.writeString(directory.resolve("pumps.csv"), rows);
        try (Log log = Log.open(file.toString())) {
            assertThat(SuggestedSpec.yaml(log))
                    .contains("features: {bias: true, scale: [heat]}\n", "    cumulant: water    # a guess: ");
        }
        assertFeatureOfAction(file, "[heat, water]", "feature water differs by the action of its own row");
        assertFeatureOfAction(file, "{expressions: [heat], onehot: action}", "feature action is the action of its own");
    }

    private void assertFeatureOfAction(Path file, String features, String message) throws IOException {
        Path spec = Files.writeString(
                directory.resolve("spec.yaml"),
                "stream: pump\norder: hour\naction: action\nbehaviour: mu\nfeatures: " + features
                        + "\npredictions: {v: {cumulant: heat, discount: 0.9}}\n");
        try (Log log = Log.open(file.toString())) {
            assertThat(Doctor.check(log, SpecReader.read(spec).spec()).findings())
                    .noneMatch(finding -> finding.check().equals("feature-of-reward"))
                    .filteredOn(finding -> finding.check().equals("feature-of-action"))
                    .singleElement()
                    .matches(finding -> finding.message().startsWith(message));
        }
        Path asked = Files.writeString(
                directory.resolve("asked.yaml"),
                "stream: pump\norder: hour\naction: action\nbehaviour: mu\nfeatures: [heat]\ncumulant: heat\n"
                        + "discount: 0.9\ntargets: {same: mu}\n");
        try (Log log = Log.open(file.toString())) {
            assertThat(Doctor.check(log, EvaluationReader.read(asked, false).spec())
                            .findings())
                    .anyMatch(finding -> finding.message().equals("feature heat is the reward of its own row"));
        }
    }

    /** Each stands for the file, so that a pattern may begin with any character of a glob. */
    @ParameterizedTest
    @ValueSource(strings = {"*.csv", "[a].csv", "?.csv", "a.csv", "./*.csv"})
    void aPatternIsReadBackAsItWasGiven(String pattern) throws IOException {
        Path yaml = Files.writeString(
                directory.resolve("scalar.yaml"),
                "log: " + Dialect.scalar(pattern) + "\nfeatures: x\ndiscount: 0.9\npredictions: {v: {}}\n");
        LogSource read = SpecReader.read(yaml).log();
        try (Log log = Log.open(read)) {
            assertThat(log.files()).hasSize(1);
            assertThat(log.source().patterns().get(0)).endsWith(pattern);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"SELECT * FROM 'a.csv' ORDER BY x", "SELECT * -- all: of it\n  FROM 'a.csv'\nORDER BY \"x\"\n"})
    void aQueryIsReadBackAsItWasGiven(String query) throws IOException {
        LogSource source = LogSource.query("the query", query, directory);
        LogSource read = suggested(source).log();
        assertThat(read.query().strip()).isEqualTo(query.strip());
        try (Log log = Log.open(read)) {
            assertThat(log.columns().keySet()).containsExactly("episode", "step", "x", "reward");
        }
    }
}
