package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code evaluate} from a file to its JSON, against plain sums over episodes in memory. */
class EvaluateCommandTest {
    @TempDir
    private Path directory;

    private record Row(boolean left, double mu, double pi, double reward, double gamma, double x) {}

    private record Episode(List<Row> rows, boolean ended) {}

    /** Ragged episodes: some end, some are marked as cut, some just stop. */
    private static List<Episode> episodes(long seed) {
        Random random = new Random(seed);
        List<Episode> episodes = new ArrayList<>();
        for (int k = 0; k < 40; k++) {
            List<Row> rows = new ArrayList<>();
            int length = 1 + random.nextInt(6);
            for (int t = 0; t < length; t++) {
                boolean left = random.nextBoolean();
                rows.add(new Row(
                        left,
                        0.3 + 0.6 * random.nextDouble(),
                        random.nextDouble(),
                        random.nextGaussian(),
                        0.5 + 0.5 * random.nextDouble(),
                        random.nextGaussian()));
            }
            episodes.add(new Episode(rows, random.nextInt(3) > 0));
        }
        return episodes;
    }

    private Path write(List<Episode> episodes) throws IOException {
        StringBuilder csv = new StringBuilder("ep,t,action,mu,pi,reward,gamma,x,terminated,truncated\n");
        for (int k = 0; k < episodes.size(); k++) {
            Episode episode = episodes.get(k);
            for (int t = 0; t < episode.rows().size(); t++) {
                Row row = episode.rows().get(t);
                boolean last = t == episode.rows().size() - 1;
                csv.append(k + "," + t + "," + (row.left() ? "left" : "right") + "," + row.mu() + "," + row.pi() + ","
                        + row.reward() + "," + row.gamma() + "," + row.x() + "," + (last && episode.ended()) + ","
                        + (last && !episode.ended() && k % 2 == 0) + "\n");
            }
        }
        return Files.writeString(directory.resolve("log.csv"), csv);
    }

    private Path spec(String yaml) throws IOException {
        return Files.writeString(directory.resolve("spec.yaml"), yaml);
    }

    private static JsonNode json(String... arguments) throws IOException {
        String[] all = Arrays.copyOf(arguments, arguments.length + 1);
        all[arguments.length] = "--json";
        Run run = Run.emphatic(all);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).doesNotContain("NaN").doesNotContain("Infinity");
        return new ObjectMapper().readTree(run.out());
    }

    private static JsonNode estimate(JsonNode target, String name) {
        for (JsonNode estimate : target.path("estimates")) {
            if (estimate.path("name").asText().equals(name)) {
                return estimate;
            }
        }
        throw new AssertionError("no estimate " + name + " in " + target);
    }

    private static void assertValue(JsonNode target, String name, double expected) {
        assertThat(estimate(target, name).path("value").asDouble())
                .as(name)
                .isCloseTo(expected, within(1e-10 * Math.max(1, Math.abs(expected))));
    }

    @Test
    void theDocumentHasItsFieldsInTheirOrder() throws IOException {
        Path log = write(episodes(5));
        JsonNode document =
                json(("evaluate " + log + " --stream ep --order t --behaviour mu --target a=pi --target b=pi*pi"
                                + " --discount gamma --return-range -50,50 --features 1,x")
                        .split(" "));
        assertThat(names(document))
                .containsExactly(
                        "log",
                        "episodes",
                        "effective_episodes",
                        "clusters",
                        "steps",
                        "ended",
                        "cut",
                        "behaviour_estimated",
                        "targets",
                        "comparisons",
                        "findings",
                        "anytime");
        JsonNode target = document.path("targets").path(1);
        assertThat(target.path("name").asText()).isEqualTo("b");
        assertThat(names(target))
                .containsExactly(
                        "name",
                        "verdict",
                        "reasons",
                        "estimates",
                        "recommended",
                        "effective_sample_size",
                        "mean_weight",
                        "pareto_k",
                        "terms_pareto_k",
                        "largest_share",
                        "top_percent_share",
                        "by_lambda");
        assertThat(names(target.path("estimates").path(0)))
                .containsExactly("name", "value", "stderr", "low", "high", "guaranteed_low", "guaranteed_high");
        assertThat(estimate(target, "is").path("guaranteed_low").isNumber()).isTrue();
        assertThat(names(document.path("comparisons").path(0)))
                .containsExactly("a", "b", "difference", "stderr", "low", "high");
        assertThat(names(target.path("by_lambda").path(0))).containsExactly("lambda", "value", "stderr");
        assertThat(document.path("comparisons")).hasSize(3);
    }

    /** 40 visits of 8 users of 4 towns, in any order: each visit is an episode. */
    private Path visits() throws IOException {
        Random random = new Random(3);
        StringBuilder csv = new StringBuilder("t,user,town,mu,pi,bought\n");
        for (int k = 0; k < 40; k++) {
            int user = k % 8;
            csv.append(k % 3 + "," + user + "," + user / 2 + ",0.5," + random.nextDouble() + "," + random.nextGaussian()
                    + "\n");
        }
        return Files.writeString(directory.resolve("visits.csv"), csv);
    }

    @Test
    void streamsAreTheUnitsOfErrorsUnlessAnotherIsNamed() throws IOException {
        String question =
                "evaluate " + visits() + " --behaviour mu --target pi --cumulant bought --discount 1 --terminated true";
        List<String> lines = Files.readAllLines(directory.resolve("visits.csv"));
        for (String[] unit : new String[][] {
            {"", "40"}, {" --stream user", "8"}, {" --stream user --cluster-by town", "4"}, {" --cluster-by user", "8"}
        }) {
            JsonNode document = json((question + unit[0]).split(" "));
            assertThat(document.path("episodes").asInt()).isEqualTo(40);
            assertThat(document.path("clusters").asInt()).as(unit[0]).isEqualTo(Integer.parseInt(unit[1]));
            assertThat(document.path("findings").toString().contains("shared-streams"))
                    .as("rows of the same user, whom nothing names: " + unit[0])
                    .isEqualTo(unit[0].isEmpty());
            JsonNode is = estimate(document.path("targets").path(0), "is");
            double value = is.path("value").asDouble();
            double[] sums = new double[Integer.parseInt(unit[1])];
            for (int k = 0; k < 40; k++) {
                String[] cells = lines.get(k + 1).split(",");
                int place = sums.length == 40 ? k : Integer.parseInt(cells[sums.length == 8 ? 1 : 2]);
                sums[place] += Double.parseDouble(cells[4]) / 0.5 * Double.parseDouble(cells[5]) - value;
            }
            double squares = Arrays.stream(sums).map(sum -> sum * sum).sum();
            double expected = Math.sqrt(squares * sums.length / (sums.length - 1)) / 40;
            assertThat(is.path("stderr").asDouble()).as(unit[0]).isCloseTo(expected, within(1e-12));
        }
        Run run = Run.emphatic((question + " --stream user").split(" "));
        assertThat(run.out()).contains("40 episodes of 8 streams, 40 steps", "more streams would ");
        Run clustered = Run.emphatic((question + " --cluster-by user").split(" "));
        assertThat(clustered.out()).contains("40 episodes of 8 values of user, 40 steps", "more values of user would ");
    }

    /** Three visits of a user have the same t; nothing follows from it where every row is its own episode. */
    @Test
    void theOrderIsNotCheckedWhereEveryRowIsItsOwnEpisode() throws IOException {
        String question = "evaluate " + visits() + " --behaviour mu --target pi --cumulant bought --discount 1"
                + " --stream user --order t";
        assertThat(json((question + " --terminated true").split(" "))
                        .path("episodes")
                        .asInt())
                .isEqualTo(40);
        assertThat(Run.emphatic(question.split(" ")).err()).contains("has the same value in two rows of one stream");
    }

    @Test
    void whatIsDeclaredReachesTheVerdict() throws IOException {
        String question = "evaluate " + visits() + " --behaviour frequency(town) --action user%2 --target 0.5"
                + " --cumulant bought --discount 1 --terminated true --return-range -9,9";
        JsonNode careful = json(question.split(" ")).path("targets").path(0);
        JsonNode declared = json((question + " --nothing-else-mattered --tolerance 5").split(" "))
                .path("targets")
                .path(0);
        assertThat(careful.path("reasons").toString()).contains("frequencies");
        assertThat(declared.path("reasons").toString()).doesNotContain("frequencies");
    }

    private static List<String> names(JsonNode node) {
        List<String> names = new ArrayList<>();
        for (Iterator<String> fields = node.fieldNames(); fields.hasNext(); ) {
            names.add(fields.next());
        }
        return names;
    }

    @Test
    void probabilitiesByActionAreThoseOfTheActionTaken() throws IOException {
        write(episodes(6));
        String question = "log: log.csv\nstream: ep\norder: t\naction: action\nbehaviour: mu\ndiscount: gamma\n"
                + "features: 1, x\ntargets:\n  ";
        JsonNode byAction = json(
                "evaluate", spec(question + "a: {left: pi, right: 1 - pi}\n").toString());
        JsonNode taken = json(
                "evaluate",
                spec(question + "a: \"CASE action WHEN 'left' THEN pi ELSE 1 - pi END\"\n")
                        .toString());
        JsonNode one = byAction.path("targets").path(0);
        assertValue(
                taken.path("targets").path(0),
                "elstd",
                estimate(one, "elstd").path("value").asDouble());
        assertThat(estimate(one, "dm").path("value").isNumber()).isTrue();
        assertThat(estimate(one, "dr").path("value").isNumber()).isTrue();
        assertThat(taken.path("findings").toString()).contains("dm and dr are absent");
    }

    @Test
    void frequenciesAreTheSharesOfActionsAmongRowsAlike() throws IOException {
        Files.writeString(
                directory.resolve("log.csv"),
                "ep,site,action,pi,reward,terminated\n0,a,x,0.5,1,true\n1,a,x,0.5,2,true\n2,a,y,0.5,4,true\n"
                        + "3,,x,0.25,8,true\n4,,y,0.5,16,true\n5,,y,0.5,32,true\n6,,y,0.5,64,true\n");
        String yaml =
                "log: log.csv\nstream: ep\naction: action\nbehaviour: {frequency: [%s]}\ndiscount: 1\ntarget: pi\n";
        JsonNode bySite =
                json("evaluate", spec(String.format(Locale.ROOT, yaml, "site")).toString());
        assertThat(bySite.path("behaviour_estimated").asBoolean()).isTrue();
        double sum = 0.5 / (2.0 / 3) * (1 + 2) + 0.5 * 3 * 4 + 0.25 * 4 * 8 + 0.5 / 0.75 * (16 + 32 + 64);
        assertValue(bySite.path("targets").path(0), "is", sum / 7);
        JsonNode overall =
                json("evaluate", spec(String.format(Locale.ROOT, yaml, "")).toString());
        double all = 0.5 / (3.0 / 7) * (1 + 2) + 0.5 / (4.0 / 7) * (4 + 16 + 32 + 64) + 0.25 / (3.0 / 7) * 8;
        assertValue(overall.path("targets").path(0), "is", all / 7);
        Run text = Run.emphatic("evaluate", directory.resolve("spec.yaml").toString());
        assertThat(text.out()).contains("is estimated").contains("cut off); behaviour estimated");
        Run learned = Run.emphatic(
                "learn",
                "--all",
                spec(String.format(Locale.ROOT, yaml, "site") + "features: 1\npredictions: {v: {algorithm: elstd}}\n")
                        .toString());
        assertThat(learned.code()).as(learned.err()).isZero();
        assertThat(learned.out())
                .contains("behaviour frequency(site) is estimated")
                .contains("\"max\" : 1.");
    }

    @Test
    void aQueryJoinsFilesBesideTheSpec() throws IOException {
        Path log = write(episodes(7));
        Files.writeString(directory.resolve("policy.csv"), "action,p\nleft,0.75\nright,0.25\n");
        String question = "stream: ep\nbehaviour: mu\ndiscount: gamma\nfeatures: 1, x\n";
        JsonNode joined = json(
                "evaluate",
                spec("log: {query: \"SELECT * FROM 'log.csv' JOIN 'policy.csv' USING (action)\"}\norder: t\ntarget: p\n"
                                + question)
                        .toString());
        JsonNode plain = json(
                "evaluate",
                spec("log: " + log + "\norder: t\ntarget: \"CASE WHEN action = 'left' THEN 0.75 ELSE 0.25 END\"\n"
                                + question)
                        .toString());
        assertThat(joined.path("targets")).isEqualTo(plain.path("targets"));
        assertThat(joined.path("log").asText()).startsWith("the query in ");
        JsonNode ordered = json(
                "evaluate",
                spec("log: {query: \"SELECT * FROM 'log.csv' ORDER BY ep, t\"}\ntarget: pi\n" + question)
                        .toString());
        JsonNode file = json(
                "evaluate",
                spec("log: log.csv\norder: t\ntarget: pi\n" + question).toString());
        assertThat(ordered.path("targets")).isEqualTo(file.path("targets"));
    }

    @Test
    void aStartInEveryRowAsksFromEveryRow() throws IOException {
        Path log = Files.writeString(
                directory.resolve("log.csv"),
                "ep,t,reward,terminated\n0,0,1,false\n0,1,2,true\n1,0,4,false\n1,1,8,true\n");
        String[] arguments = ("evaluate " + log + " --stream ep --order t --ratio 1 --discount 0.5 --start").split(" ");
        String[] every = Arrays.copyOf(arguments, arguments.length + 1);
        every[arguments.length] = "true";
        JsonNode document = json(every);
        assertThat(document.path("episodes").asInt()).isEqualTo(4);
        assertValue(document.path("targets").path(0), "behaviour", (2 + 2 + 8 + 8) / 4.0);
        every[arguments.length] = "t = 1";
        assertValue(json(every).path("targets").path(0), "behaviour", 5);
    }

    @Test
    void oneSpecServesBothVerbs() throws IOException {
        write(episodes(8));
        String yaml = "log: log.csv\nstream: ep\norder: t\nbehaviour: mu\ndiscount: gamma\nfeatures: 1, x\n"
                + "targets: {careful: pi}\nstart: t = 0\nreturn_range: [-100, 100]\n"
                + "predictions: {v: {target: pi, algorithm: elstd}}\n";
        String file = spec(yaml).toString();
        assertThat(json("learn", file).path("predictions")).hasSize(1);
        JsonNode document = json("evaluate", file);
        assertThat(document.path("targets").path(0).path("name").asText()).isEqualTo("careful");
        assertThat(Run.emphatic("evaluate", file, "--check").out()).contains("It can be learned from.");
    }

    @Test
    void theAnswerComesFirstAndFortyPoliciesAreNotComparedOneByOne() throws IOException {
        Path log = write(episodes(9));
        StringBuilder question =
                new StringBuilder("evaluate " + log + " --stream ep --order t --behaviour mu --discount gamma");
        Run one = Run.emphatic((question + " --target pi").split(" "));
        List<String> first = one.out().lines().limit(6).toList();
        assertThat(first.get(0)).containsPattern("^target(: unknown, do not trust| would earn .* an episode: )");
        assertThat(first.get(1)).startsWith("The policy that ran earned ");
        assertThat(one.out()).doesNotContain("absent").contains("--all prints every estimate");
        Run all = Run.emphatic((question + " --target pi --all").split(" "));
        assertThat(all.out()).startsWith(first.get(0)).contains("absent", "\n  pdis ");
        for (int k = 0; k < 40; k++) {
            question.append(" --target p" + k + "=mu*" + (1 - k / 100.0) + "+pi*" + k / 100.0);
        }
        Run many = Run.emphatic(question.toString().split(" "));
        assertThat(many.code()).as(many.err()).isZero();
        assertThat(many.out().lines().count()).isLessThan(70);
        assertThat(many.out()).startsWith("40 policies: ").contains("minus behaviour", "The best: p");
    }

    /** Ten weights of 0.1 and one of 19: the interval, if there is one, is not what an unknown value begins with. */
    @Test
    void whatIsNotToBeTrustedIsUnknownAndItsNumberComesLast() throws IOException {
        StringBuilder csv = new StringBuilder("mu,pi,reward,terminated\n");
        for (int k = 0; k < 11; k++) {
            csv.append(k == 0 ? "0.05,0.95,1,true\n" : "0.95,0.05," + k % 3 + ",true\n");
        }
        Path log = Files.writeString(directory.resolve("log.csv"), csv);
        Run run = Run.emphatic(
                ("evaluate " + log + " --behaviour mu --target pi --discount 1 --return-range 0,10").split(" "));
        assertThat(run.out().lines().findFirst().orElseThrow())
                .startsWith("target: unknown, do not trust. The log guarantees nothing beyond the declared range. ")
                .contains("The estimate, not to be used, is ")
                .doesNotContain("95 %");
        assertThat(run.out()).containsPattern("\n  target +unknown +– ");
    }

    @Test
    void thePageNeedsNoOtherFileAndShowsEveryPart() throws IOException {
        Path log = write(episodes(9));
        Path page = directory.resolve("page.html");
        String question =
                "evaluate " + log + " --stream ep --order t --behaviour mu --discount gamma --features 1,x --html "
                        + page + " --target careful=pi";
        Run refused = Run.emphatic((question + " --target a<b=pi").split(" "));
        assertThat(refused.code()).as(refused.err()).isEqualTo(1); // a<b=pi is a condition, not a name
        Run run = Run.emphatic(question.split(" "));
        assertThat(run.code()).as(run.err()).isZero();
        String html = Files.readString(page);
        assertThat(html)
                .startsWith("<!DOCTYPE html>")
                .contains("Effective sample size", "Mean weight", "the largest weight is", "Agreement over λ")
                .contains("elstd", "careful", "<details>")
                .containsPattern("(?s)The policy that ran earned .*Which policy earns more.*Every number")
                .doesNotContain("NaN")
                .doesNotContainPattern("(?:src|href)=\"(?!#)")
                .doesNotContain("<script");
        assertThat(run.out()).contains("The page is in " + page);
    }
}
