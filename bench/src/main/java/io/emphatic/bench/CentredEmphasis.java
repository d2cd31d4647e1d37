package io.emphatic.bench;

import io.emphatic.Algorithm;
import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithm.FixedPoint;
import io.emphatic.Algorithms;
import io.emphatic.Config.ExactStates;
import io.emphatic.Limits;
import io.emphatic.OneTrace;
import io.emphatic.StepSize;
import io.emphatic.engine.TraceRule;
import io.emphatic.lab.FiniteProblem;
import io.emphatic.lab.problems.Problems;
import io.emphatic.lab.theory.Solution;
import io.emphatic.lab.theory.Theory;
import java.util.Arrays;
import java.util.Locale;

/**
 * Whether centring the emphasis keeps A positive definite: with M − E[M] for M the weighting of the states becomes m −
 * E[M] d_μ. The table of "Centred emphasis" in {@code docs/decisions/theory.md}.
 *
 * <pre>
 *   java -cp bench/target/benchmarks.jar io.emphatic.bench.CentredEmphasis
 * </pre>
 */
public final class CentredEmphasis {
    private CentredEmphasis() {}

    public static void main(String[] arguments) {
        System.out.println("| problem, target | E[M] | min sym, etd | min sym, centred | centred |");
        System.out.println("|---|---:|---:|---:|---|");
        Problems.all().stream()
                .filter(FiniteProblem.class::isInstance)
                .flatMap(problem -> Theory.of(((FiniteProblem) problem).mdp()).stream())
                .forEach(CentredEmphasis::print);
    }

    private static void print(Theory theory) {
        double mean = Arrays.stream(theory.emphasis()).sum();
        Algorithm algorithm = Algorithm.named("centred", Family.ONE_TRACE)
                .fixedPoint(FixedPoint.OWN)
                .parameters(OneTrace.PARAMETERS)
                .configuredBy(settings -> new Centred(theory, mean));
        Solution centred = theory.solution(algorithm);
        System.out.printf(
                Locale.ROOT,
                "| %s, %s | %.4g | %.2g | %.2g | %s |%n",
                theory.mdp().name(),
                theory.question().name(),
                mean,
                theory.solution(Algorithms.named("etd")).minSymmetricEigenvalue(),
                centred.minSymmetricEigenvalue(),
                centred.converges() ? "stable" : "diverges");
    }

    /** As an algorithm from outside would name its emphasis. */
    private record Centred(Theory theory, double mean) implements OneTrace {
        @Override
        public Algorithm algorithm() {
            return Algorithm.named("centred", Family.ONE_TRACE)
                    .fixedPoint(FixedPoint.OWN)
                    .configuredBy(settings -> this);
        }

        @Override
        public StepSize stepSize() {
            return StepSize.constant(1);
        }

        @Override
        public Limits limits() {
            return Limits.NONE;
        }

        @Override
        public TraceRule rule() {
            throw new UnsupportedOperationException("only its mean is looked at");
        }

        @Override
        public double[] emphasis(ExactStates states) {
            double[] m = theory.emphasis();
            Arrays.setAll(m, s -> m[s] - mean * states.visits()[s]);
            return m;
        }
    }
}
