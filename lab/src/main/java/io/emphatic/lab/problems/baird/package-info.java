/** Baird's (1995) star: where off-policy TD diverges. */
package io.emphatic.lab.problems.baird;
