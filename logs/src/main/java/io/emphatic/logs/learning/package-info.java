/**
 * Learning from a log, and predicting for new rows.
 *
 * <pre>{@code
 * SpecReader.Document document = SpecReader.read(Path.of("pumps.yaml"));
 * LearningReport report = Learning.learn(document.log(), LogSettings.byDefault(), document.spec(), Learning.Options.NONE);
 * double[] weights = report.predictions().get(0).weights();
 * }</pre>
 *
 * <p>API: {@link io.emphatic.logs.learning.Learning}, {@link io.emphatic.logs.learning.Predicting} and
 * {@link io.emphatic.logs.learning.LearningReport}. All else is internal and may change: a learning pass hands chunks
 * of rows through a pipeline of threads to prediction runs; a run drives learners, or a horde, along a time line.
 */
package io.emphatic.logs.learning;
