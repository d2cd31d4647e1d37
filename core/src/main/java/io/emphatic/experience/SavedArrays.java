package io.emphatic.experience;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Named arrays as bytes. Of an array that is mostly 0, only the other entries are written. */
public final class SavedArrays {
    private static final int MOST_ARRAYS = 255;
    private static final int LARGEST_SPARSE = 1 << 28;

    private SavedArrays() {}

    public static void write(Map<String, double[]> arrays, DataOutput out) throws IOException {
        out.writeByte(arrays.size());
        for (Map.Entry<String, double[]> entry : arrays.entrySet()) {
            out.writeUTF(entry.getKey());
            write(entry.getValue(), out);
        }
    }

    private static void write(double[] array, DataOutput out) throws IOException {
        int entries = 0;
        for (double value : array) {
            entries += isZero(value) ? 0 : 1;
        }
        boolean sparse = entries < array.length / 2;
        out.writeInt(array.length);
        out.writeInt(sparse ? entries : -1);
        for (int j = 0; j < array.length; j++) {
            if (!sparse) {
                out.writeDouble(array[j]);
            } else if (!isZero(array[j])) {
                out.writeInt(j);
                out.writeDouble(array[j]);
            }
        }
    }

    /** −0 is written: it would come back as another number. */
    private static boolean isZero(double value) {
        return Double.doubleToRawLongBits(value) == 0;
    }

    public static Map<String, double[]> read(DataInput in) throws IOException {
        Map<String, double[]> arrays = new LinkedHashMap<>();
        for (int left = in.readByte() & MOST_ARRAYS; left > 0; left--) {
            arrays.put(in.readUTF(), readArray(in));
        }
        return arrays;
    }

    private static double[] readArray(DataInput in) throws IOException {
        int length = in.readInt();
        int entries = in.readInt();
        if (length < 0 || entries < -1 || entries > length || length > LARGEST_SPARSE) {
            throw new IOException("the bytes are not those of a learner: an array of " + length);
        }
        double[] array = new double[length];
        for (int k = 0; k < (entries < 0 ? length : entries); k++) {
            int j = entries < 0 ? k : in.readInt();
            if (j < 0 || j >= length) {
                throw new IOException("the bytes are not those of a learner: entry " + j + " of " + length);
            }
            array[j] = in.readDouble();
        }
        return array;
    }
}
