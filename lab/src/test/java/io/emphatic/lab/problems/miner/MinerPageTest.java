package io.emphatic.lab.problems.miner;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MinerPageTest {
    @TempDir
    private Path directory;

    private static MinerResult result(String algorithm, double clip, int runs) {
        return MinerReproduction.run(
                new MinerSetting(MinerMap.PAPER, algorithm, 0.001, clip, runs, 250, 3, Map.of()), 2, () -> {});
    }

    private String written(MinerResult result) throws IOException {
        new MinerReport(result).write("1.2.3", directory.resolve("new/one"));
        return Files.readString(directory.resolve("new/one/index.html"));
    }

    @Test
    void thePageTellsEverythingAndNeedsNothingElse() throws Exception {
        String page = written(result("etd", 0.5, 4)).replaceAll(" data-heading=\"[^\"]*\"", "");
        assertThat(page)
                .contains("G C C C\nD # # B\nD # # B\nS A A A\n")
                .contains("<td>seed</td><td>3</td>")
                .contains("Written by emphatic 1.2.3.")
                .contains("etd with α = 0.001, increments clipped to ±0.5")
                .contains("0.312", "1.192", "2.277", "0.352", "0.968", "2.429")
                .contains("follow-on trace has infinite variance")
                .contains("Dotted: the true value at S. Dashed: ETD's fixed point.")
                .contains("the map and the order of events within a step are\na reconstruction")
                .contains(": Figure 2 of Mahmood")
                .contains("<td>command</td><td>emphatic reproduce miner --algorithm etd --step-size 0.001 --clip 0.5 "
                        + "--runs 4 --entrapments 250 --seed 3</td>")
                .contains("<td>behaviour</td><td>all equal</td><td>up 0.4, the rest equal</td>"
                        + "<td>left 0.4, the rest equal</td><td>up 0.4, the rest equal</td>")
                .contains("<td>cautious</td><td>right 0.6, the rest equal</td><td>up 0.6, the rest equal</td>"
                        + "<td>left 0.6, the rest equal</td><td>up 0.6, the rest equal</td>");
        assertThat(page).containsPattern("class=\"card answer\"[^>]*>\\s*<p>[^<]*</p>\\s*</section>");
        assertThat(page).doesNotContain("http:", "https:", "<script", "<link");
        assertThat(page).containsOnlyOnce("<figure>");
    }

    private static void assertSvg(byte[] svg) throws Exception {
        assertThat(DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new ByteArrayInputStream(svg))
                        .getDocumentElement()
                        .getTagName())
                .isEqualTo("svg");
    }

    @Test
    void theFigureIsAnImageWithTheColoursOfAllThreePolicies() throws Exception {
        written(result("etd", 0.5, 4));
        BufferedImage png =
                ImageIO.read(directory.resolve("new/one/figure-2.png").toFile());
        assertThat(png.getWidth()).isEqualTo(1200);
        assertThat(png.getHeight()).isEqualTo(800);
        Set<Integer> colours = new HashSet<>();
        for (int x = 0; x < png.getWidth(); x++) {
            for (int y = 0; y < png.getHeight(); y++) {
                colours.add(png.getRGB(x, y) & 0xFFFFFF);
            }
        }
        assertThat(colours).contains(0x0072B2, 0xD55E00, 0x009E73);
        assertSvg(Files.readAllBytes(directory.resolve("new/one/figure-2.svg")));
    }

    @Test
    void clippingIsSpokenOfOnlyWhereSomethingIsClipped() throws IOException {
        assertThat(written(result("etd", Double.POSITIVE_INFINITY, 4)))
                .containsOnlyOnce("<figure>")
                .contains("no clipping")
                .doesNotContain("Without clipping");
        assertThat(written(result("gtd", 0.5, 4))).containsOnlyOnce("<figure>").doesNotContain("clip");
    }

    @Test
    void anotherMapIsNotSaidToBeThePapers() throws IOException {
        MinerMap map = MinerMap.parse("G C\nD B\nS A\n");
        String page = written(
                MinerReproduction.run(new MinerSetting(map, "gtd", 0.001, 0.5, 2, 100, 3, Map.of()), 1, () -> {}));
        assertThat(page)
                .contains("after Figure 2 of Mahmood", "--map FILE", "the order of events within a step is\na")
                .doesNotContain("the map and the order", "The radius is that");
    }

    @Test
    void theTitleTellsWhatTheFigureDoesNotShow() {
        assertThat(title("etd", 0.001, 0.5, 4)).isEqualTo("ETD(λ): mean of 4 runs ± two standard errors");
        assertThat(title("etd", 0.001, Double.POSITIVE_INFINITY, 20))
                .isEqualTo("ETD(λ), no clipping: mean of 20 runs ± two standard errors, cut off at the frame");
        assertThat(title("gtd", 0.001, 0.5, 1)).isEqualTo("gtd: one run");
        assertThat(title("gtd", 5, 0.5, 2)).isEqualTo("gtd: mean of 2 runs ± two standard errors, until one diverges");
    }

    private static String title(String algorithm, double stepSize, double clip, int runs) {
        MinerSetting setting = new MinerSetting(MinerMap.PAPER, algorithm, stepSize, clip, runs, 1_000, 1, Map.of());
        return new MinerFigure(MinerReproduction.run(setting, 2, () -> {})).title();
    }

    @Test
    void oneRunHasCurvesWithoutBands() throws IOException {
        assertThat(written(result("etd", 0.5, 1)))
                .containsOnlyOnce("<figure>")
                .contains("one run. Dotted")
                .doesNotContain("NaN", "1 runs");
    }

    @Test
    void theFixedPointIsDrawnForLearnersThatApproachIt() throws IOException {
        for (String learner : new String[] {"etd", "true-online-etd", "elstd", "td", "etd-beta", "truncated-etd"}) {
            boolean approaches = List.of("etd", "true-online-etd", "elstd").contains(learner);
            String page = written(result(learner, 0.5, 2));
            assertThat(page.contains("Dashed:")).as(learner).isEqualTo(approaches);
            String svg = Files.readString(directory.resolve("new/one/figure-2.svg"));
            assertThat(svg.contains("stroke-dasharray=\"6 4\"")).as(learner).isEqualTo(approaches);
        }
    }

    @Test
    void learnersThatDivergedAreDrawnAsFarAsTheyCame() throws IOException {
        MinerResult diverged = MinerReproduction.run(
                new MinerSetting(MinerMap.PAPER, "gtd", 5, 0.5, 2, 300, 1, Map.of()), 2, () -> {});
        assertThat(written(diverged)).contains("diverged in 2 of 2 runs").doesNotContain("NaN");
    }

    @Test
    void theSameResultGivesTheSameBytes() throws IOException {
        String first = written(result("etd", 0.5, 3));
        byte[] png = Files.readAllBytes(directory.resolve("new/one/figure-2.png"));
        assertThat(written(result("etd", 0.5, 3))).isEqualTo(first);
        assertThat(Files.readAllBytes(directory.resolve("new/one/figure-2.png")))
                .isEqualTo(png);
    }
}
