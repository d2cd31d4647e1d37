/**
 * Text for people: {@link io.emphatic.documents.text.Numbers} turns numbers into text, the same way everywhere, and
 * {@link io.emphatic.documents.text.TextTable} sets columns for a terminal or for Markdown.
 *
 * <p>Uses the JDK alone.
 */
package io.emphatic.documents.text;
