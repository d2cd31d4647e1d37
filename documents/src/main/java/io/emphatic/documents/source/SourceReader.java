package io.emphatic.documents.source;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.emphatic.documents.source.Node.Scalar;
import io.emphatic.documents.source.Node.Sequence;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.ScalarEvent;

/**
 * The one reader of files that people write: JSON if the name ends in {@code .json}, YAML otherwise. Values are kept as
 * they stand in the file, and every value knows its line and path.
 */
public final class SourceReader {
    private static final int LARGEST_FILE = 1 << 30;

    /** Values that aliases may stand for, in all: a few nested ones would be more than memory holds. */
    private static final int MOST_COPIES = 100_000;

    private final String what;
    private final String name;
    private final Map<String, Node> anchors = new HashMap<>();
    private int copies;

    private SourceReader(String what, String name) {
        this.what = what;
        this.name = name;
    }

    /**
     * The map that a file is.
     *
     * @param what what such a file describes, with its article, for the messages
     * @throws IllegalArgumentException if it is no map, or not in the format; the message says why and where
     * @throws IOException if the file cannot be read; the message says why
     */
    public static Mapping read(String what, Path file) throws IOException {
        return read(what, file, entry -> {});
    }

    /** @param asRead gets each value of the map as soon as it is read: it may refuse before all of the file is */
    public static Mapping read(String what, Path file, Consumer<Node> asRead) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IOException(file + " is a directory, not a file that describes " + what);
        }
        try {
            return new SourceReader(what, file.toString()).parse(text(file), asRead);
        } catch (NoSuchFileException e) {
            throw new IOException("there is no file " + file + " that describes " + what, e);
        } catch (AccessDeniedException e) {
            throw new IOException("the file " + file + " may not be read", e);
        }
    }

    public static String text(Path file) throws IOException {
        try {
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new IOException("the file " + file + " is not text in UTF-8", e);
        }
    }

    /** What a parser has not understood, without the place, which it shows in its own way, and its own switches. */
    public static String fault(JsonProcessingException e) {
        String first =
                e.getOriginalMessage().lines().map(String::strip).findFirst().orElse("not readable");
        return first.replaceFirst(" \\(start marker.*", "").replaceFirst(":? (enable|use) `.*", "");
    }

    public static Mapping parse(String what, String name, String text) {
        return new SourceReader(what, name).parse(text, entry -> {});
    }

    private Mapping parse(String text, Consumer<Node> asRead) {
        String withoutMark = text.startsWith("\uFEFF") ? text.substring(1) : text;
        if (!isJson() && withoutMark.contains("&")) {
            anchorScalars(withoutMark);
        }
        try (JsonParser parser = factory().createParser(withoutMark)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new Mapping(null, name, 1).error("the file is not a map that describes " + what);
            }
            Mapping root = new Mapping(null, name, line(parser));
            fill(root, parser, asRead);
            if (parser.nextToken() != null) {
                throw new Mapping(null, name, line(parser))
                        .error("the file has more than one document: it describes " + what + " with its first");
            }
            return root;
        } catch (JsonProcessingException e) {
            throw syntaxError(e);
        } catch (IOException e) {
            throw new UncheckedIOException("a text cannot fail to be read", e);
        }
    }

    /** Jackson's parser tells the anchors of maps and lists alone. */
    private void anchorScalars(String text) {
        try {
            for (Event event : new Yaml().parse(new StringReader(text))) {
                if (event instanceof ScalarEvent scalar && scalar.getAnchor() != null) {
                    Mapping place = new Mapping(null, name, event.getStartMark().getLine() + 1);
                    Node value = new Scalar(place, scalar.getAnchor(), place.line, scalar.getValue());
                    if (anchors.put(scalar.getAnchor(), value) != null) {
                        throw value.error("&" + scalar.getAnchor() + " is there twice");
                    }
                }
            }
        } catch (YAMLException e) {
            anchors.clear(); // what is wrong is said by whoever reads it
        }
    }

    private boolean isJson() {
        return name.toLowerCase(Locale.ROOT).endsWith(".json");
    }

    /** JSON's NaN is let through here, so that it is refused by name and line further on. */
    private JsonFactory factory() {
        if (isJson()) {
            return JsonFactory.builder()
                    .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                    .build();
        }
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(LARGEST_FILE);
        return YAMLFactory.builder().loaderOptions(options).build();
    }

    private void fill(Mapping mapping, JsonParser parser, Consumer<Node> asRead) throws IOException {
        List<Node> merged = new ArrayList<>(); // <<: *a, or a list of them: what is not written here itself
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            int line = line(parser);
            parser.nextToken();
            Node value = node(mapping, key, line, parser);
            if (key.equals("<<") && !isJson()) {
                merged.addAll(value instanceof Sequence several ? several.items() : List.of(value));
                continue;
            }
            mapping.put(key, value);
            asRead.accept(value);
        }
        merged.forEach(from -> from.mapping().entries().forEach((key, value) -> {
            if (mapping.find(key).isEmpty()) {
                mapping.put(key, copy(value, mapping, key, value.line));
            }
        }));
    }

    private Node node(Node parent, String key, int line, JsonParser parser) throws IOException {
        if (parser instanceof YAMLParser yaml && yaml.isCurrentAlias()) {
            Node meant = anchors.get(parser.getText());
            if (meant == null) {
                throw parent.error("*" + parser.getText() + " stands for nothing: there is no &" + parser.getText()
                        + " before it");
            }
            return copy(meant, parent, key, line);
        }
        Object anchor = parser.canReadObjectId() ? parser.getObjectId() : null;
        Node node = written(parent, key, line, parser);
        if (anchor != null) {
            anchors.put(anchor.toString(), node);
        }
        return node;
    }

    private Node written(Node parent, String key, int line, JsonParser parser) throws IOException {
        if (parser.currentToken() == JsonToken.START_OBJECT) {
            Mapping mapping = new Mapping(parent, key, line);
            fill(mapping, parser, entry -> {});
            return mapping;
        }
        if (parser.currentToken() == JsonToken.START_ARRAY) {
            Sequence sequence = new Sequence(parent, key, line);
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                sequence.add(node(sequence, null, line(parser), parser));
            }
            return sequence;
        }
        return new Scalar(parent, key, line, parser.currentToken() == JsonToken.VALUE_NULL ? "" : parser.getText());
    }

    /** What an alias stands for, in its own place. */
    private Node copy(Node meant, Node parent, String key, int line) {
        if (++copies > MOST_COPIES) {
            throw parent.error("aliases stand for more than " + MOST_COPIES + " values");
        }
        if (meant instanceof Mapping entries) {
            Mapping copy = new Mapping(parent, key, line);
            entries.entries().forEach((name, value) -> copy.put(name, copy(value, copy, name, value.line)));
            return copy;
        }
        if (meant instanceof Sequence items) {
            Sequence copy = new Sequence(parent, key, line);
            items.items().forEach(item -> copy.add(copy(item, copy, null, item.line)));
            return copy;
        }
        return new Scalar(parent, key, line, ((Scalar) meant).value());
    }

    private static int line(JsonParser parser) {
        return parser.currentTokenLocation().getLineNr();
    }

    /** What was expected, and where; the parser's own message begins with what it was reading at the time. */
    private SourceException syntaxError(JsonProcessingException e) {
        String reason = fault(e);
        JsonLocation location = e.getLocation();
        int line = location == null ? 1 : Math.max(1, location.getLineNr());
        if (e.getCause() instanceof MarkedYAMLException yaml && yaml.getProblemMark() != null) {
            reason = (yaml.getContext() == null ? "" : yaml.getContext().strip() + ": ") + yaml.getProblem();
            line = yaml.getProblemMark().getLine() + 1;
        }
        return new Mapping(null, name, line).error("not valid " + (isJson() ? "JSON: " : "YAML: ") + reason);
    }

    /** A value that was refused. The message ends with the path, the line and the file. */
    public static final class SourceException extends IllegalArgumentException {
        private static final long serialVersionUID = 1;

        SourceException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
