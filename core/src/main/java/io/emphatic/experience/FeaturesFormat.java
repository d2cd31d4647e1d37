package io.emphatic.experience;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Features as bytes: a byte for their kind, the number of components, those that are stored. */
public final class FeaturesFormat {
    private static final int DENSE = 1;
    private static final int SPARSE = 2;

    private FeaturesFormat() {}

    public static void write(Features features, DataOutput out) throws IOException {
        boolean dense = features instanceof DenseFeatures;
        out.writeByte(dense ? DENSE : SPARSE);
        out.writeInt(features.size());
        out.writeInt(features.active());
        for (int k = 0; k < features.active(); k++) {
            if (!dense) {
                out.writeInt(features.index(k));
            }
            out.writeDouble(features.value(k));
        }
    }

    public static Features read(DataInput in) throws IOException {
        int kind = in.readByte();
        int size = in.readInt();
        int active = in.readInt();
        if (kind < DENSE || kind > SPARSE || active < 0 || active > size || kind == DENSE && active < size) {
            throw new IOException("the bytes are not those of features");
        }
        int[] indices = new int[active];
        double[] values = new double[active];
        for (int k = 0; k < active; k++) {
            indices[k] = kind == DENSE ? k : in.readInt();
            values[k] = in.readDouble();
        }
        return kind == DENSE ? Features.dense(values) : Features.sparse(size, indices, values);
    }
}
