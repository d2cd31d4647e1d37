package io.emphatic.cli;

import io.emphatic.Parameter;
import io.emphatic.documents.text.Numbers;
import java.util.Map;

/** Parameters of algorithms as people read them. */
final class ParameterText {
    private ParameterText() {}

    /** {@code step_size 0.01}, {@code step_size auto}. */
    static String of(Map.Entry<String, Double> parameter) {
        double value = parameter.getValue();
        String text = value == Parameter.AUTO ? Parameter.AUTO_WORD : Numbers.exact(value);
        return parameter.getKey() + " " + text;
    }
}
