package io.emphatic.lab.report;

import de.erichseifert.vectorgraphics2d.Document;
import de.erichseifert.vectorgraphics2d.Processors;
import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.imageio.ImageIO;

/**
 * A figure that is drawn once for pixels and once for vectors, by the same strokes.
 *
 * @param width in points
 * @param height in points
 * @param painter draws it
 */
record Drawing(int width, int height, Painter painter) {
    /** Pixels of the PNG for each point: sharp on every screen, and in print at half size. */
    private static final int SCALE = 2;

    interface Painter {
        void paint(Graphics2D g);
    }

    byte[] png() throws IOException {
        BufferedImage image = new BufferedImage(SCALE * width, SCALE * height, BufferedImage.TYPE_INT_RGB);
        Graphics2D g = drawable(image);
        g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        g.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        g.scale(SCALE, SCALE);
        paint(g);
        g.dispose();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ImageIO.write(image, "png", bytes);
        return bytes.toByteArray();
    }

    byte[] svg() throws IOException {
        VectorGraphics2D g = new VectorGraphics2D();
        paint(g);
        Document document = Processors.get("svg").getDocument(g.getCommands(), new PageSize(0, 0, width, height));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        document.writeTo(bytes);
        // The writer leaves out the size of letters where it is 12, and says what to do where there is no such font
        // nowhere.
        return bytes.toString(StandardCharsets.UTF_8)
                .replaceFirst("<svg ", "<svg font-size=\"12\" ")
                .replaceAll("font-family:&quot;([^&;]*)&quot;", "font-family:&quot;$1&quot;,sans-serif")
                .getBytes(StandardCharsets.UTF_8);
    }

    private void paint(Graphics2D g) {
        g.setColor(Color.WHITE);
        g.fillRect(0, 0, width, height);
        painter.paint(g);
    }

    /** A Java without fonts fails in the depths of AWT, with one of several errors that mean nothing to anybody. */
    private static Graphics2D drawable(BufferedImage image) throws IOException {
        try {
            Graphics2D g = image.createGraphics();
            g.getFontMetrics().stringWidth("0");
            return g;
        } catch (LinkageError | InternalError | RuntimeException e) {
            throw new IOException(
                    "figures cannot be drawn: this Java has no working fonts (" + e
                            + ")\nInstall fontconfig and a font (Debian: apt install fontconfig fonts-dejavu-core).",
                    e);
        }
    }
}
