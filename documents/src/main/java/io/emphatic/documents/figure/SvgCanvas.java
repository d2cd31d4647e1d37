package io.emphatic.documents.figure;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

final class SvgCanvas implements Canvas {
    private final StringBuilder svg = new StringBuilder();
    private final boolean variables;

    /** @param variables whether a page may replace the colours */
    SvgCanvas(boolean variables) {
        this.variables = variables;
    }

    String elements() {
        return svg.toString();
    }

    @Override
    public void line(Pen pen, Colour colour, double[] x, double[] y) {
        svg.append("<polyline" + attribute("points", points(x, y)) + stroke(pen, colour) + "/>\n");
    }

    @Override
    public void area(Colour colour, double[] x, double[] y) {
        svg.append("<polygon" + attribute("points", points(x, y)) + paint("fill", colour) + "/>\n");
    }

    @Override
    public void circle(Pen pen, Colour colour, double x, double y, double radius) {
        svg.append("<circle" + attribute("cx", number(x)) + attribute("cy", number(y)) + attribute("r", number(radius)))
                .append((pen == null ? paint("fill", colour) : stroke(pen, colour)) + "/>\n");
    }

    @Override
    public void text(String text, double x, double y, Anchor anchor, Letters letters, Colour colour, boolean upwards) {
        if (text.isEmpty()) {
            return;
        }
        svg.append("<text" + attribute("x", number(x)) + attribute("y", number(y)));
        svg.append(attribute("font-size", number(letters.size())));
        svg.append(letters.bold() ? attribute("font-weight", "bold") : "");
        if (anchor != Anchor.LEFT) {
            svg.append(attribute("text-anchor", anchor == Anchor.CENTRE ? "middle" : "end"));
        }
        svg.append(upwards ? attribute("transform", "rotate(-90 " + number(x) + " " + number(y) + ")") : "");
        svg.append(paint("fill", colour) + ">" + escaped(text) + "</text>\n");
    }

    /** A nested document cuts off what leaves it, and needs no name, of which there could be two on a page. */
    @Override
    public void inside(double left, double top, double right, double bottom, Runnable painting) {
        String width = number(right - left);
        String height = number(bottom - top);
        String box = number(left) + " " + number(top) + " " + width + " " + height;
        svg.append("<svg" + attribute("x", number(left)) + attribute("y", number(top)) + attribute("width", width));
        svg.append(attribute("height", height) + attribute("viewBox", box) + ">\n");
        painting.run();
        svg.append("</svg>\n");
    }

    private String stroke(Pen pen, Colour colour) {
        return attribute("fill", "none")
                + attribute("stroke-width", number(pen.width))
                + (pen.dashes == null
                        ? ""
                        : attribute("stroke-dasharray", number(pen.dashes[0]) + " " + number(pen.dashes[1])))
                + paint("stroke", colour);
    }

    private String paint(String property, Colour colour) {
        String variable = property + ":var(--" + colour.name() + "," + colour.hex() + ")";
        boolean replaceable = variables && !colour.name().isEmpty();
        return (replaceable ? attribute("style", variable) : attribute(property, colour.hex()))
                + (colour.opacity() < 1 ? attribute(property + "-opacity", number(colour.opacity())) : "");
    }

    private static String attribute(String name, String value) {
        return " " + name + "=\"" + value + "\"";
    }

    private static String points(double[] x, double[] y) {
        return IntStream.range(0, x.length)
                .mapToObj(k -> number(x[k]) + "," + number(y[k]))
                .collect(Collectors.joining(" "));
    }

    static String number(double value) {
        String text = String.format(Locale.ROOT, "%.2f", value);
        return text.replaceAll("\\.?0+$", "").replaceAll("^-0$", "0");
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
