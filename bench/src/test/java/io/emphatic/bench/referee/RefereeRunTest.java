package io.emphatic.bench.referee;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.evaluation.result.PolicyEstimate;
import io.emphatic.lab.Estimate;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RefereeRunTest {
    /** Cheap ones, and small. */
    private static List<Family> families() {
        List<String> names = List.of("bandits", "published worlds", "gridworlds", "clusters");
        return LogKinds.families().stream()
                .filter(family -> names.contains(family.name()))
                .map(family -> new Family(
                        family.name(),
                        family.choosing(),
                        family.rightInputs(),
                        family.lightTails(),
                        family.kinds().stream().map(kind -> kind.sizes(25, 50)).toList()))
                .toList();
    }

    private static String text(int threads) {
        RefereeReport report = new RefereeReport(new RefereeRun(families(), 20).run(threads, log -> {}));
        StringWriter text = new StringWriter();
        report.print(new PrintWriter(text));
        return text + report.csv();
    }

    @Test
    void theSameBytesComeFromOneThreadAndFromThree() {
        String one = text(1);
        assertThat(text(3)).isEqualTo(one);
        assertThat(one)
                .contains("| gridworlds |")
                .contains("published worlds,choosing,true,true")
                .doesNotContain("NaN");
    }

    @Test
    void everyKindHasANameOfItsOwn() {
        List<String> names = LogKinds.families().stream()
                .flatMap(family -> family.kinds().stream())
                .map(LogKind::name)
                .toList();
        assertThat(names).doesNotHaveDuplicates().hasSizeGreaterThan(100);
    }

    /**
     * Published over 142 draws, Thomas &amp; Brunskill (2016): 4.56·10⁻⁴. The variance of wdr with 1,000 episodes is
     * E[ρ²(G − v)²]/1000 = 4.20·10⁻⁴ where only the first step is a choice.
     */
    @Tag("slow")
    @Test
    void wdrOnModelFailIsAsGoodAsPublishedWhereOnlyTheFirstStepIsAChoice() {
        LogKind kind = ChoosingHalf.modelFail(false).sizes(1_000);
        Estimate error = Estimate.of(IntStream.range(0, 400)
                .mapToDouble(number -> {
                    DrawnLog log = DrawnLog.of(kind, number);
                    double value = log.evaluate().targets().get(0).estimates().stream()
                            .filter(estimate -> estimate.name().equals("wdr"))
                            .mapToDouble(PolicyEstimate::value)
                            .findFirst()
                            .orElseThrow();
                    return Math.pow(value - log.world().targets().get(0).value(), 2);
                })
                .toArray());
        assertThat(error.mean()).isBetween(4.20e-4 - 4 * error.stderr(), 4.20e-4 + 4 * error.stderr());
        assertThat(error.stderr()).isLessThan(4e-5);
    }
}
