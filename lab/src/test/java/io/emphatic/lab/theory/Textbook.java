package io.emphatic.lab.theory;

import io.emphatic.lab.Mdp;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.Question;

/**
 * The formulas of {@code docs/ALGORITHMS.md} §5 written out with plain arrays and sums of powers: slow, and independent
 * of the product's solvers. For MDPs that do not end.
 */
final class Textbook {
    private final Mdp mdp;
    private final Question question;
    final double[][] p;
    final double[] stationary;
    final double[] cared;
    final double[] value;
    final double[] emphasis;
    private final double[][] pLambda;
    private final double[] rLambda;

    Textbook(Mdp mdp, Question question) {
        this.mdp = mdp;
        this.question = question;
        int n = mdp.states().size();
        this.p = transitions(question.policy());
        double[] r = new double[n];
        for (int s = 0; s < n; s++) {
            for (int a = 0; a < mdp.actions().size(); a++) {
                for (Outcome o : mdp.outcomes()[s][a]) {
                    r[s] += question.policy()[s][a] * o.probability() * o.reward();
                }
            }
        }
        // d ← d(P + I)/2, many times: the lazy chain has the same d and no period
        double[][] pMu = transitions(mdp.behaviour());
        double[] d = new double[n];
        d[0] = 1;
        for (int step = 0; step < 20_000; step++) {
            double[] next = leftMultiply(d, pMu);
            for (int s = 0; s < n; s++) {
                d[s] = 0.5 * (d[s] + next[s]);
            }
        }
        this.stationary = d;
        this.cared = new double[n];
        for (int s = 0; s < n; s++) {
            cared[s] = d[s] * question.interest()[s];
        }
        this.value = sumOfPowers(question.discount(), r);
        double[] gammaLambda = new double[n];
        for (int s = 0; s < n; s++) {
            gammaLambda[s] = question.discount()[s] * question.lambda()[s];
        }
        this.rLambda = sumOfPowers(gammaLambda, r);
        // P^λ = Σ_k (PΓΛ)^k PΓ(I − Λ), column by column
        this.pLambda = new double[n][n];
        for (int j = 0; j < n; j++) {
            double[] column = new double[n];
            for (int s = 0; s < n; s++) {
                column[s] = p[s][j] * question.discount()[j] * (1 - question.lambda()[j]);
            }
            double[] solved = sumOfPowers(gammaLambda, column);
            for (int s = 0; s < n; s++) {
                pLambda[s][j] = solved[s];
            }
        }
        // m ← d_{μ,i} + mP^λ: the expectation of eq. for M_t, run for long
        double[] m = cared.clone();
        for (int step = 0; step < 20_000; step++) {
            double[] next = leftMultiply(m, pLambda);
            for (int s = 0; s < n; s++) {
                m[s] = cared[s] + next[s];
            }
        }
        this.emphasis = m;
    }

    /** f ← d_{μ,i} + (fP)∘β, m = λ∘d_{μ,i} + (1 − λ)∘f. */
    double[] emphasis(double beta) {
        double[] f = cared.clone();
        for (int step = 0; step < 20_000; step++) {
            double[] next = leftMultiply(f, p);
            for (int s = 0; s < f.length; s++) {
                f[s] = cared[s] + next[s] * (question.discount()[s] > 0 ? beta : 0);
            }
        }
        double[] m = new double[f.length];
        for (int s = 0; s < f.length; s++) {
            m[s] = question.lambda()[s] * cared[s] + (1 - question.lambda()[s]) * f[s];
        }
        return m;
    }

    double[][] a(double[] weighting) {
        double[][] phi = mdp.features();
        int n = phi.length;
        int k = phi[0].length;
        double[][] a = new double[k][k];
        for (int s = 0; s < n; s++) {
            for (int j = 0; j < k; j++) {
                double bellman = phi[s][j];
                for (int next = 0; next < n; next++) {
                    bellman -= pLambda[s][next] * phi[next][j];
                }
                for (int i = 0; i < k; i++) {
                    a[i][j] += weighting[s] * phi[s][i] * bellman;
                }
            }
        }
        return a;
    }

    double[] b(double[] weighting) {
        double[] b = new double[mdp.features()[0].length];
        for (int s = 0; s < weighting.length; s++) {
            for (int i = 0; i < b.length; i++) {
                b[i] += weighting[s] * mdp.features()[s][i] * rLambda[s];
            }
        }
        return b;
    }

    /** x ← r + P diag(c) x, run for long. */
    private double[] sumOfPowers(double[] c, double[] r) {
        double[] x = r.clone();
        for (int step = 0; step < 20_000; step++) {
            double[] next = r.clone();
            double change = 0;
            for (int s = 0; s < x.length; s++) {
                for (int t = 0; t < x.length; t++) {
                    next[s] += p[s][t] * c[t] * x[t];
                }
                change = Math.max(change, Math.abs(next[s] - x[s]));
            }
            x = next;
            if (change == 0) {
                break;
            }
        }
        return x;
    }

    private double[][] transitions(double[][] policy) {
        int n = mdp.states().size();
        double[][] matrix = new double[n][n];
        for (int s = 0; s < n; s++) {
            for (int a = 0; a < mdp.actions().size(); a++) {
                for (Outcome o : mdp.outcomes()[s][a]) {
                    matrix[s][o.to()] += policy[s][a] * o.probability();
                }
            }
        }
        return matrix;
    }

    private static double[] leftMultiply(double[] x, double[][] matrix) {
        double[] y = new double[x.length];
        for (int s = 0; s < x.length; s++) {
            for (int t = 0; t < x.length; t++) {
                y[t] += x[s] * matrix[s][t];
            }
        }
        return y;
    }
}
