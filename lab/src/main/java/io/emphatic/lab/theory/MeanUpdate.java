package io.emphatic.lab.theory;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ejml.data.Complex_F64;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.MatrixFeatures_DDRM;

/**
 * The mean ODE θ̇ = b − Aθ of an algorithm with A = ΦᵀWGΦ, b = ΦᵀWr, where W = diag(w): does it converge, and where to?
 *
 * <p>Weights only move inside the range of A, where everything is judged (paper, footnote 4); the fixed point is the
 * solution of Aθ = b that lies there, which need not be A⁺b. Each feature is divided by its norm weighted by w before
 * anything is called small: A = SA'S, with S = diag(scale) and range(A) = S·range(A').
 */
final class MeanUpdate {
    final DMatrixRMaj a;
    final DMatrixRMaj b;
    private final double[] scale;

    private final DMatrixRMaj range; // orthonormal columns V that span the range of A'

    /** A on its range: the matrix VᵀA'S²V of y ↦ Aθ for θ = SVy. */
    private final DMatrixRMaj restricted;

    private final boolean regular;
    final boolean definite; // whether A is positive definite on its range
    /** Whether 0, if it is an eigenvalue of A, is semisimple: geometric and algebraic multiplicity are equal. */
    final boolean semisimple;

    final boolean solvable;

    private Stability stability;

    /** @param w the weights of the states; a is ΦᵀWGΦ, b is ΦᵀWr. None is modified. */
    MeanUpdate(DMatrixRMaj phi, double[] w, DMatrixRMaj a, DMatrixRMaj b) {
        this.a = a;
        this.b = b;
        this.scale = scale(phi, w);
        if (MatrixFeatures_DDRM.hasUncountable(a) || MatrixFeatures_DDRM.hasUncountable(b)) {
            throw new IllegalArgumentException("A or b is too large for a double"
                    + "\nScale the features or the rewards; below 1e150 in size they are safe");
        }
        double[] inverse = Arrays.stream(scale).map(x -> 1 / x).toArray();
        DMatrixRMaj scaled = a.copy();
        CommonOps_DDRM.multRows(inverse, scaled);
        CommonOps_DDRM.multCols(scaled, inverse);

        DMatrixRMaj seen = seen(phi, w);
        if (isDefinite(scaled, seen)) {
            this.definite = true;
            this.regular = true;
            this.semisimple = true;
            this.solvable = true; // b = ΦᵀWr is in the span of what is seen
            this.range = seen;
            this.restricted = restrict(scaled, range);
        } else {
            // A' maps every vector into the span of what is seen, and may be singular on that span
            this.range = Linear.multiply(seen, Subspace.basis(Linear.multiplyTransposed(seen, scaled)));
            this.restricted = restrict(scaled, range);
            this.regular = range.numCols == seen.numCols;
            this.definite = isDefinite(scaled, range);
            this.semisimple = Subspace.basis(Linear.equilibrated(restricted)).numCols == rank();
            this.solvable = isInside(b, inverse);
        }
    }

    /** √Σ_s |w(s)| φ_j(s)², or the largest |φ_j| where that is zero, or one. */
    private static double[] scale(DMatrixRMaj phi, double[] w) {
        double[] scale = new double[phi.numCols];
        for (int j = 0; j < scale.length; j++) {
            double squares = 0;
            boolean felt = false;
            double largest = 0;
            for (int s = 0; s < phi.numRows; s++) {
                double value = phi.get(s, j);
                squares += Math.abs(w[s]) * value * value;
                felt |= Math.abs(w[s] * value) > 0;
                largest = Math.max(largest, Math.abs(value));
            }
            if (!Double.isFinite(squares) || squares == 0 && felt) {
                throw new IllegalArgumentException("feature " + (j + 1) + " is too "
                        + (squares == 0 ? "small" : "large") + " to be squared: up to " + largest
                        + "\nScale the features; between 1e-150 and 1e150 in size they are safe");
            }
            scale[j] = squares > 0 ? Math.sqrt(squares) : largest > 0 ? largest : 1;
        }
        return scale;
    }

    /** The span of the scaled features of the states with w &gt; 0; exactly zero along a feature they all lack. */
    private DMatrixRMaj seen(DMatrixRMaj phi, double[] w) {
        int[] states = IntStream.range(0, phi.numRows).filter(s -> w[s] != 0).toArray();
        int[] touched = IntStream.range(0, phi.numCols)
                .filter(j -> Arrays.stream(states).anyMatch(s -> phi.get(s, j) != 0))
                .toArray();
        DMatrixRMaj columns = new DMatrixRMaj(touched.length, states.length);
        for (int k = 0; k < states.length; k++) {
            double norm = 0;
            for (int i = 0; i < touched.length; i++) {
                columns.set(i, k, phi.get(states[k], touched[i]) / scale[touched[i]]);
                norm = Math.max(norm, Math.abs(columns.get(i, k)));
            }
            for (int i = 0; i < touched.length && norm > 0; i++) {
                columns.set(i, k, columns.get(i, k) / norm);
            }
        }
        DMatrixRMaj basis = Subspace.basis(columns);
        DMatrixRMaj seen = new DMatrixRMaj(phi.numCols, basis.numCols);
        for (int i = 0; i < touched.length; i++) {
            System.arraycopy(basis.data, i * basis.numCols, seen.data, touched[i] * basis.numCols, basis.numCols);
        }
        return seen;
    }

    /** VᵀA'S²V. */
    private DMatrixRMaj restrict(DMatrixRMaj scaled, DMatrixRMaj basis) {
        return Linear.multiplyTransposed(basis, Linear.multiply(scaled, stretch(stretch(basis))));
    }

    private DMatrixRMaj stretch(DMatrixRMaj basis) {
        DMatrixRMaj stretched = basis.copy();
        CommonOps_DDRM.multRows(scale, stretched);
        return stretched;
    }

    /** Whether xᵀAx &gt; 0 for x ≠ 0 in the range of A: x = SVy, or y = VᵀSx if A' is zero on the complement of V. */
    private boolean isDefinite(DMatrixRMaj scaled, DMatrixRMaj basis) {
        DMatrixRMaj inside = Linear.multiply(scaled, basis);
        DMatrixRMaj outside = CommonOps_DDRM.multTransB(inside, basis, null);
        CommonOps_DDRM.subtract(scaled, outside, outside);
        double tolerance = Subspace.TOLERANCE * CommonOps_DDRM.elementMaxAbs(scaled);
        if (CommonOps_DDRM.elementMaxAbs(outside) <= tolerance) {
            return Spectrum.isDefinite(Linear.multiplyTransposed(basis, inside));
        }
        DMatrixRMaj stretched = stretch(stretch(basis));
        return Spectrum.isDefinite(Linear.multiplyTransposed(stretched, Linear.multiply(scaled, stretched)));
    }

    private boolean isInside(DMatrixRMaj b, double[] inverse) {
        DMatrixRMaj scaled = b.copy();
        CommonOps_DDRM.multRows(inverse, scaled);
        DMatrixRMaj outside =
                CommonOps_DDRM.subtract(scaled, Linear.multiply(range, Linear.multiplyTransposed(range, scaled)), null);
        double tolerance = Subspace.TOLERANCE * Math.sqrt(scale.length);
        return CommonOps_DDRM.elementMaxAbs(outside) <= tolerance * CommonOps_DDRM.elementMaxAbs(scaled);
    }

    int rank() {
        return range.numCols;
    }

    /** Whether A is not singular on the span of the features of the states with w &gt; 0. */
    boolean regular() {
        return regular && semisimple;
    }

    private boolean leavesUntouched(int feature) {
        return IntStream.range(0, range.numCols).noneMatch(k -> Math.abs(range.get(feature, k)) > Subspace.TOLERANCE);
    }

    /** The features whose weights updates never move. */
    IntStream untouched() {
        return IntStream.range(0, scale.length).filter(this::leavesUntouched);
    }

    /** The solution of Aθ = b in the range of A, where a converging ODE from zero ends; NaN if there is none. */
    double[] fixedPoint() {
        return limit(new double[scale.length]);
    }

    /** The solution of Aθ = b where a converging ODE from these weights ends; NaN if there is none. Not modified. */
    double[] limit(double[] from) {
        double[] theta = from.clone();
        if (!solvable || !semisimple) {
            Arrays.fill(theta, Double.NaN);
            return theta;
        }
        if (rank() == 0) {
            return theta;
        }
        DMatrixRMaj right = CommonOps_DDRM.subtract(b, Linear.multiply(a, new DMatrixRMaj(from)), null);
        CommonOps_DDRM.divideRows(scale, right);
        DMatrixRMaj y = LuFactors.of(restricted).solve(Linear.multiplyTransposed(range, right));
        DMatrixRMaj solution = Linear.multiply(stretch(range), y);
        for (int j = 0; j < theta.length; j++) {
            theta[j] = leavesUntouched(j) ? from[j] : from[j] + solution.data[j] + 0.0; // no −0
        }
        return theta;
    }

    synchronized Stability stability() {
        if (stability == null) {
            // at full rank A itself, which has not been through any rounding
            stability = Stability.of(Spectrum.eigenvalues(rank() == scale.length ? a : restricted), definite);
        }
        return stability;
    }

    /** Whether the ODE converges from any initial weights. */
    boolean converges() {
        return solvable && semisimple && (definite || stability().stable());
    }

    /** The smallest eigenvalue of (A + Aᵀ)/2 on the range of A; NaN if that is nothing. */
    double minSymmetricEigenvalue() {
        DMatrixRMaj q = orthonormalRange();
        return Spectrum.minSymmetricEigenvalue(Linear.multiplyTransposed(q, Linear.multiply(a, q)));
    }

    DMatrixRMaj orthonormalRange() {
        return rank() == scale.length ? CommonOps_DDRM.identity(rank()) : Subspace.basis(stretch(range));
    }

    /** From the eigenvalues z of A on its range: min Re z, whether all are positive, min 2Re(z)/|z|² or NaN. */
    record Stability(double minReal, boolean stable, double largestStepSize) {
        private static final double ROUNDING = 1e-12;

        /** @param definite whether A is known to be: an eigenvalue lost in rounding is positive then */
        static Stability of(Complex_F64[] eigenvalues, boolean definite) {
            if (eigenvalues.length == 0) {
                return new Stability(Double.NaN, true, Double.POSITIVE_INFINITY);
            }
            double largest = Spectrum.largestMagnitude(eigenvalues);
            double minReal = Double.POSITIVE_INFINITY;
            double stepSize = Double.POSITIVE_INFINITY;
            boolean stable = true;
            for (Complex_F64 z : eigenvalues) {
                boolean positive = z.real > ROUNDING * largest;
                stable &= positive || definite;
                minReal = Math.min(minReal, positive || z.real < -ROUNDING * largest && !definite ? z.real : 0);
                stepSize = positive ? Math.min(stepSize, 2 * z.real / z.getMagnitude2()) : stepSize;
            }
            return new Stability(minReal, stable, stable ? stepSize : Double.NaN);
        }
    }
}
