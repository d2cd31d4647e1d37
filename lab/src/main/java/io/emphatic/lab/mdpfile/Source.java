package io.emphatic.lab.mdpfile;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.emphatic.Names;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.mdpfile.Node.Mapping;
import io.emphatic.lab.mdpfile.Node.Scalar;
import io.emphatic.lab.mdpfile.Node.Sequence;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/** One file, read into {@link Node}s, and what its numbers and errors look like. */
final class Source {
    private static final Pattern NUMBER = Pattern.compile("[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?");
    private static final Pattern FRACTION = Pattern.compile("([-+]?\\d+)\\s*/\\s*(\\d+)");
    private static final int LARGEST_FILE = 1 << 30;

    private final String name;
    private final JsonFactory factory;
    private final Path path;

    Source(Path path) {
        this.path = path;
        this.name = path.getFileName().toString();
        this.factory = name.toLowerCase(Locale.ROOT).endsWith(".json") ? json() : yaml();
    }

    /** NaN is let through here, so that it is refused by name and line further on. */
    private static JsonFactory json() {
        return JsonFactory.builder()
                .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                .build();
    }

    private static JsonFactory yaml() {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(LARGEST_FILE);
        return YAMLFactory.builder().loaderOptions(options).build();
    }

    String name() {
        return name;
    }

    /**
     * The map that the file is, entry by entry.
     *
     * @param asRead gets each entry as soon as it is read, so that a file can be refused before all of it is
     */
    Mapping read(BiConsumer<String, Node> asRead) throws IOException {
        if (Files.isDirectory(path)) {
            throw new IOException(path + " is a directory, not a file that describes an MDP");
        }
        try (var text = Files.newBufferedReader(path);
                var in = Files.newInputStream(path);
                JsonParser parser = factory.createParser(in)) {
            text.transferTo(Writer.nullWriter()); // the parsers guess at encodings, and say less of what is no text
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw error("the file is not a map with states, actions, transitions …", 1);
            }
            return mapping(parser, asRead);
        } catch (JsonProcessingException e) {
            throw syntaxError(e);
        } catch (CharacterCodingException e) {
            throw new IOException("the file " + path + " is not text in UTF-8", e);
        } catch (NoSuchFileException e) {
            throw new IOException("there is no file " + path, e);
        } catch (AccessDeniedException e) {
            throw new IOException("the file " + path + " may not be read", e);
        }
    }

    /** What YAML expected, and where; the parser's own message begins with what it was reading at the time. */
    private IllegalArgumentException syntaxError(JsonProcessingException e) {
        if (e.getCause() instanceof MarkedYAMLException yaml && yaml.getProblemMark() != null) {
            String context = yaml.getContext() == null ? "" : yaml.getContext().strip() + ": ";
            return error(
                    "not valid YAML: " + context + yaml.getProblem(),
                    yaml.getProblemMark().getLine() + 1);
        }
        String reason =
                e.getOriginalMessage().lines().map(String::strip).findFirst().orElse("not readable");
        return error(
                reason,
                e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr()));
    }

    private Mapping mapping(JsonParser parser, BiConsumer<String, Node> asRead) throws IOException {
        int line = line(parser);
        Map<String, Node> entries = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            int keyLine = line(parser);
            parser.nextToken();
            Node value = node(parser);
            if (entries.put(key, value) != null) {
                throw error(key + " is given twice", keyLine);
            }
            asRead.accept(key, value);
        }
        return new Mapping(entries, line);
    }

    private Node node(JsonParser parser) throws IOException {
        if (parser.currentToken() == JsonToken.START_OBJECT) {
            return mapping(parser, (key, value) -> {});
        }
        int line = line(parser);
        if (parser.currentToken() == JsonToken.START_ARRAY) {
            List<Node> items = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                items.add(node(parser));
            }
            return new Sequence(items, line);
        }
        return new Scalar(parser.currentToken() == JsonToken.VALUE_NULL ? "" : parser.getText(), line);
    }

    private static int line(JsonParser parser) {
        return parser.currentTokenLocation().getLineNr();
    }

    /** An error with its place. */
    IllegalArgumentException error(String what, int line) {
        return error(what, line, "");
    }

    /** An error with its place, and a remedy on a line of its own. */
    IllegalArgumentException error(String what, int line, String remedy) {
        return new IllegalArgumentException(
                what + " (line " + line + " of " + name + ")" + (remedy.isEmpty() ? "" : "\n" + remedy));
    }

    Mapping mapping(String what, Node node) {
        if (node instanceof Mapping mapping) {
            return mapping;
        }
        throw error(what + " should be a map, not " + node.kind(), node.line());
    }

    Sequence sequence(String what, Node node) {
        if (node instanceof Sequence sequence) {
            return sequence;
        }
        throw error(what + " should be a list, not " + node.kind(), node.line());
    }

    String text(String what, Node node) {
        if (node instanceof Scalar scalar && !scalar.text().isBlank()) {
            return scalar.text();
        }
        throw error(what + " should be a name, not " + node.kind(), node.line());
    }

    /** A finite number, or a fraction of whole ones such as 6/7. */
    double number(String what, Node node) {
        String text = node instanceof Scalar scalar ? scalar.text().strip() : node.kind();
        double value = Double.NaN;
        var fraction = FRACTION.matcher(text);
        if (NUMBER.matcher(text).matches()) {
            value = Double.parseDouble(text);
        } else if (fraction.matches()) {
            value = Double.parseDouble(fraction.group(1)) / Double.parseDouble(fraction.group(2));
        }
        if (!Double.isFinite(value)) {
            throw error(what + " is not a finite number: " + (text.isEmpty() ? "nothing" : text), node.line());
        }
        return value;
    }

    double numberIn(String what, Node node, double min, double max) {
        double value = number(what, node);
        if (!(value >= min && value <= max)) {
            String range = max == Double.POSITIVE_INFINITY
                    ? "[" + (int) min + ", ∞)"
                    : "[" + (int) min + ", " + (int) max + "]";
            throw error(what + " is not in the interval " + range + ": " + ((Scalar) node).text(), node.line());
        }
        return value;
    }

    /** The index of a name among those that exist. */
    int index(String what, String typed, List<String> names, Map<String, Integer> indices, int line) {
        Integer index = indices.get(typed);
        if (index == null) {
            throw error("there is no " + what + " " + typed + didYouMean(typed, names), line);
        }
        return index;
    }

    private static String didYouMean(String typed, Collection<String> names) {
        return names.size() > 1000 ? "" : Names.didYouMean(typed, names);
    }

    void checkSum(String what, double sum, int line) {
        if (!(Math.abs(sum - 1) <= Mdp.ROUNDING)) {
            boolean rounded = Math.abs(sum - 1) < 1e-3;
            throw error(
                    what + " sum to " + sum + ", not 1",
                    line,
                    rounded ? "Fractions can be given as they stand: 1/3" : "");
        }
    }
}
