package io.emphatic.documents.figure;

/** Size, in points, and weight of text. */
public record Letters(double size, boolean bold) {
    public static final Letters TITLE = new Letters(14, true);
    public static final Letters NAME = new Letters(13, true);
    public static final Letters LABEL = new Letters(13, false);
    public static final Letters TEXT = new Letters(12, false);
    public static final Letters SMALL = new Letters(11, false);

    /** Of the width of a letter to its height, on average in DejaVu Sans: other fonts are narrower. */
    private static final double RATIO = 0.54;

    /** About how wide a text is. It does not depend on installed fonts, so that the same figure has the same bytes. */
    public double width(String text) {
        return text.codePointCount(0, text.length()) * size * RATIO * (bold ? 1.1 : 1);
    }

    /** The text, or its beginning with an ellipsis where it would be wider than this. */
    public String shortened(String text, double most) {
        if (width(text) <= most) {
            return text;
        }
        int end = text.length();
        while (end > 0 && width(text.substring(0, end) + "…") > most) {
            end = text.offsetByCodePoints(end, -1);
        }
        return text.substring(0, end).stripTrailing() + "…";
    }
}
