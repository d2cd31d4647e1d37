package io.emphatic.logs.spec;

/** Where ρ of each step comes from: π/μ with a null ratio, or ρ itself with π and μ null. */
public record PolicyColumns(NumberSource target, NumberSource behaviour, NumberSource ratio) {

    /** Writes ratios of rows; returns the first row that is out of range, −1 if there is none. */
    public int read(double[][] columns, int rows, double[] ratios) {
        for (int row = 0; row < rows; row++) {
            double rho = ratio == null ? target.at(columns, row) / behaviour.at(columns, row) : ratio.at(columns, row);
            boolean right = rho >= 0 && rho < Double.POSITIVE_INFINITY;
            if (right && ratio == null) {
                double pi = target.at(columns, row);
                double mu = behaviour.at(columns, row);
                right = pi >= 0 && pi <= 1 && mu > 0 && mu <= 1;
            }
            if (!right) {
                return row;
            }
            ratios[row] = rho;
        }
        return -1;
    }

    /** What is wrong with a row for which {@link #read} stopped. */
    public IllegalArgumentException misfit(double[][] columns, int row) {
        if (ratio != null) {
            return new IllegalArgumentException("ratio is not in the interval [0, ∞): " + ratio.at(columns, row));
        }
        double pi = target.at(columns, row);
        double mu = behaviour.at(columns, row);
        String wrong = !(mu > 0 && mu <= 1)
                ? "behaviour is not in the interval (0, 1]: " + mu
                : pi >= 0 && pi <= 1
                        ? "target / behaviour is not a finite number: " + pi + " / " + mu
                        : "target is not in the interval [0, 1]: " + pi;
        return new IllegalArgumentException(wrong);
    }
}
