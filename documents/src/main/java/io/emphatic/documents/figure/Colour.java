package io.emphatic.documents.figure;

import java.util.Locale;

/** A colour of the figures; a page may replace one that has a name, in the dark for instance. */
public record Colour(String name, int rgb, double opacity) {
    public static final Colour PAPER = new Colour("paper", 0xFFFFFF, 1);
    public static final Colour INK = new Colour("ink", 0x222222, 1);
    public static final Colour FAINT = new Colour("faint", 0x777777, 1);
    public static final Colour GRID = new Colour("grid", 0xE6E6E6, 1);
    public static final Colour ALARM = new Colour("alarm", 0xB2182B, 1);

    /** Six that the colour-blind can tell apart (Okabe &amp; Ito 2008) and nineteen more. */
    private static final int[] SERIES = {
        0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0x6A3D9A, 0x8C510A, 0x1B4F3A, 0xC51B7D,
        0x7F7F7F, 0xB8A100, 0xE31A1C, 0x1F3B8F, 0x4DAF4A, 0x00868B, 0x7A1F3D, 0x9E9AC8, 0xA6761D, 0x444444,
        0x3F7D20, 0x5B2A86, 0xB5531C, 0x5A7D9A, 0xD98CB3
    };

    /** From violet through green to yellow, as in viridis, but visible on white and on black. */
    private static final int[][] SHADES = {{96, 48, 150}, {59, 100, 165}, {33, 145, 140}, {94, 201, 98}, {230, 190, 30}
    };

    public static Colour series(int number) {
        int k = number % SERIES.length;
        return new Colour("series-" + k, SERIES[k], 1);
    }

    /** A colour for a quantity: violet for 0, through green, to yellow for 1. */
    public static Colour shade(double part) {
        double along = Math.max(0, Math.min(1, part)) * (SHADES.length - 1);
        int k = Math.min(SHADES.length - 2, (int) along);
        int rgb = 0;
        for (int c = 0; c < 3; c++) {
            rgb = rgb << 8 | (int) Math.round(SHADES[k][c] + (along - k) * (SHADES[k + 1][c] - SHADES[k][c]));
        }
        return new Colour("", rgb, 1);
    }

    public Colour faded(double part) {
        return new Colour(name, rgb, part);
    }

    public String hex() {
        return String.format(Locale.ROOT, "#%06X", rgb);
    }
}
