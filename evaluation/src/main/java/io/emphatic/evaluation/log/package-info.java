/** API: what an evaluation is given, its settings and the rows of a log. */
package io.emphatic.evaluation.log;
