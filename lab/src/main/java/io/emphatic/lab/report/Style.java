package io.emphatic.lab.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;

/** Ink, letters and lines of all figures. */
final class Style {
    static final Color INK = new Color(0x222222);
    static final Color FAINT = new Color(0x777777);
    static final Color GRID = new Color(0xE6E6E6);
    static final Color ALARM = new Color(0xB2182B);
    static final BasicStroke THIN = new BasicStroke(0.8f);
    static final BasicStroke CURVE = new BasicStroke(1.6f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND);
    static final BasicStroke DOTTED =
            new BasicStroke(1.2f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND, 1f, new float[] {0.1f, 4f}, 0f);

    /** As many as the published comparison has algorithms; neighbours differ in lightness as well as in hue. */
    private static final Color[] COLOURS = {
        new Color(0x0072B2),
        new Color(0xD55E00),
        new Color(0x009E73),
        new Color(0xCC79A7),
        new Color(0xE69F00),
        new Color(0x56B4E9),
        new Color(0x6A3D9A),
        new Color(0x8C510A),
        new Color(0x1B4F3A),
        new Color(0xC51B7D),
        new Color(0x7F7F7F)
    };

    private Style() {}

    static Color colour(int number) {
        return COLOURS[number % COLOURS.length];
    }

    static Color faint(Color colour, int opacity) {
        return new Color(colour.getRed(), colour.getGreen(), colour.getBlue(), opacity);
    }

    /**
     * From dark blue for 0 through green to yellow for 1: the ends of viridis, not so light that it is lost on white.
     */
    static Color shade(double part) {
        double[][] stops = {{68, 1, 84}, {59, 82, 139}, {33, 145, 140}, {94, 201, 98}, {230, 190, 30}};
        double place = Math.max(0, Math.min(1, part)) * (stops.length - 1);
        int k = Math.min(stops.length - 2, (int) place);
        double rest = place - k;
        int[] rgb = new int[3];
        for (int c = 0; c < 3; c++) {
            rgb[c] = (int) Math.round(stops[k][c] + rest * (stops[k + 1][c] - stops[k][c]));
        }
        return new Color(rgb[0], rgb[1], rgb[2]);
    }

    static Font plain(double size) {
        return new Font(Font.SANS_SERIF, Font.PLAIN, 1).deriveFont((float) size);
    }

    static Font bold(double size) {
        return new Font(Font.SANS_SERIF, Font.BOLD, 1).deriveFont((float) size);
    }

    static void left(Graphics2D g, String text, double x, double y) {
        g.drawString(text, (float) x, (float) y);
    }

    static void centred(Graphics2D g, String text, double x, double y) {
        left(g, text, x - g.getFontMetrics().stringWidth(text) / 2.0, y);
    }

    static void right(Graphics2D g, String text, double x, double y) {
        left(g, text, x - g.getFontMetrics().stringWidth(text), y);
    }

    static void line(Graphics2D g, double x1, double y1, double x2, double y2) {
        g.draw(new Line2D.Double(x1, y1, x2, y2));
    }

    /** Text that is read from below to above. */
    static void upwards(Graphics2D g, String text, double x, double y) {
        g.rotate(-Math.PI / 2, x, y);
        centred(g, text, x, y);
        g.rotate(Math.PI / 2, x, y);
    }
}
