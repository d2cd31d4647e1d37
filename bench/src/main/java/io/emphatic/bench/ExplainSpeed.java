package io.emphatic.bench;

import io.emphatic.lab.Mdp;
import io.emphatic.lab.internal.explanation.Explanation;
import io.emphatic.lab.problems.RandomMdp;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.RandomMatrices_DDRM;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * What {@code explain} computes for a random MDP, beside one LU decomposition by EJML of a matrix of that size.
 *
 * <pre>
 *   java -cp bench/target/benchmarks.jar io.emphatic.bench.ExplainSpeed 1000 3
 * </pre>
 */
public final class ExplainSpeed {
    private ExplainSpeed() {}

    public static void main(String[] arguments) {
        if (arguments.length != 2) {
            System.err.println("usage: ExplainSpeed STATES ROUNDS");
            System.exit(2);
        }
        int states = Integer.parseInt(arguments[0]);
        int rounds = Integer.parseInt(arguments[1]);
        Mdp mdp = new RandomMdp(states, 3, Math.min(states, 12), Math.min(states, 10), 1).mdp();
        DMatrixRMaj matrix = RandomMatrices_DDRM.rectangle(states, states, -1, 1, new Random(1));
        double[] explain = new double[rounds];
        double[] decomposition = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            explain[round] = seconds(() -> Explanation.of(
                    mdp, new double[mdp.features()[0].length], Map.of(), (question, state) -> true, () -> {}));
            decomposition[round] = seconds(() -> decompose(matrix.copy()));
        }
        System.out.printf(
                "%,d states: explain %.2f s, one LU of EJML %.2f s (medians of %d)%n",
                states, median(explain), median(decomposition), rounds);
    }

    private static void decompose(DMatrixRMaj matrix) {
        LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.lu(matrix.numRows);
        if (!solver.setA(matrix)) {
            throw new IllegalStateException("singular");
        }
    }

    private static double seconds(Runnable work) {
        long start = System.nanoTime();
        work.run();
        return (System.nanoTime() - start) / 1e9;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
