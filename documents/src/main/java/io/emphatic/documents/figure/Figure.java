package io.emphatic.documents.figure;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import javax.imageio.ImageIO;

/** A figure, drawn by the same strokes as pixels, PDF and SVG. Lengths are in points. */
public record Figure(int width, int height, String description, Consumer<Canvas> painter) {
    private static final int SCALE = 2; // pixels of the PNG per point: sharp on every screen, and in print at half size

    private static final String FONTS = "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif";

    /** What to write as {@code NAME.svg}, and as {@code NAME.png} and {@code NAME.pdf} where this Java has fonts. */
    public Map<String, byte[]> files(String name) throws IOException {
        Map<String, byte[]> files = new TreeMap<>(Map.of(name + ".svg", svg()));
        if (PixelCanvas.hasFonts()) {
            files.put(name + ".png", png());
            files.put(name + ".pdf", pdf());
        }
        return files;
    }

    public byte[] png() throws IOException {
        BufferedImage image = new BufferedImage(SCALE * width, SCALE * height, BufferedImage.TYPE_INT_RGB);
        PixelCanvas canvas = new PixelCanvas(image, SCALE);
        canvas.box(Colour.PAPER, 0, 0, width, height);
        painter.accept(canvas);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ImageIO.write(image, "png", bytes);
        return bytes.toByteArray();
    }

    byte[] pdf() throws IOException {
        PdfCanvas canvas = new PdfCanvas(width, height);
        painter.accept(canvas);
        return canvas.document();
    }

    public byte[] svg() {
        SvgCanvas canvas = new SvgCanvas(false);
        canvas.box(Colour.PAPER, 0, 0, width, height);
        return document(canvas, " xmlns=\"http://www.w3.org/2000/svg\"").getBytes(StandardCharsets.UTF_8);
    }

    /** An element of a page, on the page's paper, in colours that the page may replace. */
    public String inline() {
        return document(new SvgCanvas(true), "");
    }

    private String document(SvgCanvas canvas, String attributes) {
        painter.accept(canvas);
        return "<svg" + attributes + " viewBox=\"0 0 " + width + " " + height + "\" width=\"" + width + "\" height=\""
                + height + "\" font-family=\"" + FONTS
                + "\" stroke-linecap=\"round\" stroke-linejoin=\"round\" role=\"img\">\n<title>"
                + SvgCanvas.escaped(description) + "</title>\n" + canvas.elements() + "</svg>\n";
    }

    private static final class PixelCanvas extends ShapeCanvas {
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
}
