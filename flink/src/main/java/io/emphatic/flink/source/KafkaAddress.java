package io.emphatic.flink.source;

import java.io.Serializable;

/** {@code kafka://HOST:PORT/TOPIC}; several servers are separated by commas. */
public record KafkaAddress(String servers, String topic) implements Serializable {
    private static final String SCHEME = "kafka://";

    public static boolean is(String text) {
        return text.startsWith(SCHEME);
    }

    public static KafkaAddress of(String text) {
        String[] parts = text.substring(SCHEME.length()).split("/", -1);
        if (parts.length != 2
                || !parts[0].matches("[^,:]+:\\d+(,[^,:]+:\\d+)*")
                || !parts[1].matches("[A-Za-z0-9._-]+")) {
            throw new IllegalArgumentException("a topic is named kafka://HOST:PORT/TOPIC, not " + text);
        }
        return new KafkaAddress(parts[0], parts[1]);
    }
}
