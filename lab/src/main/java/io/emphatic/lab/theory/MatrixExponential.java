package io.emphatic.lab.theory;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.NormOps_DDRM;

/** e^X by scaling and squaring of its Taylor series: Moler &amp; Van Loan (2003), method 3. */
final class MatrixExponential {
    /** At a norm of ½ the first term left out is below 1e-18. */
    private static final int TERMS = 15;

    private MatrixExponential() {}

    /** Not modified. */
    static DMatrixRMaj of(DMatrixRMaj x) {
        double norm = NormOps_DDRM.inducedPInf(x);
        int squarings = norm > 0.5 ? (int) Math.ceil(Math.log(norm / 0.5) / Math.log(2)) : 0;
        DMatrixRMaj scaled = x.copy();
        CommonOps_DDRM.scale(Math.scalb(1.0, -squarings), scaled);
        DMatrixRMaj sum = CommonOps_DDRM.identity(x.numRows);
        DMatrixRMaj term = CommonOps_DDRM.identity(x.numRows);
        for (int k = 1; k <= TERMS; k++) {
            term = Linear.multiply(term, scaled);
            CommonOps_DDRM.scale(1.0 / k, term);
            CommonOps_DDRM.addEquals(sum, term);
        }
        for (int k = 0; k < squarings; k++) {
            sum = Linear.multiply(sum, sum);
        }
        return sum;
    }
}
