/**
 * Documents that people read and write: figures, pages, text tables, numbers as text, YAML and JSON with line numbers,
 * and files that are written whole or not at all.
 *
 * <p>Knows the JDK, Jackson, the template engine and the plotting libraries; knows nothing of learning.
 */
package io.emphatic.documents;
