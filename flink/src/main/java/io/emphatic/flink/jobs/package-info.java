/**
 * The job that learns. Read {@link io.emphatic.flink.jobs.LearnJob}, its operators
 * {@link io.emphatic.flink.jobs.RowEvaluator} and {@link io.emphatic.flink.jobs.LearningOperator}, then
 * {@link io.emphatic.flink.jobs.RunningJob}. Nothing here is API.
 */
package io.emphatic.flink.jobs;
