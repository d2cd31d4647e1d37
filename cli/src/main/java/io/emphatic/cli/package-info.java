/**
 * The command line: one class per verb. Read {@link io.emphatic.cli.Emphatic} first, which holds the verbs, exit codes
 * and errors, then {@link io.emphatic.cli.Verb}, which all verbs extend.
 *
 * <p>Uses every module, picocli and the progress bar; no other module uses this one.
 *
 * <p>Internal: a part of the application, without API.
 */
package io.emphatic.cli;
