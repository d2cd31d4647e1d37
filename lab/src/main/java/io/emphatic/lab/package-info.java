/**
 * What all packages of the lab speak about: a finite MDP, the questions asked in it, a problem that has one, seeds and
 * estimates.
 *
 * <p>Read {@link io.emphatic.lab.Mdp} first, then {@link io.emphatic.lab.Question} and {@link io.emphatic.lab.Problem}.
 * From here go to {@code problems} (MDPs that come with the product), {@code simulation} (living in one),
 * {@code theory} (its exact numbers), {@code study} (learning in one, many times). {@code internal} puts both into
 * words, figures and pages.
 *
 * <p>API, but for {@code Naming} and {@code Threads}, which are internal. Uses the core; none of the packages below it.
 */
package io.emphatic.lab;
