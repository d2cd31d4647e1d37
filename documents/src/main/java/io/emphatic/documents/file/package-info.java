/**
 * Files that are written whole or not at all: {@link io.emphatic.documents.file.WholeFile}, the only way in which this
 * software writes a file.
 *
 * <p>Uses the JDK alone.
 */
package io.emphatic.documents.file;
