package io.emphatic.documents.figure;

import java.awt.Shape;
import java.awt.geom.PathIterator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.DeflaterOutputStream;

/** Vectors: a PDF of one page, for papers. */
final class PdfCanvas extends ShapeCanvas {
    /** How far, in points, a line may be from the curve that it stands for: no further than rounding takes it. */
    private static final double FLATNESS = 0.01;

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
    public void inside(double left, double top, double right, double bottom, Runnable painting) {
        content.append("q " + numbers(left, top, right - left, bottom - top) + "re W n\n");
        painting.run();
        content.append("Q\n");
    }

    @Override
    void paint(Pen pen, Colour colour, Shape shape) {
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
        double[] p = new double[6];
        for (PathIterator path = shape.getPathIterator(null, FLATNESS); !path.isDone(); path.next()) {
            content.append(
                    switch (path.currentSegment(p)) {
                        case PathIterator.SEG_MOVETO -> numbers(p[0], p[1]) + "m ";
                        case PathIterator.SEG_LINETO -> numbers(p[0], p[1]) + "l ";
                        default -> "h ";
                    });
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
