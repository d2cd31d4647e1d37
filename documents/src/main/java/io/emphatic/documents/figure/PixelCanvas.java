package io.emphatic.documents.figure;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;

final class PixelCanvas implements Canvas {
    private final Graphics2D g;

    PixelCanvas(BufferedImage image, double scale) {
        g = image.createGraphics();
        g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        g.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        g.scale(scale, scale);
    }

    /** A Java without fonts fails in the depths of AWT, with one of several errors. */
    static boolean hasFonts() {
        try {
            Graphics2D g = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB).createGraphics();
            return g.getFontMetrics().stringWidth("θ") > 0;
        } catch (LinkageError | InternalError | RuntimeException e) {
            return false;
        }
    }

    void close() {
        g.dispose();
    }

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
        set(colour);
        g.setFont(font(letters));
        double width = g.getFontMetrics().stringWidth(text);
        double begin = x - (anchor == Anchor.LEFT ? 0 : anchor == Anchor.CENTRE ? width / 2 : width);
        g.rotate(upwards ? -Math.PI / 2 : 0, x, y);
        g.drawString(text, (float) begin, (float) y);
        g.rotate(upwards ? Math.PI / 2 : 0, x, y);
    }

    @Override
    public void inside(double left, double top, double right, double bottom, Runnable painting) {
        Shape before = g.getClip();
        g.clip(new Rectangle2D.Double(left, top, right - left, bottom - top));
        painting.run();
        g.setClip(before);
    }

    private void set(Colour colour) {
        g.setColor(new Color(colour.rgb() | (int) Math.round(255 * colour.opacity()) << 24, true));
    }

    /** Draws a line, or fills an area if there is no pen. */
    private void paint(Pen pen, Colour colour, Shape shape) {
        set(colour);
        if (pen == null) {
            g.fill(shape);
        } else {
            float width = (float) pen.width;
            g.setStroke(new BasicStroke(width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND, 1, pen.dashes, 0));
            g.draw(shape);
        }
    }

    static Font font(Letters letters) {
        return new Font(Font.SANS_SERIF, letters.bold() ? Font.BOLD : Font.PLAIN, 1).deriveFont((float) letters.size());
    }

    static Path2D path(double[] x, double[] y) {
        Path2D path = new Path2D.Double(Path2D.WIND_NON_ZERO, x.length);
        path.moveTo(x[0], y[0]);
        for (int k = 1; k < x.length; k++) {
            path.lineTo(x[k], y[k]);
        }
        return path;
    }
}
