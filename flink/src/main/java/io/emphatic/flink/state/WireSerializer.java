package io.emphatic.flink.state;

import java.io.IOException;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.api.java.typeutils.GenericTypeInfo;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.util.InstantiationUtil;

/** A serializer of values that are never changed once they exist. It has a constructor without parameters. */
abstract class WireSerializer<T> extends TypeSerializerSingleton<T> {
    private static final long serialVersionUID = 1;

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public T createInstance() {
        return null;
    }

    @Override
    public T copy(T from) {
        return from;
    }

    @Override
    public T copy(T from, T reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public T deserialize(T reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        serialize(deserialize(source), target);
    }

    @Override
    public TypeSerializerSnapshot<T> snapshotConfiguration() {
        return new ClassName<>(this);
    }

    /** Tells Flink to use this serializer for a class, so that it never falls back to generic ones. */
    final TypeInformation<T> type(Class<T> type) {
        return new WireType<>(type, this);
    }

    private static final class WireType<T> extends GenericTypeInfo<T> {
        private static final long serialVersionUID = 1;

        private final TypeSerializer<T> serializer;

        WireType(Class<T> type, TypeSerializer<T> serializer) {
            super(type);
            this.serializer = serializer;
        }

        @Override
        public TypeSerializer<T> createSerializer(SerializerConfig config) {
            return serializer.duplicate();
        }
    }

    /** What a checkpoint says of a serializer: the name of its class. */
    public static final class ClassName<T> implements TypeSerializerSnapshot<T> {
        private TypeSerializer<T> serializer;

        public ClassName() {}

        ClassName(TypeSerializer<T> serializer) {
            this.serializer = serializer;
        }

        @Override
        public int getCurrentVersion() {
            return 1;
        }

        @Override
        public void writeSnapshot(DataOutputView out) throws IOException {
            out.writeUTF(serializer.getClass().getName());
        }

        @Override
        public void readSnapshot(int version, DataInputView in, ClassLoader loader) throws IOException {
            serializer =
                    InstantiationUtil.instantiate(InstantiationUtil.<TypeSerializer<T>>resolveClassByName(in, loader));
        }

        @Override
        public TypeSerializer<T> restoreSerializer() {
            return serializer;
        }

        @Override
        public TypeSerializerSchemaCompatibility<T> resolveSchemaCompatibility(TypeSerializerSnapshot<T> old) {
            return serializer.equals(old.restoreSerializer())
                    ? TypeSerializerSchemaCompatibility.compatibleAsIs()
                    : TypeSerializerSchemaCompatibility.incompatible();
        }
    }
}
