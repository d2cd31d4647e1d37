package io.emphatic.serve.quality;

/**
 * A step that a prediction has seen, from S_t to S_{t+1}. The same object is filled again and again.
 *
 * <p>{@code tdError}, {@code followOn} and {@code emphasis} are NaN where an algorithm has none, or has not learned.
 */
public final class LearnedStep {
    public double gamma; // γₜ
    public double rhoPrev; // ρₜ₋₁
    public double interest; // iₜ
    public double rho; // ρₜ
    public double reward; // Rₜ₊₁
    public double gammaNext; // γₜ₊₁; 0 at an end
    public double tdError; // δₜ
    public double followOn; // Fₜ
    public double emphasis; // Mₜ
    public boolean ends; // whether S_{t+1} is terminal
}
