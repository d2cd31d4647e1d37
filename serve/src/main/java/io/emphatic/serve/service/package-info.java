/**
 * Learning from posted steps, on one thread.
 *
 * <p>{@link io.emphatic.serve.service.StepParser} makes {@link io.emphatic.serve.service.PostedSteps} of a body, on any
 * thread. {@link io.emphatic.serve.service.PredictionService} takes them in turn: it checks them, writes those that
 * wait to the log at once, lets {@link io.emphatic.serve.service.LearnedState} learn from them and answers.
 * {@link io.emphatic.serve.service.Recovery} brings the state back to where it was.
 */
package io.emphatic.serve.service;
