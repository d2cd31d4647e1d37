/**
 * Finite MDPs from YAML or JSON files; every error names the line it is about. The format is in {@code docs/theory.md}.
 *
 * <p>Read {@link io.emphatic.lab.mdpfile.MdpFile}, then {@code StateSettings}; {@link io.emphatic.lab.mdpfile.MdpYaml}
 * writes such a file. API. May use {@code lab}, the limit on states of {@code theory}, and the reader of
 * {@code documents}.
 */
package io.emphatic.lab.mdpfile;
