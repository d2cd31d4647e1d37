package io.emphatic.bench.referee;

/**
 * One row of a drawn log.
 *
 * @param mu the behaviour's probabilities as the log has them
 * @param last whether the episode goes no further
 * @param ended whether the log says that it ended there
 */
record Step(int state, int action, double reward, double[] mu, boolean last, boolean ended) {}
