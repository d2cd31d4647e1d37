package io.emphatic;

import io.emphatic.Experience.Fate;
import io.emphatic.Experience.Row;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.ejml.simple.SimpleMatrix;

/**
 * Every algorithm of {@code docs/ALGORITHMS.md} once more, as plainly as it can be written: whole rows in memory, a new
 * array for each vector, the sums of the definitions instead of recursions where there are any. Nothing here is shared
 * with the code under test.
 */
public final class Reference {
    private final List<Row> rows;
    private final Map<String, Double> p;
    private final int n;

    private Reference(Experience log, Map<String, Double> parameters) {
        this.rows = log.rows();
        this.p = parameters;
        this.n = log.size();
    }

    public static double[] weights(String algorithm, Map<String, Double> parameters, Experience log) {
        Reference reference = new Reference(log, parameters);
        return switch (algorithm) {
            case "td", "interest-td", "etd", "etd-beta", "truncated-etd", "tree-backup", "vtrace", "abtd" ->
                reference.oneTrace(algorithm);
            case "per-etd", "lc-etd", "fhat-etd", "gem-etd", "bounded-td" -> reference.family(algorithm);
            case "gtd", "gtd2", "tdrc", "htd", "pgtd2" -> reference.gradient(algorithm);
            case "true-online-td", "true-online-etd" -> reference.trueOnline(algorithm);
            case "lstd", "elstd" -> reference.leastSquares(algorithm);
            case "wis-td", "wis-etd", "wis-gtd" -> reference.weighted(algorithm);
            default -> throw new AssertionError("write down " + algorithm + " here too");
        };
    }

    // The time line: what is known about step t. A step at a start has nothing before it.

    private boolean starts(int t) {
        return t == 0 || rows.get(t - 1).fate() != Fate.GOES_ON;
    }

    private boolean learnable(int t) {
        return switch (rows.get(t).fate()) {
            case TERMINATES -> true;
            case IS_CUT -> false;
            case GOES_ON -> t + 1 < rows.size();
        };
    }

    private double gamma(int t) {
        return starts(t) ? 0 : rows.get(t).gamma();
    }

    private double rho(int t) {
        return rows.get(t).rho();
    }

    private boolean ends(int t) {
        return rows.get(t).fate() == Fate.TERMINATES;
    }

    private double gammaNext(int t) {
        return ends(t) ? 0 : rows.get(t + 1).gamma();
    }

    private double lambdaNext(int t) {
        return ends(t) ? 0 : rows.get(t + 1).lambda();
    }

    private double[] phiNext(int t) {
        return ends(t) ? new double[n] : rows.get(t + 1).phi();
    }

    private double delta(int t, double[] theta) {
        return rows.get(t).reward()
                + gammaNext(t) * dot(theta, phiNext(t))
                - dot(theta, rows.get(t).phi());
    }

    /** Fₜ as the sum over all that came before in its stream: Σₖ iₖ Π γⱼ ρⱼ₋₁, k back to the horizon. */
    private double followOn(int t, double beta, int horizon) {
        double sum = 0;
        double product = 1;
        for (int k = t; k >= 0 && t - k <= horizon; k--) {
            sum += product * rows.get(k).interest();
            if (starts(k)) {
                break;
            }
            double decay = Double.isNaN(beta) ? gamma(k) : gamma(k) > 0 ? beta : 0;
            product *= decay * rho(k - 1);
        }
        return sum;
    }

    private double emphasis(int t, double beta, int horizon) {
        Row row = rows.get(t);
        return row.lambda() * row.interest() + (1 - row.lambda()) * followOn(t, beta, horizon);
    }

    private double b(String algorithm, int t) {
        return switch (algorithm) {
            case "td", "true-online-td", "lstd" -> rho(t);
            case "interest-td" -> rho(t) * rows.get(t).interest();
            case "etd", "true-online-etd" -> rho(t) * emphasis(t, Double.NaN, Integer.MAX_VALUE);
            case "etd-beta", "elstd" -> rho(t) * emphasis(t, p.get("beta"), Integer.MAX_VALUE);
            case "truncated-etd" ->
                rho(t) * emphasis(t, Double.NaN, p.get("horizon").intValue());
            default -> 1;
        };
    }

    private double a(String algorithm, int t) {
        if (starts(t)) {
            return 0;
        }
        double lambda = rows.get(t).lambda();
        Row before = rows.get(t - 1);
        return switch (algorithm) {
            case "tree-backup" -> gamma(t) * lambda * before.pi();
            case "vtrace" -> gamma(t) * lambda * Math.min(p.get("trace_cap"), before.rho());
            case "abtd" -> gamma(t) * nu(before) * before.pi();
            default -> rho(t) * gamma(t) * lambda;
        };
    }

    private double nu(Row row) {
        double zeta = p.get("zeta");
        double psi = 2 * zeta * p.get("psi0") + Math.max(0, 2 * zeta - 1) * (p.get("psi_max") - 2 * p.get("psi0"));
        return Math.min(psi, 1 / Math.max(row.pi(), row.mu()));
    }

    private double kappa(String algorithm, int t) {
        return switch (algorithm) {
            case "tree-backup", "abtd" -> rho(t);
            case "vtrace" -> Math.min(p.get("ratio_cap"), rho(t));
            default -> 1;
        };
    }

    private double alpha(int updates) {
        return p.get("step_size").isNaN() ? p.get("c1") / (p.get("c2") + updates) : p.get("step_size");
    }

    private double[] oneTrace(String algorithm) {
        double[] theta = new double[n];
        double[] e = new double[n];
        int updates = 0;
        for (int t = 0; t < rows.size(); t++) {
            if (!learnable(t)) {
                continue;
            }
            e = add(
                    scale(a(algorithm, t), e),
                    scale(b(algorithm, t), rows.get(t).phi()));
            theta = moved(theta, e, kappa(algorithm, t), t, alpha(updates++));
        }
        return theta;
    }

    /** θ + α κ δ e, within the limits. */
    private double[] moved(double[] theta, double[] e, double kappa, int t, double given) {
        double[] phi = rows.get(t).phi();
        double lengths = Math.sqrt(dot(e, e) * dot(phi, phi));
        double alpha = given * lengths > p.get("overshoot") ? p.get("overshoot") / lengths : given;
        double[] increment = scale(alpha * kappa * delta(t, theta), e);
        for (int j = 0; j < n; j++) {
            increment[j] = Math.min(Math.max(increment[j], -p.get("clip")), p.get("clip"));
        }
        double[] after = add(theta, increment);
        double length = Math.sqrt(dot(after, after));
        return length > p.get("radius") ? scale(p.get("radius") / length, after) : after;
    }

    /** §8. */
    private double[] family(String algorithm) {
        double[] theta = new double[n];
        double[] e = new double[n];
        double[] u = new double[n];
        double[] k = new double[n];
        double f = 0;
        int updates = 0;
        for (int t = 0; t < rows.size(); t++) {
            if (!learnable(t)) {
                continue;
            }
            Row row = rows.get(t);
            double[] phi = row.phi();
            double[] phiBefore = starts(t) ? new double[n] : rows.get(t - 1).phi();
            double rhoBefore = starts(t) ? 0 : rho(t - 1);
            double alpha = alpha(updates++);
            double decay = row.lambda();
            double kappa = 1;
            double m = 1;
            switch (algorithm) {
                case "per-etd" -> {
                    int clock = (updates - 1) % (p.get("period").intValue() + 1);
                    f = row.interest() + (clock == 0 ? 0 : gamma(t) * rhoBefore * f);
                    m = row.lambda() * row.interest() + (1 - row.lambda()) * f;
                    e = clock == 0 ? new double[n] : e;
                    kappa = clock == p.get("period") ? 1 : 0;
                }
                case "lc-etd" -> {
                    double b = gamma(t) > 0 ? p.get("beta") : 0;
                    double power = Math.pow(updates, -b);
                    double c = p.get("kind") == 1 ? (1 - b) * power : p.get("kind") == 2 ? power : (1 - b) / updates;
                    c = gamma(t) == 0 ? 1 : c;
                    double pNow = row.lambda() * (p.get("kind") == 1 ? Math.pow(1 - b, b) * power : c);
                    f = (1 - c) * rhoBefore * f + c * row.interest();
                    m = (1 - pNow) * f + row.lambda() * c * row.interest();
                }
                case "bounded-td" -> {
                    double norm = gamma(t) * Math.sqrt(dot(e, e));
                    decay = norm == 0 ? row.lambda() : Math.min(row.lambda(), p.get("bound") / norm);
                }
                default -> {
                    m = row.lambda() * row.interest() + (1 - row.lambda()) * dot(u, phi);
                    double alphaU = p.get("eta") * alpha;
                    double error = row.interest() + gamma(t) * rhoBefore * dot(u, phiBefore) - dot(u, phi);
                    if (algorithm.equals("fhat-etd")) {
                        u = add(u, scale(alphaU * error, phi));
                    } else {
                        double kPhi = dot(k, phi);
                        double[] difference = add(phi, scale(-gamma(t) * rhoBefore, phiBefore));
                        u = add(u, scale(alphaU, add(scale(kPhi, difference), scale(-p.get("ridge"), u))));
                        k = add(k, scale(alphaU * (error - kPhi), phi));
                    }
                }
            }
            e = scale(row.rho(), add(scale(decay * gamma(t), e), scale(m, phi)));
            theta = moved(theta, e, kappa, t, alpha);
        }
        return theta;
    }

    private double[] gradient(String algorithm) {
        double[] theta = new double[n];
        double[] w = new double[n];
        double[] e = new double[n];
        double[] h = new double[n];
        int updates = 0;
        for (int t = 0; t < rows.size(); t++) {
            if (!learnable(t)) {
                continue;
            }
            Row row = rows.get(t);
            double[] phi = row.phi();
            double[] next = phiNext(t);
            double alpha = alpha(updates++);
            double alphaW = p.get("eta") * alpha;
            double delta = delta(t, theta);
            double boot = gammaNext(t) * (1 - lambdaNext(t));
            e = scale(row.rho(), add(scale(gamma(t) * row.lambda(), e), phi));
            h = add(scale(gamma(t) * row.lambda(), h), phi);
            double[] tracking = add(scale(delta, e), scale(-dot(w, phi), phi));
            double[] gradient = add(scale(dot(w, phi), phi), scale(-boot * dot(e, w), next));
            double[] correction = add(scale(delta, e), scale(-boot * dot(e, w), next));
            double[] step;
            double[] stepW;
            switch (algorithm) {
                case "gtd" -> {
                    step = correction;
                    stepW = tracking;
                }
                case "gtd2" -> {
                    step = gradient;
                    stepW = tracking;
                }
                case "tdrc" -> {
                    step = correction;
                    stepW = add(tracking, scale(-p.get("regularization"), w));
                }
                case "htd" -> {
                    double[] difference = add(phi, scale(-gammaNext(t), next));
                    step = add(scale(delta, e), scale(dot(add(e, scale(-1, h)), w), difference));
                    stepW = add(scale(delta, e), scale(-dot(h, w), difference));
                }
                default -> {
                    double[] wHalf = add(w, scale(alphaW, tracking));
                    double[] thetaHalf = add(theta, scale(alpha, gradient));
                    step = add(scale(dot(wHalf, phi), phi), scale(-boot * dot(e, wHalf), next));
                    stepW = add(scale(delta(t, thetaHalf), e), scale(-dot(wHalf, phi), phi));
                }
            }
            theta = add(theta, scale(alpha, step));
            w = add(w, scale(alphaW, stepW));
        }
        return theta;
    }

    private double[] trueOnline(String algorithm) {
        double[] before = new double[n];
        double[] theta = new double[n];
        double[] e = new double[n];
        int updates = 0;
        for (int t = 0; t < rows.size(); t++) {
            if (!learnable(t)) {
                continue;
            }
            double[] phi = rows.get(t).phi();
            double a = a(algorithm, t);
            double rhoAlphaM = alpha(updates++) * b(algorithm, t);
            e = add(scale(a, e), scale(rhoAlphaM * (1 - a * dot(phi, e)), phi));
            double[] correction = scale(dot(add(theta, scale(-1, before)), phi), add(e, scale(-rhoAlphaM, phi)));
            double[] after = add(add(theta, scale(delta(t, theta), e)), correction);
            before = theta;
            theta = after;
        }
        return theta;
    }

    private double[] leastSquares(String algorithm) {
        SimpleMatrix a = new SimpleMatrix(n, n);
        SimpleMatrix b = new SimpleMatrix(n, 1);
        double[] e = new double[n];
        int steps = 0;
        for (int t = 0; t < rows.size(); t++) {
            if (!learnable(t)) {
                continue;
            }
            e = add(
                    scale(a(algorithm, t), e),
                    scale(b(algorithm, t), rows.get(t).phi()));
            double[] difference = add(rows.get(t).phi(), scale(-gammaNext(t), phiNext(t)));
            SimpleMatrix column = new SimpleMatrix(n, 1, true, e);
            a = a.plus(column.mult(new SimpleMatrix(1, n, true, difference)));
            b = b.plus(column.scale(rows.get(t).reward()));
            steps++;
        }
        a = a.divide(steps).plus(SimpleMatrix.identity(n).scale(p.get("ridge")));
        return a.solve(b.divide(steps)).getDDRM().data;
    }

    private double[] weighted(String algorithm) {
        double eta = p.get("usage_decay");
        double[] theta = new double[n];
        double[] w = new double[n];
        double[] e = new double[n];
        double[] v = new double[n];
        double[] d = new double[n];
        Arrays.fill(d, p.get("initial_usage"));
        for (int t = 0; t < rows.size(); t++) {
            if (!learnable(t)) {
                continue;
            }
            double[] phi = rows.get(t).phi();
            double[] next = phiNext(t);
            double rho = rho(t);
            double gammaLambda = gamma(t) * rows.get(t).lambda();
            double m = algorithm.equals("wis-etd") ? emphasis(t, Double.NaN, Integer.MAX_VALUE) : 1;
            double delta = delta(t, theta);
            double boot = gammaNext(t) * (1 - lambdaNext(t));
            double[] dNew = new double[n];
            double[] vNew = new double[n];
            for (int j = 0; j < n; j++) {
                double square = phi[j] * phi[j];
                double vKept = v[j] - eta * square * v[j];
                dNew[j] = d[j] - eta * square * d[j] + rho * m * square + (rho - 1) * gammaLambda * vKept;
                vNew[j] = rho * gammaLambda * vKept + rho * m * square;
            }
            d = dNew;
            v = vNew;
            e = scale(rho, add(scale(gammaLambda, e), scale(m, phi)));
            double correction = algorithm.equals("wis-gtd") ? boot * dot(e, w) : 0;
            double[] step = new double[n];
            for (int j = 0; j < n; j++) {
                step[j] = d[j] > 0 ? (delta * e[j] - correction * next[j]) / d[j] : 0;
            }
            theta = add(theta, step);
            if (algorithm.equals("wis-gtd")) {
                double[] tracking = add(scale(delta, e), scale(-dot(w, phi), phi));
                w = add(w, scale(p.get("secondary_step_size"), tracking));
            }
        }
        return theta;
    }

    public static double dot(double[] x, double[] y) {
        double sum = 0;
        for (int j = 0; j < x.length; j++) {
            sum += x[j] * y[j];
        }
        return sum;
    }

    public static double[] add(double[] x, double[] y) {
        double[] sum = new double[x.length];
        for (int j = 0; j < x.length; j++) {
            sum[j] = x[j] + y[j];
        }
        return sum;
    }

    public static double[] scale(double factor, double[] x) {
        double[] scaled = new double[x.length];
        for (int j = 0; j < x.length; j++) {
            scaled[j] = factor * x[j];
        }
        return scaled;
    }
}
