package io.emphatic.documents.figure;

import java.awt.Font;
import java.awt.Shape;
import java.awt.font.FontRenderContext;
import java.awt.font.GlyphVector;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.PathIterator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.DeflaterOutputStream;

/** Vectors: a PDF of one page, for papers. Text is drawn as outlines, so that no font has to be there. */
final class PdfCanvas implements Canvas {
    private final int width;
    private final int height;
    private final StringBuilder content = new StringBuilder();
    private final List<Double> opacities = new ArrayList<>();

    PdfCanvas(int width, int height) {
        this.width = width;
        this.height = height;
        content.append("1 J 1 j 1 0 0 -1 0 " + height + " cm\n"); // PDF counts from the lower left corner
    }

    @Override
    public void line(Pen pen, Colour colour, double[] x, double[] y) {
        paint(pen, colour, PixelCanvas.path(x, y));
    }

    @Override
    public void area(Colour colour, double[] x, double[] y) {
        paint(null, colour, PixelCanvas.path(x, y));
    }

    @Override
    public void circle(Pen pen, Colour colour, double x, double y, double radius) {
        paint(pen, colour, new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius));
    }

    @Override
    public void text(String text, double x, double y, Anchor anchor, Letters letters, Colour colour, boolean upwards) {
        Font font = PixelCanvas.font(letters);
        GlyphVector glyphs = font.createGlyphVector(new FontRenderContext(null, true, true), text);
        double length = glyphs.getLogicalBounds().getWidth();
        AffineTransform place = AffineTransform.getTranslateInstance(x, y);
        place.rotate(upwards ? -Math.PI / 2 : 0);
        place.translate(-(anchor == Anchor.LEFT ? 0 : anchor == Anchor.CENTRE ? length / 2 : length), 0);
        paint(null, colour, place.createTransformedShape(glyphs.getOutline()));
    }

    @Override
    public void inside(double left, double top, double right, double bottom, Runnable painting) {
        content.append("q " + numbers(left, top, right - left, bottom - top) + "re W n\n");
        painting.run();
        content.append("Q\n");
    }

    /** Draws a line, or fills an area if there is no pen. */
    private void paint(Pen pen, Colour colour, Shape shape) {
        if (!opacities.contains(colour.opacity())) {
            opacities.add(colour.opacity());
        }
        content.append("/G" + opacities.indexOf(colour.opacity()) + " gs ")
                .append(numbers(
                        (colour.rgb() >> 16) / 255.0, (colour.rgb() >> 8 & 255) / 255.0, (colour.rgb() & 255) / 255.0))
                .append(pen == null ? "rg " : "RG " + numbers(pen.width) + "w [");
        if (pen != null) {
            content.append(pen.dashes == null ? "" : numbers(pen.dashes[0], pen.dashes[1]))
                    .append("] 0 d ");
        }
        double[] at = new double[2];
        double[] p = new double[6];
        for (PathIterator path = shape.getPathIterator(null); !path.isDone(); path.next()) {
            int kind = path.currentSegment(p);
            content.append(
                    switch (kind) {
                        case PathIterator.SEG_MOVETO -> numbers(p[0], p[1]) + "m ";
                        case PathIterator.SEG_LINETO -> numbers(p[0], p[1]) + "l ";
                        case PathIterator.SEG_QUADTO -> // as a cubic curve
                            numbers(
                                            (at[0] + 2 * p[0]) / 3,
                                            (at[1] + 2 * p[1]) / 3,
                                            (p[2] + 2 * p[0]) / 3,
                                            (p[3] + 2 * p[1]) / 3,
                                            p[2],
                                            p[3])
                                    + "c ";
                        case PathIterator.SEG_CUBICTO -> numbers(p) + "c ";
                        default -> "h ";
                    });
            int end = kind == PathIterator.SEG_CUBICTO ? 4 : kind == PathIterator.SEG_QUADTO ? 2 : 0;
            at[0] = kind == PathIterator.SEG_CLOSE ? at[0] : p[end];
            at[1] = kind == PathIterator.SEG_CLOSE ? at[1] : p[end + 1];
        }
        content.append(pen == null ? "f\n" : "S\n");
    }

    private static String numbers(double... values) {
        StringBuilder text = new StringBuilder();
        for (double value : values) {
            text.append(SvgCanvas.number(value)).append(' ');
        }
        return text.toString();
    }

    byte[] document() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflater = new DeflaterOutputStream(packed)) {
            deflater.write(content.toString().getBytes(StandardCharsets.US_ASCII));
        }
        StringBuilder states = new StringBuilder();
        for (int k = 0; k < opacities.size(); k++) {
            String opacity = numbers(opacities.get(k));
            states.append("/G" + k + " << /ca " + opacity + "/CA " + opacity + ">> ");
        }
        List<String> objects = List.of(
                "<< /Type /Catalog /Pages 2 0 R >>",
                "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 " + width + " " + height
                        + "] /Contents 4 0 R /Resources <<" + " /ExtGState << " + states + ">> >> >>",
                "<< /Length " + packed.size() + " /Filter /FlateDecode >>\nstream\n"
                        + packed.toString(StandardCharsets.ISO_8859_1) + "\nendstream");
        StringBuilder file = new StringBuilder("%PDF-1.4\n");
        StringBuilder positions = new StringBuilder();
        for (int k = 0; k < objects.size(); k++) {
            positions.append(String.format(Locale.ROOT, "%010d 00000 n \n", file.length()));
            file.append((k + 1) + " 0 obj\n" + objects.get(k) + "\nendobj\n");
        }
        int table = file.length();
        file.append("xref\n0 5\n0000000000 65535 f \n" + positions)
                .append("trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n" + table + "\n%%EOF\n");
        return file.toString().getBytes(StandardCharsets.ISO_8859_1);
    }
}
