/**
 * Documents that people read and write: figures, pages, text tables, numbers as text, YAML and JSON with line numbers,
 * and files that are written whole or not at all.
 *
 * <p>Uses the JDK, Jackson and the template engine; knows nothing of learning.
 *
 * <p>Internal: a part of the application, without API.
 */
package io.emphatic.documents;
