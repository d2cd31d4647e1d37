package io.emphatic.documents.page;

import static org.assertj.core.api.Assertions.assertThat;

import gg.jte.Content;
import io.emphatic.documents.figure.Canvas.Anchor;
import io.emphatic.documents.figure.Colour;
import io.emphatic.documents.figure.Figure;
import io.emphatic.documents.figure.Letters;
import java.io.StringReader;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class PageTest {
    private static final String NASTY = "</style><script>alert(\"1\")</script> & 'x'";

    private static Figure figure(int width) {
        return new Figure(
                width, 100, NASTY, canvas -> canvas.text(NASTY, 10, 50, Anchor.LEFT, Letters.TEXT, Colour.INK));
    }

    private static String page(Content body) {
        return new Page(NASTY, NASTY, body, NASTY).html();
    }

    /** Well-formed but for the void elements of HTML. */
    private static Document parsed(String page) throws Exception {
        String xml = page.replaceFirst("<!DOCTYPE html>", "").replaceAll("<meta ([^>]*)>", "<meta $1/>");
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
    }

    private static String text(Document page, String tag) {
        return page.getElementsByTagName(tag).item(0).getTextContent();
    }

    @Test
    void whateverIsInsertedIsShownAndNeverMarkup() throws Exception {
        String html = page(output -> {
            Parts.table(List.of(List.of(NASTY, "b"), List.of("1", NASTY))).writeTo(output);
            Parts.figure(figure(300), NASTY).writeTo(output);
        });
        assertThat(html).doesNotContain("<script", "alert(\"1\")</script");
        Document page = parsed(html);
        for (String tag : List.of("h1", "th", "figcaption", "text")) {
            assertThat(text(page, tag)).as(tag).isEqualTo(NASTY);
        }
        assertThat(page.getElementsByTagName("title").item(0).getTextContent()).isEqualTo(NASTY);
        assertThat(page.getElementsByTagName("td").item(1).getTextContent()).isEqualTo(NASTY);
        assertThat(text(page, "footer")).isEqualTo("Written by emphatic " + NASTY + ".");
    }

    @Test
    void aPageNeedsNoOtherFileAndNoNetwork() {
        String html = page(Parts.figure(figure(300), ""));
        assertThat(html)
                .doesNotContain("http", "//", "src=", "href=", "url(", "@import", "<script", "<link", "<img")
                .doesNotContain("<figcaption>");
    }

    @Test
    void aPageHasOneStyleForLightForDarkAndForPhones() throws Exception {
        String style = text(parsed(page(output -> {})), "style");
        assertThat(style)
                .contains("prefers-color-scheme: dark", "max-width: 680px", "overflow-x: auto")
                .doesNotContain("&gt;", "&quot;");
    }

    @Test
    void everyColourOfAFigureThatIsTooDarkInTheDarkIsReplacedThere() {
        String style = page(output -> {});
        String dark = style.substring(style.indexOf("@media"), style.indexOf("* {"));
        assertThat(IntStream.range(0, 20).mapToObj(k -> "--series-" + k + ": "))
                .allSatisfy(name -> assertThat(dark).contains(name));
        assertThat(dark).contains("--text: ", "--muted: ", "--grid: ", "--bad: ");
        assertThat(style).contains("--ink: var(--text); --faint: var(--muted);", "--alarm: var(--bad);");
    }

    @Test
    void everyHeadingIsACardAndAnEntryOfTheContents() throws Exception {
        String html = page(output -> {
            output.writeContent("<p>The answer.</p><h2>One &lt;b&gt;</h2><p>1</p><h2>Two</h2><p>2</p>");
        });
        assertThat(html)
                .contains("<section class=\"card answer\" id=\"part-0\">")
                .contains("<section class=\"card\" id=\"part-1\">")
                .contains("<a href=\"#part-1\">One &lt;b&gt;</a>", "<a href=\"#part-2\">Two</a>");
        assertThat(parsed(html).getElementsByTagName("section").getLength()).isEqualTo(3);
        assertThat(page(output -> output.writeContent("<p>Short.</p><h2>One</h2>")))
                .doesNotContain("<nav");
    }

    @Test
    void aFigureThatIsWiderThanTheScreenScrolls() {
        assertThat(page(Parts.figure(figure(700), ""))).contains("<div class=\"scroll\">");
    }

    @Test
    void theSamePageHasTheSameBytes() {
        assertThat(page(Parts.figure(figure(300), ""))).isEqualTo(page(Parts.figure(figure(300), "")));
    }
}
