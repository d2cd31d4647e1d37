package io.emphatic.documents.page;

import gg.jte.Content;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import io.emphatic.documents.figure.Figure;
import java.util.List;

/** Parts of pages. They are markup: text is escaped when it becomes one of them, and never again. */
public final class Parts {
    private Parts() {}

    /** A part made by a template with one parameter, which lies in the package of {@code user}. */
    public static Content of(Class<?> user, String template, Object model) {
        TemplateEngine engine = engine(user);
        return output -> engine.render(template, model, output);
    }

    /** What a template writes, as text: markup if it has any. */
    public static String text(Class<?> user, String template, Object model) {
        StringOutput text = new StringOutput();
        of(user, template, model).writeTo(text);
        return text.toString();
    }

    static TemplateEngine engine(Class<?> user) {
        return TemplateEngine.createPrecompiled(null, ContentType.Html, user.getClassLoader(), user.getPackageName());
    }

    /** A table that scrolls where it is wider than the page; its first column stays. The first row is the heading. */
    public static Content table(List<List<String>> rows) {
        return of(Parts.class, "table.jte", new PageTable(rows.get(0), rows.subList(1, rows.size())));
    }

    /** A figure with a caption, which may be empty. On a screen that is narrower, it scrolls. */
    public static Content figure(Figure figure, String caption) {
        return of(Parts.class, "figure.jte", new CaptionedFigure(figure, caption));
    }

    record PageTable(List<String> heading, List<List<String>> rows) {}

    record CaptionedFigure(Figure figure, String caption) {}
}
