/**
 * Learning from a log, and predicting for new rows. {@link io.emphatic.logs.learning.Learning} and
 * {@link io.emphatic.logs.learning.Predicting} are the entrances. A learning pass hands chunks of rows through a
 * pipeline of threads to prediction runs; a run drives learners, or a horde, along a time line; diagnostics end in a
 * {@link io.emphatic.logs.learning.LearningReport}. Uses all other packages of this module and the core.
 */
package io.emphatic.logs.learning;
