package io.emphatic.lab.explanation;

import io.emphatic.lab.theory.Html;
import io.emphatic.lab.theory.MeanPath;
import io.emphatic.lab.theory.Numbers;
import io.emphatic.lab.theory.Solution;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Charts as inline SVG, coloured by the style sheet of the page. */
final class Chart {
    private static final int WIDTH = 380;
    private static final int HEIGHT = 240;
    private static final int LEFT = 56;
    private static final int RIGHT = 12;
    private static final int TOP = 12;
    private static final int BOTTOM = 40;
    private static final int LETTER = 7;
    private static final int BAR_WIDTH = 420;
    private static final int BAR_HEIGHT = 30;

    private Chart() {}

    /** Two bars for each row of states: their share of the visits and their share of the emphasis. */
    static String bars(List<StateRow> rows) {
        double visits = rows.stream().mapToDouble(StateRow::visits).sum();
        double emphasis = rows.stream().mapToDouble(StateRow::emphasis).sum();
        double largest = 0;
        for (StateRow row : rows) {
            largest = Math.max(largest, Math.max(share(row.visits(), visits), share(row.emphasis(), emphasis)));
        }
        int left = 16
                + LETTER
                        * rows.stream()
                                .mapToInt(row -> shortened(row.label()).length())
                                .max()
                                .orElse(0);
        int height = rows.size() * BAR_HEIGHT + 8;
        int width = left + BAR_WIDTH + 70;
        StringBuilder svg = new StringBuilder();
        svg.append(open(width, height, "Share of visits and of emphasis of each state"));
        for (int k = 0; k < rows.size(); k++) {
            StateRow row = rows.get(k);
            int y = k * BAR_HEIGHT + 4;
            svg.append(text(left - 8, y + 16, "end", "label", shortened(row.label())));
            bar(svg, left, y + 1, "visits", share(row.visits(), visits), largest);
            bar(svg, left, y + 13, "emphasis", share(row.emphasis(), emphasis), largest);
        }
        return svg.append("</svg>\n").toString();
    }

    private static double share(double part, double whole) {
        return whole > 0 ? part / whole : 0;
    }

    private static void bar(StringBuilder svg, int left, int y, String kind, double share, double largest) {
        double width = largest > 0 ? BAR_WIDTH * share / largest : 0;
        svg.append(String.format(
                Locale.ROOT,
                "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"11\"/>%n",
                kind,
                left,
                y,
                width));
        svg.append(text(left + width + 5, y + 9, "start", "tick", percent(share)));
    }

    private static String percent(double share) {
        return share == 0 ? "0" : Numbers.text(100 * share, share < 0.1 ? 2 : 3) + " %";
    }

    private static String shortened(String label) {
        return label.length() <= 26 ? label : label.substring(0, 25) + "…";
    }

    /** The weights along a path, with a dotted line at each weight of the fixed point, if that is where it ends. */
    static String path(MeanPath path, Solution solution) {
        boolean ends = solution.converges()
                && (solution.rank() == solution.b().length
                        || Arrays.stream(path.weights()[0]).allMatch(weight -> weight == 0));
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (double[] weights : path.weights()) {
            for (double weight : weights) {
                low = Math.min(low, weight);
                high = Math.max(high, weight);
            }
        }
        for (double weight : ends ? solution.fixedPoint() : new double[0]) {
            low = Math.min(low, weight);
            high = Math.max(high, weight);
        }
        double margin = high > low ? 0.05 * (high - low) : 1;
        Axis y = new Axis(low - margin, high + margin, HEIGHT - BOTTOM, TOP, false);
        double[] times = path.times();
        double first = path.logarithmic() ? times[1] : 0;
        Axis x = new Axis(first, times[times.length - 1], LEFT, WIDTH - RIGHT, path.logarithmic());

        StringBuilder svg = new StringBuilder(open(WIDTH, HEIGHT, "Path of the weights of " + solution.name()));
        for (double tick : y.ticks()) {
            svg.append(line("grid", LEFT, y.at(tick), WIDTH - RIGHT, y.at(tick)));
            svg.append(text(LEFT - 6, y.at(tick) + 4, "end", "tick", Numbers.text(tick)));
        }
        for (double tick : x.ticks()) {
            svg.append(line("grid", x.at(tick), TOP, x.at(tick), HEIGHT - BOTTOM));
            svg.append(text(x.at(tick), HEIGHT - BOTTOM + 15, "middle", "tick", Numbers.text(tick)));
        }
        svg.append(text((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 6, "middle", "label", "α × steps"));
        int weights = path.weights()[0].length;
        for (int j = 0; j < weights; j++) {
            if (ends) {
                double at = y.at(solution.fixedPoint()[j]);
                svg.append(line("fixed c" + j % 10, LEFT, at, WIDTH - RIGHT, at));
            }
            StringBuilder points = new StringBuilder();
            for (int k = path.logarithmic() ? 1 : 0; k < times.length; k++) {
                points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x.at(times[k]), y.at(path.weights()[k][j])));
            }
            svg.append("<polyline class=\"path c")
                    .append(j % 10)
                    .append("\" points=\"")
                    .append(points)
                    .append("\"/>\n");
        }
        return svg.append("</svg>\n").toString();
    }

    private static String open(int width, int height, String title) {
        return "<svg viewBox=\"0 0 " + width + " " + height + "\" width=\"" + width + "\" height=\"" + height
                + "\" role=\"img\"><title>" + Html.escape(title) + "</title>\n";
    }

    private static String line(String style, double x1, double y1, double x2, double y2) {
        return String.format(
                Locale.ROOT,
                "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>%n",
                style,
                x1,
                y1,
                x2,
                y2);
    }

    private static String text(double x, double y, String anchor, String style, String text) {
        return String.format(
                Locale.ROOT,
                "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n",
                style,
                x,
                y,
                anchor,
                Html.escape(text));
    }
}
