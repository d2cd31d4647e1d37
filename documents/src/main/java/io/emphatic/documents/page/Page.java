package io.emphatic.documents.page;

import gg.jte.Content;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** A page of one file; {@code lead} says what it is about in a sentence or two. */
public record Page(String title, String lead, Content body, String version) {
    public String html() {
        StringOutput html = new StringOutput();
        Parts.engine(Page.class).render("frame.jte", this, html);
        return html.toString();
    }

    /** What is under one heading, {@code <h2>}; without a title what comes before the first. */
    record Section(String title, String markup) {}

    /** The parts of the body, each of which is a card and, but for the first, an entry of the contents. */
    List<Section> sections() {
        StringOutput markup = new StringOutput();
        body.writeTo(markup);
        return Arrays.stream(markup.toString().split("(?=<h2>)"))
                .filter(part -> !part.isBlank())
                .map(part -> new Section(
                        part.startsWith("<h2>") ? part.substring("<h2>".length(), part.indexOf("</h2>")) : "", part))
                .toList();
    }

    String style() {
        return resource("/web/look.css") + resource("style.css");
    }

    private static String resource(String name) {
        try (InputStream in = Page.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
