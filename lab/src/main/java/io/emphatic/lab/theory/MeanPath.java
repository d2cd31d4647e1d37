package io.emphatic.lab.theory;

import io.emphatic.GradientTd;
import org.ejml.data.Complex_F64;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.NormOps_DDRM;

/**
 * The path of the mean ODE θ̇ = b − Aθ of one algorithm, exact at each of its points: (θ, 1) is multiplied by the
 * exponential of [−A b; 0 0].
 *
 * @param times from 0, in units of one over the step size
 * @param logarithmic whether the times after 0 are spaced by a factor, because the eigenvalues of A are far apart
 * @param weights {@code weights[k]} at {@code times[k]}
 */
public record MeanPath(double[] times, boolean logarithmic, double[][] weights) {
    /** Terms of the Taylor series: at a norm of ½ the first term left out is below 1e-18. */
    private static final int TERMS = 15;

    private static final int POINTS = 120;
    private static final double FAR_APART = 300;

    /** @param from the initial weights; not modified */
    public static MeanPath of(Theory theory, Solution solution, double[] from) {
        DMatrixRMaj a = new DMatrixRMaj(solution.a());
        double[] b = solution.b();
        if (solution.config() instanceof GradientTd config) {
            GradientUpdate update = theory.solutions.update(config);
            double[] both = new double[2 * b.length];
            for (int j = 0; j < b.length; j++) {
                both[j] = update.pull() * b[j];
                both[b.length + j] = config.eta() * b[j];
            }
            a = update.joint(config.eta());
            b = both;
        }
        return of(a, b, from);
    }

    private static MeanPath of(DMatrixRMaj a, double[] b, double[] from) {
        int n = b.length;
        Complex_F64[] eigenvalues = Spectrum.eigenvalues(a);
        double fastest = Spectrum.largestMagnitude(eigenvalues);
        double slowest = fastest;
        double unstable = 0;
        for (Complex_F64 z : eigenvalues) {
            if (z.getMagnitude() > 1e-9 * fastest) {
                slowest = z.real > 0 ? Math.min(slowest, z.real) : slowest;
                unstable = Math.max(unstable, -z.real);
            }
        }
        // long enough to settle, or to be seen leaving: e³ is twenty times where it began
        double horizon = fastest == 0 ? 1 : unstable > 1e-9 * fastest ? 3 / unstable : 6 / slowest;
        boolean logarithmic = horizon * fastest > FAR_APART;
        double first = logarithmic ? 0.05 / fastest : horizon / POINTS;

        DMatrixRMaj generator = new DMatrixRMaj(n + 1, n + 1);
        CommonOps_DDRM.insert(Linear.scaled(-1, a), generator, 0, 0);
        CommonOps_DDRM.insert(new DMatrixRMaj(b), generator, 0, n);
        double[] times = new double[POINTS + 1];
        double[][] weights = new double[POINTS + 1][from.length];
        DMatrixRMaj x = new DMatrixRMaj(n + 1, 1);
        System.arraycopy(from, 0, x.data, 0, from.length);
        x.data[n] = 1;
        weights[0] = from.clone();
        DMatrixRMaj step = null;
        for (int k = 1; k <= POINTS; k++) {
            times[k] = logarithmic ? first * Math.pow(horizon / first, (k - 1.0) / (POINTS - 1)) : k * first;
            if (step == null || logarithmic) {
                step = exponential(Linear.scaled(times[k] - times[k - 1], generator));
            }
            x = Linear.multiply(step, x);
            System.arraycopy(x.data, 0, weights[k], 0, from.length);
        }
        return new MeanPath(times, logarithmic, weights);
    }

    /** e^X by scaling and squaring of its Taylor series: Moler &amp; Van Loan (2003), method 3. X is not modified. */
    private static DMatrixRMaj exponential(DMatrixRMaj x) {
        double norm = NormOps_DDRM.inducedPInf(x);
        int squarings = norm > 0.5 ? (int) Math.ceil(Math.log(norm / 0.5) / Math.log(2)) : 0;
        DMatrixRMaj scaled = Linear.scaled(Math.scalb(1.0, -squarings), x);
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
