package io.emphatic.batch;

/** Loops across learners: a lane is one learner, a row one component of all. The JIT vectorises them. */
final class Lanes {
    private Lanes() {}

    /** out ← δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ of every lane, from θᵀφₜ and, in out, θᵀφₜ₊₁. */
    static void difference(double reward, double gammaNext, double[] values, double[] out) {
        for (int l = 0; l < out.length; l++) {
            out[l] = reward + gammaNext * out[l] - values[l];
        }
    }

    /** out ← out + factor · x. */
    static void addScaled(double[] out, double[] x, double factor) {
        for (int l = 0; l < out.length; l++) {
            out[l] += factor * x[l];
        }
    }

    /** out ← out + x − y. */
    static void addDifference(double[] out, double[] x, double y) {
        for (int l = 0; l < out.length; l++) {
            out[l] += x[l] - y;
        }
    }

    /** bound ← bound + |scale| · norm: how far a vector of this norm may have moved each lane. */
    static void addMagnitudes(double[] bound, double[] scale, double norm) {
        for (int l = 0; l < bound.length; l++) {
            bound[l] += Math.abs(scale[l]) * norm;
        }
    }

    /** x ← factor · x for every lane, with one factor per lane. */
    static void scale(double[][] rows, double[] factor) {
        for (double[] row : rows) {
            for (int l = 0; l < row.length; l++) {
                row[l] *= factor[l];
            }
        }
    }
}
