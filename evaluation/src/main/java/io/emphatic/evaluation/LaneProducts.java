package io.emphatic.evaluation;

import java.util.Arrays;
import java.util.List;

/** Products θᵀφ_t of several θ, each a lane, with the features of many rows. */
final class LaneProducts {
    private final int features;
    private final double[][] theta; // by feature and lane
    private final double[] factors = new double[9];

    /** @param theta of each lane; null: 0 */
    LaneProducts(int features, List<double[]> theta) {
        this.features = features;
        this.theta = new double[features][theta.size()];
        for (int k = 0; k < theta.size(); k++) {
            for (int p = 0; p < features && theta.get(k) != null; p++) {
                this.theta[p][k] = theta.get(k)[p];
            }
        }
    }

    /** @param to takes the products by row and lane. Modified. */
    void of(double[] phi, int rows, double[][] to) {
        int i = 0;
        for (; i + 2 < rows; i += 3) {
            threeRows(phi, i, to);
        }
        for (; i < rows; i++) {
            Arrays.fill(to[i], 0);
            for (int p = 0; p < features; p++) {
                LongLoops.add(to[i], phi[i * features + p], theta[p]);
            }
        }
    }

    private void threeRows(double[] phi, int i, double[][] to) {
        for (int r = i; r < i + 3; r++) {
            Arrays.fill(to[r], 0);
        }
        int p = 0;
        for (; p + 2 < features; p += 3) {
            for (int r = 0; r < 3; r++) {
                int at = (i + r) * features + p;
                factors[3 * r] = phi[at];
                factors[3 * r + 1] = phi[at + 1];
                factors[3 * r + 2] = phi[at + 2];
            }
            LongLoops.addRows(theta[p], theta[p + 1], theta[p + 2], factors, to[i], to[i + 1], to[i + 2]);
        }
        for (; p < features; p++) {
            for (int r = i; r < i + 3; r++) {
                LongLoops.add(to[r], phi[r * features + p], theta[p]);
            }
        }
    }
}
