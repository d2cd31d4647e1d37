/** The two states of the paper, §2: why interest alone diverges. */
package io.emphatic.lab.problems.twostate;
