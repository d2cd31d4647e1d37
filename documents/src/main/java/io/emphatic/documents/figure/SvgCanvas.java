package io.emphatic.documents.figure;

import java.util.Locale;

/** Vectors: the elements of an SVG document. */
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
        svg.append("<polyline points=\"").append(points(x, y)).append('"');
        stroke(pen, colour);
        svg.append("/>\n");
    }

    @Override
    public void area(Colour colour, double[] x, double[] y) {
        svg.append("<polygon points=\"").append(points(x, y)).append('"');
        paint("fill", colour);
        svg.append("/>\n");
    }

    @Override
    public void circle(Pen pen, Colour colour, double x, double y, double radius) {
        svg.append("<circle cx=\"")
                .append(number(x))
                .append("\" cy=\"")
                .append(number(y))
                .append("\" r=\"")
                .append(number(radius))
                .append('"');
        if (pen == null) {
            paint("fill", colour);
        } else {
            stroke(pen, colour);
        }
        svg.append("/>\n");
    }

    @Override
    public void text(String text, double x, double y, Anchor anchor, Letters letters, Colour colour, boolean upwards) {
        svg.append("<text x=\"")
                .append(number(x))
                .append("\" y=\"")
                .append(number(y))
                .append('"');
        svg.append(" font-size=\"").append(number(letters.size())).append('"');
        if (letters.bold()) {
            svg.append(" font-weight=\"bold\"");
        }
        if (anchor != Anchor.LEFT) {
            svg.append(anchor == Anchor.CENTRE ? " text-anchor=\"middle\"" : " text-anchor=\"end\"");
        }
        if (upwards) {
            svg.append(" transform=\"rotate(-90 ")
                    .append(number(x))
                    .append(' ')
                    .append(number(y))
                    .append(")\"");
        }
        paint("fill", colour);
        svg.append('>').append(escaped(text)).append("</text>\n");
    }

    /** A nested document cuts off what leaves it, and needs no name, of which there could be two on a page. */
    @Override
    public void inside(double left, double top, double right, double bottom, Runnable painting) {
        String width = number(right - left);
        String height = number(bottom - top);
        svg.append("<svg x=\"").append(number(left)).append("\" y=\"").append(number(top));
        svg.append("\" width=\"").append(width).append("\" height=\"").append(height);
        svg.append("\" viewBox=\"").append(number(left)).append(' ').append(number(top));
        svg.append(' ').append(width).append(' ').append(height).append("\">\n");
        painting.run();
        svg.append("</svg>\n");
    }

    private void stroke(Pen pen, Colour colour) {
        svg.append(" fill=\"none\" stroke-width=\"").append(number(pen.width())).append('"');
        double[] dashes = pen.dashes();
        if (dashes.length > 0) {
            svg.append(" stroke-dasharray=\"")
                    .append(number(dashes[0]))
                    .append(' ')
                    .append(number(dashes[1]));
            svg.append('"');
        }
        paint("stroke", colour);
    }

    private void paint(String property, Colour colour) {
        if (variables && !colour.name().isEmpty()) {
            svg.append(" style=\"").append(property).append(":var(--").append(colour.name());
            svg.append(',').append(colour.hex()).append(")\"");
        } else {
            svg.append(' ').append(property).append("=\"").append(colour.hex()).append('"');
        }
        if (colour.opacity() < 1) {
            svg.append(' ')
                    .append(property)
                    .append("-opacity=\"")
                    .append(number(colour.opacity()))
                    .append('"');
        }
    }

    private static StringBuilder points(double[] x, double[] y) {
        StringBuilder points = new StringBuilder();
        for (int k = 0; k < x.length; k++) {
            points.append(k == 0 ? "" : " ").append(number(x[k])).append(',').append(number(y[k]));
        }
        return points;
    }

    /** Two decimals and no more zeros than needed. */
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
