package io.emphatic.lab.figure;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Curves over one axis, with error bands, and dotted and dashed lines to compare with, in colours that the colour-blind
 * can tell apart (Okabe &amp; Ito 2008). Text is large enough to be read at half size.
 *
 * <p>What is added first is drawn first, so bands come first, then dotted and dashed lines, then curves.
 */
public final class LineFigure {
    /** Blue, vermilion, bluish green, reddish purple, orange, sky blue. */
    private static final Color[] COLOURS = {
        new Color(0x0072B2),
        new Color(0xD55E00),
        new Color(0x009E73),
        new Color(0xCC79A7),
        new Color(0xE69F00),
        new Color(0x56B4E9)
    };

    private static final Color INK = new Color(0x222222);
    private static final Color GRID = new Color(0xE3E3E3);
    private static final double MARGIN = 0.015;

    /** On the right there must be room for half of the last label. */
    private static final double RIGHT_MARGIN = 0.035;

    private static final String SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
    private static final int BAND_OPACITY = 56;

    private final XYChart chart;
    private final double yMin;
    private final double yMax;
    private int hidden;

    /**
     * An empty figure.
     *
     * @param width in pixels of the PNG
     * @param frame what of the plane is seen
     */
    public LineFigure(int width, int height, String title, String xTitle, String yTitle, Frame frame) {
        this.chart = new XYChartBuilder()
                .width(width)
                .height(height)
                .title(title)
                .xAxisTitle(xTitle)
                .yAxisTitle(yTitle)
                .build();
        this.yMin = frame.yMin();
        this.yMax = frame.yMax();
        style(chart.getStyler(), title);
        // A tick on the very edge would not be drawn.
        double xSpan = frame.xMax() - frame.xMin();
        double yMargin = MARGIN * (frame.yMax() - frame.yMin());
        chart.getStyler().setXAxisMin(frame.xMin() - MARGIN * xSpan);
        chart.getStyler().setXAxisMax(frame.xMax() + RIGHT_MARGIN * xSpan);
        chart.getStyler().setYAxisMin(frame.yMin() - yMargin);
        chart.getStyler().setYAxisMax(frame.yMax() + yMargin);
    }

    /** The part of the plane that is seen. What leaves it is cut off. */
    public record Frame(double xMin, double xMax, double yMin, double yMax) {}

    private static void style(XYStyler styler, String title) {
        styler.setLocale(Locale.ROOT);
        styler.setBaseFont(font(Font.PLAIN, 22));
        styler.setChartTitleFont(font(Font.BOLD, 24));
        styler.setChartTitleVisible(!title.isEmpty());
        styler.setChartTitleBoxVisible(false);
        styler.setChartTitlePadding(12);
        styler.setAxisTitleFont(font(Font.PLAIN, 24));
        styler.setAxisTickLabelsFont(font(Font.PLAIN, 22));
        styler.setLegendFont(font(Font.PLAIN, 22));
        styler.setChartFontColor(INK);
        styler.setXAxisTitleColor(INK);
        styler.setYAxisTitleColor(INK);
        styler.setAxisTickLabelsColor(INK);
        styler.setAxisTickMarksColor(INK);
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setPlotBackgroundColor(Color.WHITE);
        styler.setPlotBorderVisible(false);
        styler.setPlotContentSize(1.0);
        styler.setPlotMargin(0);
        styler.setChartPadding(24);
        styler.setAxisTitlePadding(14);
        styler.setAxisTickPadding(8);
        styler.setPlotGridLinesColor(GRID);
        styler.setPlotGridLinesStroke(new BasicStroke(1.2f));
        styler.setPlotGridVerticalLinesVisible(false);
        styler.setXAxisTickMarkSpacingHint(210);
        styler.setYAxisTickMarkSpacingHint(130);
        styler.setLegendPosition(LegendPosition.OutsideS);
        styler.setLegendLayout(LegendLayout.Horizontal);
        styler.setLegendBorderColor(Color.WHITE);
        styler.setLegendBackgroundColor(Color.WHITE);
        styler.setLegendSeriesLineLength(44);
        styler.setLegendPadding(18);
        styler.setXAxisDecimalPattern("#,##0.##");
        styler.setYAxisDecimalPattern("#,##0.##");
        styler.setAntiAlias(true);
    }

    private static Font font(int style, int size) {
        return new Font(Font.SANS_SERIF, style, size);
    }

    private static Color colour(int number) {
        return COLOURS[number % COLOURS.length];
    }

    private static Color faint(int number, int opacity) {
        Color colour = colour(number);
        return new Color(colour.getRed(), colour.getGreen(), colour.getBlue(), opacity);
    }

    /** The area between two curves, in the colour of this number; it is not in the legend. */
    public void band(int colour, double[] x, double[] lower, double[] upper) {
        int n = x.length;
        double[] outlineX = new double[2 * n];
        double[] outlineY = new double[2 * n];
        for (int k = 0; k < n; k++) {
            outlineX[k] = x[k];
            outlineY[k] = upper[k];
            outlineX[2 * n - 1 - k] = x[k];
            outlineY[2 * n - 1 - k] = lower[k];
        }
        XYSeries series = addHidden(outlineX, outlineY);
        series.setXYSeriesRenderStyle(XYSeriesRenderStyle.PolygonArea);
        series.setFillColor(faint(colour, BAND_OPACITY));
        series.setLineColor(new Color(255, 255, 255, 0));
        series.setLineWidth(0);
    }

    /** A dotted line to compare with, in the colour of this number; it is not in the legend. */
    public void dotted(int colour, double[] x, double[] y) {
        XYSeries series = addHidden(x, y);
        series.setLineColor(colour(colour));
        series.setLineStyle(dots());
    }

    /** A thin dashed line to compare with, in the colour of this number; it is not in the legend. */
    public void dashed(int colour, double[] x, double[] y) {
        XYSeries series = addHidden(x, y);
        series.setLineColor(colour(colour));
        series.setLineStyle(dashes());
    }

    /** A curve, named in the legend. */
    public void curve(String name, int colour, double[] x, double[] y) {
        XYSeries series = add(name, x, y);
        series.setLineColor(colour(colour));
        series.setLineStyle(new BasicStroke(3.5f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
    }

    /** Lets the vertical axis show powers of ten: the curves are logarithms to base 10. */
    public void showPowersOfTen() {
        chart.getStyler().setYAxisTickLabelsFormattingFunction(LineFigure::powerOfTen);
    }

    /** {@code 10⁻³}. */
    public static String powerOfTen(double exponent) {
        StringBuilder text = new StringBuilder("10");
        for (char digit : new DecimalFormat("0.##", DecimalFormatSymbols.getInstance(Locale.ROOT))
                .format(exponent)
                .toCharArray()) {
            text.append(digit == '-' ? '⁻' : digit == '.' ? '·' : SUPERSCRIPTS.charAt(digit - '0'));
        }
        return text.toString();
    }

    /** What dotted lines are, for the legend. */
    public void legendOfDotted(String name) {
        XYSeries series = add(name, new double[] {0}, new double[] {Double.NaN});
        series.setLineColor(INK);
        series.setLineStyle(dots());
    }

    /** What dashed lines are, for the legend. */
    public void legendOfDashed(String name) {
        XYSeries series = add(name, new double[] {0}, new double[] {Double.NaN});
        series.setLineColor(INK);
        series.setLineStyle(dashes());
    }

    private static BasicStroke dashes() {
        return new BasicStroke(1.6f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1f, new float[] {11f, 7f}, 0f);
    }

    private static BasicStroke dots() {
        return new BasicStroke(3f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND, 1f, new float[] {0.1f, 8f}, 0f);
    }

    private XYSeries addHidden(double[] x, double[] y) {
        XYSeries series = add("hidden " + hidden++, x, y);
        series.setShowInLegend(false);
        return series;
    }

    private XYSeries add(String name, double[] x, double[] y) {
        double[] inReach = new double[y.length];
        for (int k = 0; k < y.length; k++) {
            inReach[k] = inReach(y[k]);
        }
        XYSeries series = chart.addSeries(name, x, inReach);
        series.setMarker(SeriesMarkers.NONE);
        return series;
    }

    /** Far outside the frame it does not matter how far: renderers lose precision with coordinates of 10¹² pixels. */
    private double inReach(double y) {
        double far = 20 * (yMax - yMin);
        return Double.isNaN(y) ? y : Math.max(yMin - far, Math.min(yMax + far, y));
    }

    /** The figure as PNG. */
    public byte[] png() throws IOException {
        return drawn("png");
    }

    /** The figure as SVG. */
    public byte[] svg() throws IOException {
        return drawn("svg");
    }

    private byte[] drawn(String format) throws IOException {
        requireFonts();
        return ChartEncoder.getBytes(chart, format);
    }

    /** A Java without fonts fails in the depths of AWT, with one of several errors that mean nothing to anybody. */
    private static void requireFonts() throws IOException {
        Graphics2D canvas = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB).createGraphics();
        try {
            canvas.getFontMetrics(font(Font.PLAIN, 22)).stringWidth("θ");
        } catch (LinkageError | InternalError | RuntimeException e) {
            throw new IOException(
                    "the figure cannot be drawn: this Java has no working fonts (" + e + ")\n"
                            + "Install fontconfig and a font (Debian: apt install fontconfig fonts-dejavu-core).",
                    e);
        } finally {
            canvas.dispose();
        }
    }
}
