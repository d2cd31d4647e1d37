package io.emphatic.documents.figure;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.documents.figure.Panel.Label;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.zip.InflaterInputStream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

class FigureTest {
    private static final double[] X = {1, 10, 100, 1000};

    private static Figure figure(double... y) {
        return new Figure(300, 200, "costs & <sizes>", canvas -> {
            Panel panel =
                    new Panel(canvas, Scale.logarithmic(1, 1000, 60, 220), Scale.linear(0, 10, 150, 40), Letters.TEXT);
            panel.title("Cost < 10 & more");
            panel.axes("size", 4, "cost", 5);
            panel.band(Colour.series(0), 0.2, X, new double[] {0, 1, 2, 3}, new double[] {2, 3, 4, 5});
            panel.curve(Pen.CURVE, Colour.series(0), X, y);
            panel.level(Pen.DOTTED, Colour.series(1), 4);
            panel.level(Pen.DASHED, Colour.series(1), 11);
            panel.point(Mark.DISC, Colour.ALARM, 10, 2, 3);
            panel.labels(List.of(new Label("first", Colour.series(0), 4), new Label("second", Colour.series(1), 4)));
            Legend legend = new Legend(canvas, 60, 190, Double.POSITIVE_INFINITY, 0);
            legend.line(Pen.DOTTED, Colour.INK, "limit");
            legend.mark(Mark.CROSS, Colour.INK, "failed");
        });
    }

    private static Document parsed(byte[] svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new ByteArrayInputStream(svg));
    }

    @Test
    void anSvgFileIsWellFormedAndHasEveryLabelOnce() throws Exception {
        Document svg = parsed(figure(1, 2, 3, 4).svg());
        assertThat(svg.getDocumentElement().getAttribute("viewBox")).isEqualTo("0 0 300 200");
        assertThat(svg.getElementsByTagName("title").item(0).getTextContent()).isEqualTo("costs & <sizes>");
        assertThat(texts(svg))
                .contains("Cost < 10 & more", "size", "cost", "first", "second", "limit", "failed")
                .contains("1", "10", "100", "1,000", "0", "2", "4", "6", "8");
    }

    @Test
    void aPdfHasItsObjectsWhereItsTableSaysAndDrawsInThePanel() throws Exception {
        byte[] bytes = new Figure(300, 200, "", canvas -> {
                    canvas.inside(10, 20, 90, 40, () -> canvas.line(Pen.DASHED, Colour.INK.faded(0.2), 0, 30, 99, 30));
                    canvas.text("λ", 50, 60, Canvas.Anchor.CENTRE, Letters.TEXT, Colour.INK, true);
                })
                .pdf();
        String pdf = new String(bytes, StandardCharsets.ISO_8859_1);
        assertThat(pdf).startsWith("%PDF-1.4\n").endsWith("%%EOF\n").contains("/MediaBox [0 0 300 200]");
        int table = Integer.parseInt(pdf.substring(pdf.lastIndexOf("startxref\n") + 10, pdf.lastIndexOf("\n%%EOF")));
        String[] entries = pdf.substring(table).split("\n");
        for (int k = 1; k <= 4; k++) {
            int position = Integer.parseInt(entries[k + 2].substring(0, 10));
            assertThat(pdf.substring(position)).startsWith(k + " 0 obj\n");
        }
        byte[] packed = Arrays.copyOfRange(bytes, pdf.indexOf("stream\n") + 7, pdf.indexOf("\nendstream"));
        String content = new String(
                new InflaterInputStream(new ByteArrayInputStream(packed)).readAllBytes(), StandardCharsets.US_ASCII);
        assertThat(content)
                .startsWith("1 J 1 j 1 0 0 -1 0 200 cm\nq 10 20 80 20 re W n\n/G0 gs 0.13 0.13 0.13 RG 1 w [6 4 ] 0 d"
                        + " 0 30 m 99 30 l S\nQ\n/G1 gs 0.13 0.13 0.13 rg ")
                .endsWith("h f\n");
        assertThat(pdf).contains("/G0 << /ca 0.2 /CA 0.2 >> /G1 << /ca 1 /CA 1 >>");
    }

    private static List<String> texts(Document svg) {
        NodeList nodes = svg.getElementsByTagName("text");
        return IntStream.range(0, nodes.getLength())
                .mapToObj(k -> nodes.item(k).getTextContent())
                .toList();
    }

    @Test
    void aPngHasTwoPixelsPerPointAndTheColoursOfTheFigure() throws IOException {
        BufferedImage png =
                ImageIO.read(new ByteArrayInputStream(figure(1, 2, 3, 4).png()));
        assertThat(png.getWidth()).isEqualTo(600);
        assertThat(png.getHeight()).isEqualTo(400);
        Set<Integer> colours = new HashSet<>();
        for (int x = 0; x < png.getWidth(); x++) {
            for (int y = 0; y < png.getHeight(); y++) {
                colours.add(png.getRGB(x, y) & 0xFFFFFF);
            }
        }
        assertThat(colours).contains(0xFFFFFF, 0x0072B2, 0xD55E00, 0xB2182B);
    }

    @Test
    void theSameFigureHasTheSameBytes() throws IOException {
        assertThat(figure(1, 2, 3, 4).svg()).isEqualTo(figure(1, 2, 3, 4).svg());
        assertThat(figure(1, 2, 3, 4).png()).isEqualTo(figure(1, 2, 3, 4).png());
    }

    @Test
    void withinAPageTheFigureHasNoPaperAndColoursThatThePageMayReplace() {
        assertThat(figure(1, 2, 3, 4).inline())
                .startsWith("<svg viewBox=\"0 0 300 200\"")
                .contains("stroke:var(--series-0,#0072B2)", "fill:var(--ink,#222222)")
                .doesNotContain("paper", "xmlns", "http", "<?xml", "id=");
    }

    @Test
    void aCurveIsInterruptedWhereItHasNoNumber() {
        assertThat(curves(figure(1, 2, Double.NaN, 4)))
                .as("the last point alone is no line")
                .hasSize(1);
        assertThat(curves(figure(1, 2, Double.NaN, 4)).get(0).split(" ")).hasSize(2);
        assertThat(curves(figure(Double.NaN, Double.POSITIVE_INFINITY, Double.NaN, 4)))
                .isEmpty();
    }

    /** The points of all lines as broad as a curve. */
    private static List<String> curves(Figure figure) {
        return Pattern.compile("<polyline points=\"([^\"]*)\" fill=\"none\" stroke-width=\"1.6\"")
                .matcher(figure.inline())
                .results()
                .map((MatchResult result) -> result.group(1))
                .toList();
    }

    @Test
    void whatLeavesThePanelIsCutOffAndALevelOutsideIsNotDrawn() throws Exception {
        assertThat(parsed(figure(1, 2, 3, 4).svg()).getElementsByTagName("svg").getLength())
                .isEqualTo(1);
        assertThat(parsed(figure(1, 2, 1e300, 4).svg())
                        .getElementsByTagName("svg")
                        .getLength())
                .isEqualTo(2);
        assertThat(figure(1, 2, 1e300, 4).inline())
                .as("no more than twenty panels away")
                .contains("166.67,-2050")
                .doesNotContain("stroke-dasharray=\"6 4\"");
    }

    @Test
    void namesOfCurvesThatEndTogetherDoNotTouch() {
        List<String> heights = Pattern.compile("y=\"([\\d.]+)\" [^>]*>(first|second)")
                .matcher(figure(1, 2, 3, 4).inline())
                .results()
                .map(result -> result.group(1))
                .toList();
        assertThat(heights).hasSize(2);
        assertThat(Math.abs(Double.parseDouble(heights.get(0)) - Double.parseDouble(heights.get(1))))
                .isGreaterThanOrEqualTo(16);
    }

    @Test
    void aTitleThatIsWiderThanThePanelHasTwoLines() {
        Figure figure = new Figure(300, 200, "", canvas -> new Panel(
                        canvas, Scale.linear(0, 1, 60, 280), Scale.linear(0, 1, 150, 40), Letters.TEXT)
                .title("a title that is too long for a panel of this width"));
        assertThat(figure.inline()).contains(">a title that is too long for a<").contains(">panel of this width<");
    }
}
