package io.emphatic.documents.figure;

import java.awt.Font;
import java.awt.Shape;
import java.awt.font.FontRenderContext;
import java.awt.font.GlyphVector;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;

/** A canvas of shapes. Text is one, too: its outlines need no font where they are looked at. */
abstract class ShapeCanvas implements Canvas {
    /** Draws a line, or fills an area if there is no pen. */
    abstract void paint(Pen pen, Colour colour, Shape shape);

    @Override
    public void line(Pen pen, Colour colour, double[] x, double[] y) {
        paint(pen, colour, path(x, y));
    }

    @Override
    public void area(Colour colour, double[] x, double[] y) {
        paint(null, colour, path(x, y));
    }

    @Override
    public void circle(Pen pen, Colour colour, double x, double y, double radius) {
        paint(pen, colour, new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius));
    }

    @Override
    public void text(String text, double x, double y, Anchor anchor, Letters letters, Colour colour, boolean upwards) {
        Font font = new Font(Font.SANS_SERIF, letters.bold() ? Font.BOLD : Font.PLAIN, 1);
        GlyphVector glyphs = font.deriveFont((float) letters.size())
                .createGlyphVector(new FontRenderContext(null, true, true), text);
        double length = glyphs.getLogicalBounds().getWidth();
        AffineTransform place = AffineTransform.getTranslateInstance(x, y);
        place.rotate(upwards ? -Math.PI / 2 : 0);
        place.translate(-(anchor == Anchor.LEFT ? 0 : anchor == Anchor.CENTRE ? length / 2 : length), 0);
        paint(null, colour, place.createTransformedShape(glyphs.getOutline()));
    }

    private static Path2D path(double[] x, double[] y) {
        Path2D path = new Path2D.Double(Path2D.WIND_NON_ZERO, x.length);
        path.moveTo(x[0], y[0]);
        for (int k = 1; k < x.length; k++) {
            path.lineTo(x[k], y[k]);
        }
        return path;
    }
}
