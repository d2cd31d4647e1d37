/** Boyan's (2002) chain: on-policy, with features that can represent the values exactly. */
package io.emphatic.lab.problems.boyan;
