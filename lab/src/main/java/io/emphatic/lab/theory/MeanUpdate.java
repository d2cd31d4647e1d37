package io.emphatic.lab.theory;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ejml.data.Complex_F64;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * The mean ODE θ̇ = b − Aθ of an algorithm with A = ΦᵀWGΦ, b = ΦᵀWr, where W = diag(w), w ≥ 0: does it converge, and where to?
 *
 * <p>A is singular as soon as the features of the states with w &gt; 0 do not span the whole space, which is quite usual. Then the weights
 * only ever move inside the range of A, and everything is judged there (paper, footnote 4). Started at zero weights, the ODE ends at the
 * one solution of Aθ = b that lies in the range of A. That is the fixed point given here; it is A⁺b when A is definite on its
 * range, as it is for ETD, but not in general: A⁺b moves weights that no update touches.
 *
 * <p>Rank is a matter of scale, and features come in any scale. So each feature is divided by its norm weighted by w before
 * anything is called small; definiteness survives that (a congruence), and so does the range.
 */
final class MeanUpdate {
    private final DMatrixRMaj a;
    private final DMatrixRMaj b;
    private final double[] scale;
    /** A' = S⁻¹AS⁻¹ with S = diag(scale). */
    private final DMatrixRMaj scaled;

    /** Orthonormal columns that span the range of A'. */
    private final DMatrixRMaj range;

    /** A on its range: the matrix of y ↦ Aθ for θ = S·range·y. */
    private final DMatrixRMaj restricted;

    private final boolean semisimple;
    private final boolean solvable;

    /** @param w the weights of the states; a is ΦᵀWGΦ, b is ΦᵀWr. None is modified. */
    MeanUpdate(DMatrixRMaj phi, double[] w, DMatrixRMaj a, DMatrixRMaj b) {
        this.a = a;
        this.b = b;
        this.scale = scale(phi, w);
        this.scaled = a.copy();
        double[] inverse = new double[scale.length];
        for (int j = 0; j < scale.length; j++) {
            inverse[j] = 1 / scale[j];
        }
        CommonOps_DDRM.multRows(inverse, scaled);
        CommonOps_DDRM.multCols(scaled, inverse);
        DMatrixRMaj seen = seen(phi, w);
        // A' maps everything into what is seen; it can be singular there as well, by the accident of its numbers
        DMatrixRMaj within = Subspace.basis(Linear.multiplyTransposed(seen, scaled));
        this.range = Linear.multiply(seen, within);
        DMatrixRMaj stretched = stretch(2);
        this.restricted = Linear.multiplyTransposed(range, Linear.multiply(scaled, stretched));
        this.semisimple = Subspace.basis(equilibrated(restricted)).numCols == rank();
        DMatrixRMaj scaledB = b.copy();
        CommonOps_DDRM.multRows(inverse, scaledB);
        DMatrixRMaj inside = Linear.multiply(range, Linear.multiplyTransposed(range, scaledB));
        CommonOps_DDRM.subtractEquals(inside, scaledB);
        this.solvable = CommonOps_DDRM.elementMaxAbs(inside)
                <= Subspace.TOLERANCE * (1 + CommonOps_DDRM.elementMaxAbs(scaledB)) * Math.sqrt(scale.length);
    }

    /** √Σ_s w(s) φ_j(s)², or the largest |φ_j| where that is zero, or one. */
    private static double[] scale(DMatrixRMaj phi, double[] w) {
        double[] scale = new double[phi.numCols];
        for (int j = 0; j < scale.length; j++) {
            double squares = 0;
            double largest = 0;
            for (int s = 0; s < phi.numRows; s++) {
                double value = phi.get(s, j);
                squares += w[s] * value * value;
                largest = Math.max(largest, Math.abs(value));
            }
            scale[j] = squares > 0 ? Math.sqrt(squares) : largest > 0 ? largest : 1;
        }
        return scale;
    }

    /** The span of the scaled features of the states with w &gt; 0; along a feature that none of them has it is exactly zero. */
    private DMatrixRMaj seen(DMatrixRMaj phi, double[] w) {
        int n = scale.length;
        DMatrixRMaj columns = new DMatrixRMaj(n, phi.numRows);
        for (int s = 0; s < phi.numRows; s++) {
            double norm = 0;
            for (int j = 0; j < n && w[s] > 0; j++) {
                columns.set(j, s, phi.get(s, j) / scale[j]);
                norm = Math.max(norm, Math.abs(columns.get(j, s)));
            }
            for (int j = 0; j < n && norm > 0; j++) {
                columns.set(j, s, columns.get(j, s) / norm);
            }
        }
        int[] touched = rowsOtherThanZero(columns);
        DMatrixRMaj compact = new DMatrixRMaj(touched.length, columns.numCols);
        for (int k = 0; k < touched.length; k++) {
            System.arraycopy(
                    columns.data, touched[k] * columns.numCols, compact.data, k * columns.numCols, columns.numCols);
        }
        DMatrixRMaj basis = Subspace.basis(compact);
        DMatrixRMaj seen = new DMatrixRMaj(n, basis.numCols);
        for (int k = 0; k < touched.length; k++) {
            System.arraycopy(basis.data, k * basis.numCols, seen.data, touched[k] * basis.numCols, basis.numCols);
        }
        return seen;
    }

    private static int[] rowsOtherThanZero(DMatrixRMaj matrix) {
        return IntStream.range(0, matrix.numRows)
                .filter(i -> {
                    for (int j = 0; j < matrix.numCols; j++) {
                        if (matrix.get(i, j) != 0) {
                            return true;
                        }
                    }
                    return false;
                })
                .toArray();
    }

    /** S to a power times the basis of the range. */
    private DMatrixRMaj stretch(int power) {
        DMatrixRMaj stretched = range.copy();
        for (int k = 0; k < power; k++) {
            CommonOps_DDRM.multRows(scale, stretched);
        }
        return stretched;
    }

    /** Rows and then columns scaled to a largest entry of one. */
    private static DMatrixRMaj equilibrated(DMatrixRMaj matrix) {
        DMatrixRMaj result = matrix.copy();
        for (int pass = 0; pass < 2; pass++) {
            for (int i = 0; i < result.numRows; i++) {
                double largest = 0;
                for (int j = 0; j < result.numCols; j++) {
                    largest = Math.max(largest, Math.abs(result.get(i, j)));
                }
                for (int j = 0; j < result.numCols && largest > 0; j++) {
                    result.set(i, j, result.get(i, j) / largest);
                }
            }
            result = Linear.transpose(result);
        }
        return result;
    }

    DMatrixRMaj a() {
        return a;
    }

    DMatrixRMaj b() {
        return b;
    }

    int rank() {
        return range.numCols;
    }

    /** Whether Aθ = b has a solution. */
    boolean solvable() {
        return solvable;
    }

    /** Whether the eigenvalue 0 of A, if it has one, has as many eigenvectors as it should. */
    boolean semisimple() {
        return semisimple;
    }

    /** Whether updates never move the weight of a feature. */
    boolean leavesUntouched(int feature) {
        for (int k = 0; k < range.numCols; k++) {
            if (Math.abs(range.get(feature, k)) > Subspace.TOLERANCE) {
                return false;
            }
        }
        return true;
    }

    /** The solution of Aθ = b in the range of A, where the ODE started at zero ends if it converges; NaN if there is none. */
    double[] fixedPoint() {
        double[] theta = new double[scale.length];
        if (!solvable || !semisimple) {
            Arrays.fill(theta, Double.NaN);
            return theta;
        }
        if (rank() == 0) {
            return theta;
        }
        DMatrixRMaj right = b.copy();
        for (int j = 0; j < scale.length; j++) {
            right.data[j] /= scale[j];
        }
        DMatrixRMaj y = Linear.solve(restricted.copy(), Linear.multiplyTransposed(range, right));
        DMatrixRMaj solution = Linear.multiply(stretch(1), y);
        for (int j = 0; j < theta.length; j++) {
            theta[j] = leavesUntouched(j) ? 0 : solution.data[j] + 0.0; // no −0
        }
        return theta;
    }

    /** The eigenvalues of A on its range; empty if that is nothing. */
    Complex_F64[] eigenvalues() {
        return eigenvalues(restricted);
    }

    static Complex_F64[] eigenvalues(DMatrixRMaj matrix) {
        Complex_F64[] values = new Complex_F64[matrix.numRows];
        if (values.length > 0) {
            EigenDecomposition_F64<DMatrixRMaj> eig = DecompositionFactory_DDRM.eig(values.length, false);
            if (!eig.decompose(matrix.copy())) {
                throw new ArithmeticException("the eigenvalues of A could not be computed");
            }
            for (int k = 0; k < values.length; k++) {
                values[k] = eig.getEigenvalue(k);
            }
        }
        return values;
    }

    /** The smallest eigenvalue of (A + Aᵀ)/2 on the range of A; infinite if that is nothing. */
    double minSymmetricEigenvalue() {
        DMatrixRMaj q = orthonormalRange();
        return minSymmetricEigenvalue(Linear.multiplyTransposed(q, Linear.multiply(a, q)));
    }

    /** Orthonormal columns that span the range of A. */
    DMatrixRMaj orthonormalRange() {
        return rank() == scale.length ? CommonOps_DDRM.identity(rank()) : Subspace.basis(stretch(1));
    }

    /** Whether A is positive definite on its range, judged where every feature has the same scale. */
    boolean positiveDefinite() {
        DMatrixRMaj inside = Linear.multiplyTransposed(range, Linear.multiply(scaled, range));
        return minSymmetricEigenvalue(inside) > Subspace.TOLERANCE * CommonOps_DDRM.elementMaxAbs(inside);
    }

    private static double minSymmetricEigenvalue(DMatrixRMaj matrix) {
        int n = matrix.numRows;
        if (n == 0) {
            return Double.POSITIVE_INFINITY;
        }
        DMatrixRMaj symmetric = new DMatrixRMaj(n, n);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                symmetric.set(i, j, 0.5 * (matrix.get(i, j) + matrix.get(j, i)));
            }
        }
        EigenDecomposition_F64<DMatrixRMaj> eig = DecompositionFactory_DDRM.eig(n, false, true);
        if (!eig.decompose(symmetric)) {
            throw new ArithmeticException("the eigenvalues of the symmetric part of A could not be computed");
        }
        double min = Double.POSITIVE_INFINITY;
        for (int k = 0; k < n; k++) {
            min = Math.min(min, eig.getEigenvalue(k).real);
        }
        return min;
    }
}
