package io.emphatic.engine;

import java.util.Arrays;

/**
 * How far one of the weight vectors of each candidate is from what its rows say: by A along the shared trace g, and by
 * moves along φₜ₋₁ and φₜ that have been kept back. Arrays have a number for each candidate.
 */
final class KeptMoves {
    private final double[] alongTrace; // A
    private final double[] alongBefore; // f
    private final double[] alongNow; // f′

    /** The arrays are part of the state of the vectors, under names with this prefix. */
    KeptMoves(LaneVectors vectors, String prefix) {
        alongTrace = vectors.saved(prefix + "_moves", LaneVectors.HALF);
        alongBefore = vectors.saved(prefix + "_pending", LaneVectors.HALF);
        alongNow = vectors.saved(prefix + "_pending_next", LaneVectors.HALF);
    }

    double alongTrace(int k) {
        return alongTrace[k];
    }

    double alongBefore(int k) {
        return alongBefore[k];
    }

    double alongNow(int k) {
        return alongNow[k];
    }

    /** The products of the vectors with features, from those of the rows, of g, φₜ₋₁ and φₜ. */
    void setValues(double[] out, double[] products, double trace, double before, double now) {
        for (int k = 0; k < out.length; k++) {
            out[k] = products[k] + alongTrace[k] * trace + alongBefore[k] * before + alongNow[k] * now;
        }
    }

    /** The same without φₜ₋₁ for θᵀφₜ₊₁, and δ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ. */
    void setDelta(
            double[] delta,
            double reward,
            double gammaNext,
            double[] valuesNext,
            double[] values,
            double[] products,
            double trace,
            double now) {
        for (int k = 0; k < delta.length; k++) {
            double next = products[k] + alongTrace[k] * trace + alongNow[k] * now;
            valuesNext[k] = next;
            delta[k] = reward + gammaNext * next - values[k];
        }
    }

    /** How far the rows move along φₜ₋₁ when g ← g + x φₜ₋₁: f − A x. */
    void setFactors(double[] factors, double x) {
        for (int k = 0; k < LaneVectors.HALF; k++) {
            factors[k] = alongBefore[k] - alongTrace[k] * x;
        }
    }

    /** Moves along eₜ = c g + b φₜ, φₜ and φₜ₊₁; φₜ₊₁ is φₜ from now on. */
    void move(double[] byTrace, double[] byPhi, double[] byPhiNext, double c, double b) {
        for (int k = 0; k < LaneVectors.HALF; k++) {
            double x = byTrace[k];
            alongTrace[k] += x * c;
            alongBefore[k] = alongNow[k] + byPhi[k] + x * b;
            alongNow[k] = byPhiNext[k];
        }
    }

    /** The same for vectors that are so many times what their rows say. */
    void move(double[] byTrace, double[] byPhi, double[] byPhiNext, double c, double b, double[] scales) {
        for (int k = 0; k < LaneVectors.HALF; k++) {
            double inverse = 1 / scales[k];
            double x = byTrace[k] * inverse;
            alongTrace[k] += x * c;
            alongBefore[k] = alongNow[k] + byPhi[k] * inverse + x * b;
            alongNow[k] = byPhiNext[k] * inverse;
        }
    }

    /** Writes A to a half of a row. */
    void copyAlongTrace(double[] row, int at) {
        System.arraycopy(alongTrace, 0, row, at, LaneVectors.HALF);
    }

    /** Writes f′ likewise. */
    void copyAlongNow(double[] row, int at) {
        System.arraycopy(alongNow, 0, row, at, LaneVectors.HALF);
    }

    /** A = 0. */
    void clearAlongTrace() {
        Arrays.fill(alongTrace, 0);
    }

    /** f = f′ = 0. */
    void clearKept() {
        Arrays.fill(alongBefore, 0);
        Arrays.fill(alongNow, 0);
    }

    /** All of candidate k are multiplied. */
    void scale(int k, double factor) {
        alongTrace[k] *= factor;
        alongBefore[k] *= factor;
        alongNow[k] *= factor;
    }
}
