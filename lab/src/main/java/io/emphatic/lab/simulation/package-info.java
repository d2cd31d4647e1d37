/**
 * The simulator of finite MDPs: it draws all steps through an MDP, whether a learner learns from them or not.
 *
 * <p>Read {@link io.emphatic.lab.simulation.Chain} first (a policy's steps, one random number each), then
 * {@link io.emphatic.lab.simulation.Simulator} (the behaviour, with starts),
 * {@link io.emphatic.lab.simulation.Arrivals} (a step as one question sees it) and
 * {@link io.emphatic.lab.simulation.Experience} (all of it, step by step). API. May use {@code lab} and the core's
 * transitions; knows no learner, no problem and no study.
 */
package io.emphatic.lab.simulation;
