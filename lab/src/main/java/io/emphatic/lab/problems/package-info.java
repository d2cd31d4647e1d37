/** The problems that come with the product: a package each, and the registry. */
package io.emphatic.lab.problems;
