/** Problems, the exact theory, experiments and their figures. */
package io.emphatic.lab;
