package io.emphatic.lab.mdpfile;

import java.util.List;
import java.util.Map;

/** A value of a file together with the line on which it starts, for the errors. */
sealed interface Node {
    int line();

    /** What it is, as one would say it. */
    String kind();

    /** @param text as it stands in the file, without quotes */
    record Scalar(String text, int line) implements Node {
        @Override
        public String kind() {
            return text.isEmpty() ? "nothing" : text;
        }
    }

    record Sequence(List<Node> items, int line) implements Node {
        @Override
        public String kind() {
            return "a list";
        }
    }

    record Mapping(Map<String, Node> entries, int line) implements Node {
        @Override
        public String kind() {
            return "a map";
        }
    }
}
