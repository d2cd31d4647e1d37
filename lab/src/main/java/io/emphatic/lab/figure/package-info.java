/** Figures one would publish: charts of curves with error bands, as PNG and SVG. */
package io.emphatic.lab.figure;
