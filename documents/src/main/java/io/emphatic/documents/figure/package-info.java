/**
 * Figures: one look for all of them, as PNG, as an SVG file and as SVG within a page.
 *
 * <p>Read {@link io.emphatic.documents.figure.Figure} first, then {@link io.emphatic.documents.figure.Panel}, which
 * draws axes, curves, bands and points, then {@link io.emphatic.documents.figure.Canvas}, on which everything is drawn.
 * Uses the JDK and {@code text}; the same figure gives the same bytes.
 */
package io.emphatic.documents.figure;
