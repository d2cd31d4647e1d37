/** The command line: one class a verb, and nothing else that anybody else could use. */
package io.emphatic.cli;
