/** The paper's figures, from nothing. */
package io.emphatic.lab.reproduce;
