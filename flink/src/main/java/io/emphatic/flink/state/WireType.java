package io.emphatic.flink.state;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.typeutils.GenericTypeInfo;

/** Tells Flink to use one of our serializers for a class, so that it never falls back to generic ones. */
final class WireType<T> extends GenericTypeInfo<T> {
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

    @Override
    public boolean canEqual(Object other) {
        return other instanceof WireType<?>;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WireType<?> && super.equals(other);
    }

    @Override
    public int hashCode() {
        return super.hashCode();
    }
}
