/**
 * Files that are written whole or not at all: {@link io.emphatic.documents.file.WholeFile}. Modules that depend on
 * {@code documents} write their files with it, except {@code Journal} of {@code logs}, which appends. {@code Snapshot}
 * of the core writes its own file in the same way, because the core may not depend on {@code documents}.
 *
 * <p>Uses the JDK alone.
 */
package io.emphatic.documents.file;
