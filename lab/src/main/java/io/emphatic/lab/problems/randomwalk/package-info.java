/** The random walk of 19 states. */
package io.emphatic.lab.problems.randomwalk;
