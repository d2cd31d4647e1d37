/**
 * Finite MDPs from YAML or JSON files; every error names the line it is about. The format is described in
 * {@code docs/theory.md}.
 */
package io.emphatic.lab.mdpfile;
