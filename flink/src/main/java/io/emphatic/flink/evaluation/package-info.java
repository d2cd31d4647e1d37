/**
 * An evaluation as a sequence of jobs: read {@link io.emphatic.flink.evaluation.FlinkEvaluation} first. Nothing here is
 * API.
 */
package io.emphatic.flink.evaluation;
