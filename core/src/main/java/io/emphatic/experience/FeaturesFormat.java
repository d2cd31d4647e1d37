package io.emphatic.experience;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Features as bytes: a byte for their kind, the number of components, those that are stored. */
public final class FeaturesFormat {
    private static final int DENSE = 1;
    private static final int SPARSE = 2;
    private static final int BINARY = 3;

    private FeaturesFormat() {}

    public static void write(Features features, DataOutput out) throws IOException {
        boolean dense = features instanceof DenseFeatures;
        boolean binary = features instanceof BinaryFeatures;
        out.writeByte(dense ? DENSE : binary ? BINARY : SPARSE);
        out.writeInt(features.size());
        if (!dense) {
            out.writeInt(features.active());
        }
        for (int k = 0; k < features.active(); k++) {
            if (!dense) {
                out.writeInt(features.index(k));
            }
            if (!binary) {
                out.writeDouble(features.value(k));
            }
        }
    }

    public static Features read(DataInput in) throws IOException {
        int kind = in.readByte();
        int size = in.readInt();
        int active = kind == DENSE ? size : in.readInt();
        if (kind < DENSE || kind > BINARY || active < 0 || active > size) {
            throw new IOException("the bytes are not those of features");
        }
        int[] indices = new int[kind == DENSE ? 0 : active];
        double[] values = new double[kind == BINARY ? 0 : active];
        for (int k = 0; k < active; k++) {
            if (kind != DENSE) {
                indices[k] = in.readInt();
            }
            if (kind != BINARY) {
                values[k] = in.readDouble();
            }
        }
        return switch (kind) {
            case DENSE -> Features.dense(values);
            case SPARSE -> Features.sparse(size, indices, values);
            default -> Features.binary(size, indices);
        };
    }
}
