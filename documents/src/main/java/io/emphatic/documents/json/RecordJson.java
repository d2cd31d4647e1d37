package io.emphatic.documents.json;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.EnumFeature;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import com.fasterxml.jackson.databind.jsontype.TypeResolverBuilder;
import com.fasterxml.jackson.databind.jsontype.impl.StdTypeResolverBuilder;
import java.util.Arrays;
import java.util.List;

/**
 * Records as JSON and back, without loss: an infinite number is a text, bytes are base64, and a record of a sealed
 * interface says by its {@code kind} which one it is. Reading is strict: every component, and nothing else.
 */
public final class RecordJson {
    private static final ObjectMapper MAPPER = mapper();

    private RecordJson() {}

    private static ObjectMapper mapper() {
        ObjectMapper mapper = JsonMapper.builder()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
                .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
                .propertyNamingStrategy(Json.SNAKE)
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .annotationIntrospector(new SealedInterfaces())
                .visibility(PropertyAccessor.IS_GETTER, Visibility.NONE)
                .build();
        mapper.getFactory()
                .setStreamReadConstraints(StreamReadConstraints.builder()
                        .maxStringLength(Integer.MAX_VALUE)
                        .build());
        return mapper;
    }

    /** A record as indented JSON, without an end of the last line. */
    public static String text(Object record) {
        return Json.text(record, MAPPER.writer());
    }

    /** @throws IllegalArgumentException if it was not written by {@link #text}; the message says where or what */
    public static <T> T read(Class<T> type, String text) {
        try {
            T read = MAPPER.readValue(text, type);
            if (read == null) {
                throw new IllegalArgumentException("there is nothing in it but null");
            }
            return read;
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(reason(e) + place(e), e);
        }
    }

    /** Jackson's own words name classes and switches, which mean nothing to people. */
    private static String reason(JsonProcessingException e) {
        if (e.getCause() instanceof IllegalArgumentException refused) {
            return refused.getMessage(); // by the constructor of a record
        }
        return "it is damaged, or not a file of this program";
    }

    private static String place(JsonProcessingException e) {
        return e.getLocation() == null ? "" : " (line " + e.getLocation().getLineNr() + ")";
    }

    /** The records that a sealed interface permits, by their names in snake case. */
    private static final class SealedInterfaces extends JacksonAnnotationIntrospector {
        private static final long serialVersionUID = 1;

        @Override
        public TypeResolverBuilder<?> findTypeResolver(MapperConfig<?> config, AnnotatedClass type, JavaType base) {
            if (!isSealed(type)) {
                return super.findTypeResolver(config, type, base);
            }
            JsonTypeInfo.Value kind = JsonTypeInfo.Value.construct(
                    JsonTypeInfo.Id.NAME, JsonTypeInfo.As.PROPERTY, "kind", null, false, true, true);
            return new StdTypeResolverBuilder(kind);
        }

        @Override
        public List<NamedType> findSubtypes(Annotated type) {
            return isSealed(type)
                    ? Arrays.stream(type.getRawType().getPermittedSubclasses())
                            .map(permitted -> new NamedType(permitted, Json.SNAKE.translate(permitted.getSimpleName())))
                            .toList()
                    : super.findSubtypes(type);
        }

        private static boolean isSealed(Annotated type) {
            return type.getRawType().isInterface() && type.getRawType().isSealed();
        }
    }
}
