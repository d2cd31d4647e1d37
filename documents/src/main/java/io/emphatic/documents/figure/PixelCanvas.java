package io.emphatic.documents.figure;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;

final class PixelCanvas extends ShapeCanvas {
    private final Graphics2D g;

    PixelCanvas(BufferedImage image, double scale) {
        g = image.createGraphics();
        g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
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

    @Override
    public void inside(double left, double top, double right, double bottom, Runnable painting) {
        Shape before = g.getClip();
        g.clip(new Rectangle2D.Double(left, top, right - left, bottom - top));
        painting.run();
        g.setClip(before);
    }

    @Override
    void paint(Pen pen, Colour colour, Shape shape) {
        g.setColor(new Color(colour.rgb() | (int) Math.round(255 * colour.opacity()) << 24, true));
        if (pen == null) {
            g.fill(shape);
        } else {
            float width = (float) pen.width;
            g.setStroke(new BasicStroke(width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND, 1, pen.dashes, 0));
            g.draw(shape);
        }
    }
}
