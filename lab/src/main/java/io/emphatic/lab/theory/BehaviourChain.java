package io.emphatic.lab.theory;

import io.emphatic.lab.Mdp;
import io.emphatic.lab.Naming;
import io.emphatic.lab.theory.LuFactors.BlockUpdate;
import io.emphatic.lab.theory.LuFactors.BlockUpdate.BlockSpan;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/** The chain of the behaviour, with a new start after each end, and d_μ, 0 where it does not come back to. */
final class BehaviourChain {
    private final Mdp mdp;
    private final Dynamics dynamics;
    final double[] stationary;
    final List<int[]> closed; // the sets of states in which the chain can settle for good

    private final boolean[] reached;

    BehaviourChain(Mdp mdp, Dynamics dynamics) {
        this.mdp = mdp;
        this.dynamics = dynamics;
        DMatrixRMaj p = restarting();
        this.closed = Graph.of(p).closedComponents();
        if (closed.size() > 1 && mdp.start().length == 0) {
            throw new IllegalArgumentException("the behaviour policy can settle in " + closed.size()
                    + " separate sets of states, so how often it visits each depends on where it starts: "
                    + closed.stream().map(c -> Naming.states(mdp, c)).collect(Collectors.joining("; "))
                    + "\nSay where with start: STATE");
        }
        this.stationary = new double[dynamics.size()];
        double[] mass = closed.size() == 1 ? new double[] {1} : massOfEach(p);
        for (int c = 0; c < mass.length; c++) {
            if (mass[c] > 0) {
                double[] d = stationary(p, closed.get(c));
                for (int k = 0; k < d.length; k++) {
                    stationary[closed.get(c)[k]] = mass[c] * d[k];
                }
            }
        }
        boolean[] from =
                Linear.where(dynamics.size(), s -> stationary[s] > 0 || mdp.start().length > 0 && mdp.start()[s] > 0);
        this.reached = Graph.of(p).reachableFrom(from);
    }

    /** P_μ with the start wherever an episode ends. */
    private DMatrixRMaj restarting() {
        DMatrixRMaj p = dynamics.transitions(mdp.behaviour());
        double[] ending = dynamics.ending(mdp.behaviour());
        double[] start = mdp.start();
        for (int s = 0; s < ending.length; s++) {
            double restart = dynamics.isEnd(s) ? 1 : ending[s];
            if (restart == 0) {
                continue;
            }
            if (start.length == 0) {
                throw new IllegalArgumentException(
                        "episodes end after " + mdp.states().get(s)
                                + ", but nothing says where the next one starts\nSay where with start: STATE");
            }
            for (int next = 0; next < ending.length; next++) {
                if (start[next] > 0 && dynamics.isEnd(next)) {
                    throw new IllegalArgumentException(
                            "the start " + mdp.states().get(next)
                                    + " is an end: no action leaves it\nLet another state be the start");
                }
                double direct = dynamics.isEnd(next) ? 0 : p.get(s, next);
                p.set(s, next, direct + restart * start[next]);
            }
        }
        return p;
    }

    /** How likely the chain settles in each closed component: absorption from the start. */
    private double[] massOfEach(DMatrixRMaj p) {
        int n = dynamics.size();
        boolean[] settled = new boolean[n];
        closed.stream().flatMapToInt(Arrays::stream).forEach(s -> settled[s] = true);
        int[] passing = IntStream.range(0, n).filter(s -> !settled[s]).toArray();
        double[] visits = mdp.start().clone();
        if (passing.length > 0) {
            // x(I − P_TT) = start_T: how often each state is passed through before the chain settles
            DMatrixRMaj system = Linear.identityMinus(Linear.block(p, passing), Linear.filled(passing.length, 1));
            double[] from = Linear.numbers(passing.length, i -> mdp.start()[passing[i]]);
            double[] passes = LuFactors.of(Linear.transpose(system)).solve(from);
            for (int i = 0; i < passing.length; i++) {
                for (int s = 0; s < n && passes[i] > 0; s++) {
                    if (settled[s]) {
                        visits[s] += passes[i] * p.get(passing[i], s);
                    }
                }
            }
        }
        double[] mass = closed.stream()
                .mapToDouble(c -> Arrays.stream(c).mapToDouble(s -> visits[s]).sum())
                .toArray();
        double total = Arrays.stream(mass).sum();
        return Arrays.stream(mass).map(m -> m / total).toArray();
    }

    /** By the elimination of Grassmann, Taksar &amp; Heyman (1985), which subtracts nothing; by blocks. */
    static double[] stationary(DMatrixRMaj chain, int[] component) {
        int n = component.length;
        double[][] p = Linear.block(chain, component).get2DData();
        for (int end = n; end > 1; end -= BlockUpdate.SIZE) {
            BlockSpan block = new BlockSpan(Math.max(1, end - BlockUpdate.SIZE), end);
            for (int k = end - 1; k >= block.from(); k--) {
                BlockSpan eliminated = new BlockSpan(k + 1, end);
                BlockUpdate.apply(p, 1, new BlockSpan(k, k + 1), eliminated, new BlockSpan(0, k));
                BlockUpdate.apply(p, 1, new BlockSpan(0, k), eliminated, new BlockSpan(k, k + 1));
                double leaving = 0;
                for (int j = 0; j < k; j++) {
                    leaving += p[k][j];
                }
                for (int i = 0; i < k; i++) {
                    p[i][k] /= leaving;
                }
            }
            BlockSpan rest = new BlockSpan(0, block.from());
            BlockUpdate.apply(p, 1, rest, block, rest);
        }
        double[] d = new double[n];
        d[0] = 1;
        double total = 1;
        for (int k = 1; k < n; k++) {
            for (int i = 0; i < k; i++) {
                d[k] += d[i] * p[i][k];
            }
            total += d[k];
        }
        double sum = total;
        return Linear.numbers(n, k -> d[k] / sum);
    }

    /** Whether the behaviour ever gets to a state: if d_μ &gt; 0, or if it is reachable from the start. */
    boolean reaches(int s) {
        return reached[s];
    }
}
