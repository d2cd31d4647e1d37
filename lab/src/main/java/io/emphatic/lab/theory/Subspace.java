package io.emphatic.lab.theory;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/** The span of the columns of a matrix. */
final class Subspace {
    static final double TOLERANCE = 1e-11; // what is smaller than this, relative to the largest, is taken for rounding

    private Subspace() {}

    /** Orthonormal columns, by Gram–Schmidt, largest first, twice: a pivoted QR cannot tell 1e-11 from 1e-8. */
    static DMatrixRMaj basis(DMatrixRMaj columns) {
        int n = columns.numRows;
        DMatrixRMaj indicators = ofIndicators(columns);
        if (indicators != null) {
            return indicators;
        }
        double[][] rest = Linear.transpose(columns).get2DData();
        List<double[]> basis = new ArrayList<>();
        double threshold = -1;
        while (basis.size() < n) {
            int largest = -1;
            double norm = 0;
            for (int j = 0; j < rest.length; j++) {
                double length = Math.sqrt(Linear.dot(rest[j], rest[j]));
                if (length > norm) {
                    norm = length;
                    largest = j;
                }
            }
            if (norm <= threshold || norm == 0) {
                return matrix(basis, n);
            }
            if (threshold < 0) {
                threshold = TOLERANCE * norm;
            }
            double[] direction = rest[largest].clone();
            basis.forEach(earlier -> subtract(direction, earlier));
            double length = Math.sqrt(Linear.dot(direction, direction));
            for (int i = 0; i < n; i++) {
                direction[i] /= length;
            }
            for (double[] column : rest) {
                subtract(column, direction);
            }
            basis.add(direction);
        }
        return CommonOps_DDRM.identity(n);
    }

    /** The basis if each column has at most one entry, as with a feature for each group of states; or null. */
    private static DMatrixRMaj ofIndicators(DMatrixRMaj columns) {
        boolean[] used = new boolean[columns.numRows];
        for (int j = 0; j < columns.numCols; j++) {
            int entries = 0;
            for (int i = 0; i < columns.numRows; i++) {
                if (columns.get(i, j) != 0) {
                    used[i] = true;
                    entries++;
                }
            }
            if (entries > 1) {
                return null;
            }
        }
        int[] units = IntStream.range(0, used.length).filter(i -> used[i]).toArray();
        DMatrixRMaj basis = new DMatrixRMaj(used.length, units.length);
        for (int j = 0; j < units.length; j++) {
            basis.set(units[j], j, 1);
        }
        return basis;
    }

    /** Takes from a column what lies along a direction. The column is modified. */
    private static void subtract(double[] column, double[] direction) {
        double along = Linear.dot(column, direction);
        for (int i = 0; i < column.length; i++) {
            column[i] -= along * direction[i];
        }
    }

    private static DMatrixRMaj matrix(List<double[]> basis, int rows) {
        DMatrixRMaj matrix = new DMatrixRMaj(rows, basis.size());
        for (int j = 0; j < basis.size(); j++) {
            CommonOps_DDRM.insert(new DMatrixRMaj(basis.get(j)), matrix, 0, j);
        }
        return matrix;
    }
}
