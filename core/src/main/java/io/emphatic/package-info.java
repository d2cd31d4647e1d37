/**
 * Long-term predictions learned from off-policy experience: emphatic TD(λ) and its rivals.
 *
 * <p>A {@link io.emphatic.experience.Transition} is filled by advancing through time and handed to any number of
 * {@link io.emphatic.Learner}s. Learners are made by a {@link io.emphatic.Config}: a record per algorithm
 * ({@link io.emphatic.Etd}, {@link io.emphatic.Gtd}, …), or by name through {@link io.emphatic.Algorithms}.
 *
 * <pre>
 *   Learner learner = new Etd(0.001).learner(4);          // four features, weights of zero
 *   Transition t = new Transition();
 *   t.start(Features.binary(4, 0), 0.9, 1);               // S₀ with λ and interest
 *   t.action(0.5, 0.25);                                  // π and μ of the action taken
 *   t.arrive(1.0, Features.binary(4, 1), 0.99, 0.9, 1);   // reward, S₁ with γ, λ and interest
 *   learner.update(t);
 *   double value = learner.predict(t.phiNext());
 * </pre>
 *
 * <p>All public types are API.
 *
 * <p>Read {@link io.emphatic.Learner}, {@link io.emphatic.Etd} and {@link io.emphatic.Snapshot}; every other algorithm
 * is a file like {@code Etd}. May use {@code experience} (features and transitions) and {@code engine} (rules and
 * vectors). Built on this package: {@code batch} (many predictions over one stream, parameter studies) and
 * {@code validation} (which learner predicts best).
 *
 * <h2>Glossary</h2>
 *
 * One notation for everything; the equations and their sources are in {@code docs/ALGORITHMS.md}.
 *
 * <pre>
 *   symbol        inside kernels        at every border (API, YAML, JSON, CSV)
 *   θ             theta                 weights
 *   e             e                     trace
 *   w             w                     secondary weights (gradient family)
 *   φ(s)          phi, phiNext          features
 *   γ(s) ∈ [0,1]  gamma, gammaNext      discount
 *   λ(s) ∈ [0,1]  lambda, lambdaNext    lambda
 *   i(s) ≥ 0      interest              interest
 *   π(a|s)        pi, piPrev            target (probability of the action taken)
 *   μ(a|s)        mu, muPrev            behaviour (probability of the action taken)
 *   ρ = π/μ       rho, rhoPrev          importance_ratio
 *   R             reward                cumulant
 *   F             followOn              follow_on
 *   M             emphasis              emphasis
 *   d             d, dNext              usage (weighted importance sampling); η: usage_decay, d₀: initial_usage
 *   v             v                     pending usage (what later ratios still multiply)
 *   α             alpha                 step_size
 *   δ             delta                 td_error
 * </pre>
 *
 * A name without suffix is of time t (of S<sub>t</sub>, or of the action taken there), {@code …Next} of t+1,
 * {@code …Prev} of t−1.
 *
 * <h2>Promises</h2>
 *
 * <ul>
 *   <li>{@code update} and {@code predict} allocate nothing once a learner is constructed. Two exceptions: least
 *       squares allocates while it solves, which it does only when weights or a prediction are asked for after
 *       learning; and a learner of many features changes its engine at the first dense features, once.
 *   <li>Bad input is refused before anything changes.
 *   <li>A learner whose next step would bring any of its numbers past {@link io.emphatic.engine.Divergence#LIMIT} has
 *       diverged: it refuses that step before anything changes, ignores later steps, and reports the step refused.
 *   <li>A snapshot restores to the bit.
 * </ul>
 *
 * Learners, transitions and features are not synchronized: one thread at a time (features are immutable and may be
 * shared).
 */
package io.emphatic;
