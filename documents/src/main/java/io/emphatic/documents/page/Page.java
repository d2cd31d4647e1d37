package io.emphatic.documents.page;

import gg.jte.Content;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * A page: one file that needs no other.
 *
 * @param lead what it is about, in a sentence or two
 * @param version of the program that wrote it
 */
public record Page(String title, String lead, Content body, String version) {
    public String html() {
        StringOutput html = new StringOutput();
        Parts.engine(Page.class).render("frame.jte", this, html);
        return html.toString();
    }

    String style() {
        try (InputStream in = Page.class.getResourceAsStream("style.css")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
