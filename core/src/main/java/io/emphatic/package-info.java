/**
 * Long-term predictions learned from off-policy experience: emphatic TD(λ) and its rivals.
 *
 * <p>Experience is a time line. A {@link io.emphatic.Transition} is filled by advancing along it and handed to any
 * number of {@link io.emphatic.Learner}s, which {@link io.emphatic.Algorithms} makes by name and each config record
 * ({@link io.emphatic.Etd}, {@link io.emphatic.Gtd}, …) makes directly.
 *
 * <p>Thousands of predictions over one stream of features are a {@link io.emphatic.Horde}.
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
 *   <li>{@code update} and {@code predict} allocate nothing once a learner is constructed. Three exceptions: least
 *       squares allocates while it solves, which it does only when weights or a prediction are asked for after
 *       learning; a learner of more than 64 features changes its engine at the first dense features, once; and a
 *       learner whose numbers have grown so large that a step might overflow (past 1e150, or 1e30 where many factors
 *       meet) copies its state before each such step, to be able to go back to the last finite one.
 *   <li>Bad input is refused before anything changes.
 *   <li>A learner that would become non-finite keeps its last finite state and says at which step it diverged.
 *   <li>A snapshot restores to the bit.
 * </ul>
 *
 * Learners, transitions and features are not synchronized: one thread at a time (features are immutable and may be
 * shared).
 */
package io.emphatic;
