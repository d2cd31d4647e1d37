package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The estimators of rankings by their definitions in the slate literature, on the log of {@code examples/ranking}. */
class RankingExampleTest {
    private static final Path EXAMPLE = Path.of("..", "examples", "ranking");
    private static final int POSITIONS = 3;
    private static final int ARTICLES = 4;
    private static final int FOLDS = 5;

    /** A position of a page. */
    private record Shown(int article, double ratio, double[] policy, double read) {}

    private static List<List<Shown>> pages() throws IOException {
        List<List<Shown>> pages = new ArrayList<>();
        List<String> lines = Files.readAllLines(EXAMPLE.resolve("rankings.csv"));
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",");
            if (cells[1].equals("1")) {
                pages.add(new ArrayList<>());
            }
            double[] policy = new double[ARTICLES];
            for (int a = 0; a < ARTICLES; a++) {
                policy[a] = Double.parseDouble(cells[5 + a]);
            }
            double ratio = Double.parseDouble(cells[4]) / Double.parseDouble(cells[3]);
            int article = cells[2].charAt(0) - 'a';
            pages.get(pages.size() - 1).add(new Shown(article, ratio, policy, Double.parseDouble(cells[9])));
        }
        return pages;
    }

    private static double estimate(String name, String... arguments) throws IOException {
        Run run = Run.emphatic(arguments);
        assertThat(run.code()).as(run.err()).isZero();
        JsonNode document = new ObjectMapper().readTree(run.out());
        for (JsonNode estimate : document.path("targets").path(0).path("estimates")) {
            if (estimate.path("name").asText().equals(name)) {
                return estimate.path("value").asDouble();
            }
        }
        throw new AssertionError(name + " is absent: " + run.out());
    }

    private static double estimate(String name) throws IOException {
        return estimate(name, "evaluate", EXAMPLE.resolve("ranking.yaml").toString(), "--json");
    }

    @Test
    void sipsRipsAndIipsAreIsPdisAndIsOfRows() throws IOException {
        List<List<Shown>> pages = pages();
        double sips = 0;
        double rips = 0;
        double iips = 0;
        for (List<Shown> page : pages) {
            double weight = 1;
            double read = 0;
            for (Shown shown : page) {
                weight *= shown.ratio();
                read += shown.read();
                rips += weight * shown.read() / pages.size();
                iips += shown.ratio() * shown.read() / pages.size();
            }
            sips += weight * read / pages.size();
        }
        assertThat(estimate("is")).isCloseTo(sips, within(1e-12));
        assertThat(estimate("pdis")).isCloseTo(rips, within(1e-12));
        String rows = "evaluate " + EXAMPLE.resolve("rankings.csv") + " --behaviour mu --target pi --cumulant read"
                + " --discount 1 --terminated true --json";
        assertThat(POSITIONS * estimate("is", rows.split(" "))).isCloseTo(iips, within(1e-12));
    }

    @Test
    void cascadeDrIsDr() throws IOException {
        List<List<Shown>> pages = pages();
        double sum = 0;
        for (int j = 0; j < pages.size(); j++) {
            double[][] values = values(pages, j % FOLDS);
            double before = 1; // w of the positions above
            for (int k = 0; k < POSITIONS; k++) {
                Shown shown = pages.get(j).get(k);
                double weight = before * shown.ratio();
                double next =
                        k + 1 < POSITIONS ? mean(values[k + 1], pages.get(j).get(k + 1)) : 0;
                // w₁…ₖ₋₁ Σ π(a)Q̂ₖ(a) of the first position, then w₁…ₖ(rₖ + Σ π(a)Q̂ₖ₊₁(a) − Q̂ₖ(aₖ))
                sum += k == 0 ? mean(values[0], shown) : 0;
                sum += weight * (shown.read() + next - values[k][shown.article()]);
                before = weight;
            }
        }
        assertThat(estimate("dr")).isCloseTo(sum / pages.size(), within(1e-9));
    }

    private static double mean(double[] values, Shown shown) {
        double mean = 0;
        for (int a = 0; a < ARTICLES; a++) {
            mean += shown.policy()[a] * values[a];
        }
        return mean;
    }

    /** Q̂ by position and article: means over the pages of the other folds, the last position first. */
    private static double[][] values(List<List<Shown>> pages, int without) {
        double[][] values = new double[POSITIONS][ARTICLES];
        for (int k = POSITIONS - 1; k >= 0; k--) {
            int[] count = new int[ARTICLES];
            for (int j = 0; j < pages.size(); j++) {
                Shown shown = pages.get(j).get(k);
                double next =
                        k + 1 < POSITIONS ? mean(values[k + 1], pages.get(j).get(k + 1)) : 0;
                values[k][shown.article()] += j % FOLDS == without ? 0 : shown.read() + next;
                count[shown.article()] += j % FOLDS == without ? 0 : 1;
            }
            for (int a = 0; a < ARTICLES; a++) {
                values[k][a] /= count[a];
            }
        }
        return values;
    }
}
