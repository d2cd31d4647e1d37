package io.emphatic.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Panels of µs of processor time a step against one size each, both axes logarithmic, as SVG. */
final class Figure {
    private static final int WIDTH = 430;
    private static final int HEIGHT = 300;
    private static final int LEFT = 62;
    private static final int TOP = 34;
    private static final int RIGHT = 14;
    private static final int BOTTOM = 46;
    private static final String CHOSEN = "#1663b0";
    private static final String EXPLICIT = "#8a8a8a";

    private final List<Panel> panels = new ArrayList<>();

    Panel panel(String label) {
        Panel panel = new Panel(label);
        panels.add(panel);
        return panel;
    }

    String svg() {
        int rows = (panels.size() + 1) / 2;
        StringBuilder out = new StringBuilder();
        line(
                out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">",
                2 * WIDTH,
                rows * HEIGHT + 30);
        line(out, "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>");
        legend(out, 70, CHOSEN, "engine chosen");
        legend(out, 230, EXPLICIT, "explicit engine");
        for (int i = 0; i < panels.size(); i++) {
            line(out, "<g transform=\"translate(%d %d)\">", i % 2 * WIDTH, 30 + i / 2 * HEIGHT);
            panels.get(i).draw(out);
            line(out, "</g>");
        }
        line(out, "</svg>");
        return out.toString();
    }

    private static void legend(StringBuilder out, int x, String colour, String text) {
        line(
                out,
                "<line x1=\"%d\" y1=\"20\" x2=\"%d\" y2=\"20\" stroke=\"%s\" stroke-width=\"2\"/>",
                x,
                x + 26,
                colour);
        line(out, "<text x=\"%d\" y=\"24\">%s</text>", x + 32, text);
    }

    private static void line(StringBuilder out, String format, Object... values) {
        out.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    /** One size on the horizontal axis. */
    static final class Panel {
        private record Point(double x, double chosen, double explicit) {}

        private final String label;
        private final List<Point> points = new ArrayList<>();

        private Panel(String label) {
            this.label = label;
        }

        void add(double x, double chosen, double explicit) {
            points.add(new Point(x, chosen, explicit));
        }

        private void draw(StringBuilder out) {
            double left = Math.floor(Math.log10(points.get(0).x()));
            double right = Math.ceil(Math.log10(points.get(points.size() - 1).x()));
            double low = Math.floor(Math.log10(points.stream()
                    .mapToDouble(p -> Math.min(p.chosen(), p.explicit()))
                    .min()
                    .orElse(1)));
            double high = Math.ceil(Math.log10(points.stream()
                    .mapToDouble(p -> Math.max(p.chosen(), p.explicit()))
                    .max()
                    .orElse(10)));
            double perX = (WIDTH - LEFT - RIGHT) / Math.max(1, right - left);
            double perY = (HEIGHT - TOP - BOTTOM) / Math.max(1, high - low);
            for (double tick = left; tick <= right; tick++) {
                double x = LEFT + (tick - left) * perX;
                line(
                        out,
                        "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#e3e3e3\"/>",
                        x,
                        TOP,
                        x,
                        HEIGHT - BOTTOM);
                line(
                        out,
                        "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>",
                        x,
                        HEIGHT - BOTTOM + 16,
                        power(tick));
            }
            for (double tick = low; tick <= high; tick++) {
                double y = HEIGHT - BOTTOM - (tick - low) * perY;
                line(
                        out,
                        "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#e3e3e3\"/>",
                        LEFT,
                        y,
                        WIDTH - RIGHT,
                        y);
                line(out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>", LEFT - 6, y + 4, power(tick));
            }
            line(
                    out,
                    "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>",
                    (LEFT + WIDTH) / 2,
                    HEIGHT - 8,
                    label);
            line(out, "<text x=\"%d\" y=\"%d\">µs of processor time a step</text>", 8, TOP - 10);
            StringBuilder chosen = new StringBuilder();
            StringBuilder explicit = new StringBuilder();
            for (Point point : points) {
                double x = LEFT + (Math.log10(point.x()) - left) * perX;
                place(out, chosen, x, HEIGHT - BOTTOM - (Math.log10(point.chosen()) - low) * perY, CHOSEN);
                place(out, explicit, x, HEIGHT - BOTTOM - (Math.log10(point.explicit()) - low) * perY, EXPLICIT);
            }
            line(out, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"%s\"/>", EXPLICIT, explicit);
            line(out, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"%s\"/>", CHOSEN, chosen);
        }

        private static void place(StringBuilder out, StringBuilder polyline, double x, double y, String colour) {
            polyline.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y));
            line(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>", x, y, colour);
        }

        private static String power(double exponent) {
            int e = (int) exponent;
            return e >= 0 && e <= 3
                    ? String.format(Locale.ROOT, "%,d", (long) Math.pow(10, e))
                    : "10<tspan dy=\"-5\" font-size=\"9\">" + (e < 0 ? "−" + -e : e) + "</tspan>";
        }
    }
}
