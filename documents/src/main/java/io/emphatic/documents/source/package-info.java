/**
 * Files that people write, in YAML or JSON: {@link io.emphatic.documents.source.SourceReader} reads them into
 * {@link io.emphatic.documents.source.Node}s, which know their line and path, so that every refused value is named with
 * its place. Read {@code SourceReader}, then {@code Node}.
 *
 * <p>Uses the JDK and Jackson.
 */
package io.emphatic.documents.source;
