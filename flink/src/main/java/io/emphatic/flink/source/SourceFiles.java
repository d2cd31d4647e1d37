package io.emphatic.flink.source;

import io.emphatic.flink.state.Wire.TextLine;
import io.emphatic.logs.sql.CsvDialect;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.LogFiles;
import io.emphatic.logs.sql.LogSettings;
import io.emphatic.logs.sql.LogSource;
import io.emphatic.logs.sql.SpillDirectory;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.stream.Stream;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.assigners.FileSplitAssigner;
import org.apache.flink.connector.file.src.reader.BulkFormat;

/** Files as a source: each is read by one reader; readers that are free take them by name. */
public final class SourceFiles {
    private SourceFiles() {}

    /** Directories as patterns of the files in them; anything else as it is. */
    public static LogSource located(LogSource source) throws IOException {
        if (source.query() != null) {
            return source;
        }
        List<String> patterns = new ArrayList<>();
        for (String pattern : source.patterns()) {
            patterns.add(Files.isDirectory(Path.of(pattern)) ? filesOf(Path.of(pattern)) : pattern);
        }
        return LogSource.files(patterns).withCsv(source.csv());
    }

    private static String filesOf(Path directory) throws IOException {
        List<String> endings;
        try (Stream<Path> files = Files.list(directory)) {
            endings = files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .filter(name -> !name.startsWith(".") && name.contains("."))
                    .map(name -> name.replaceAll("^.*?(\\.[^.]+(\\.(gz|bz2|xz|zst))?)$", "$1"))
                    .distinct()
                    .sorted()
                    .toList();
        }
        if (endings.size() != 1) {
            throw new IllegalArgumentException(directory
                    + (endings.isEmpty()
                            ? " has no files to read"
                            : " has files of several kinds: " + String.join(", ", endings)
                                    + "\nName those to read by a pattern in quotes, as \"" + directory
                                    + "/*" + endings.get(0) + "\"."));
        }
        return directory.resolve("*" + endings.get(0)).toString();
    }

    /** The log in this process, without malformed lines where DuckDB refuses it because of them. */
    public static Log open(LogSource source, List<Path> files, SpillDirectory working) throws IOException {
        try {
            return Log.open(source, LogSettings.byDefault());
        } catch (IOException e) {
            try {
                LogSource clean = cleanCopy(files, source.csv(), working.directory("clean"));
                return Log.open(clean, LogSettings.byDefault());
            } catch (IOException again) {
                e.addSuppressed(again);
                throw e; // there is more to it than malformed lines
            }
        }
    }

    /** The well-formed lines of files that DuckDB refuses because of others: they tell the types of the columns. */
    private static LogSource cleanCopy(List<Path> files, CsvDialect csv, Path directory) throws IOException {
        RowParser parser = new RowParser(csv);
        String ending = LogFiles.kind(files.get(0)).equals(LogFiles.JSON) ? ".jsonl" : ".csv";
        for (int k = 0; k < files.size(); k++) {
            copy(files.get(k), parser, directory.resolve(k + ending));
        }
        return LogSource.files(directory.resolve("*" + ending).toString()).withCsv(csv);
    }

    private static void copy(Path file, RowParser parser, Path target) throws IOException {
        try (BulkFormat.Reader<TextLine> reader = new LineFormat().reader(path(file));
                BufferedWriter out = Files.newBufferedWriter(target)) {
            boolean first = true;
            for (var batch = reader.readBatch(); batch != null; batch = reader.readBatch()) {
                for (var next = batch.next(); next != null; next = batch.next()) {
                    TextLine line = next.getRecord();
                    if (first && line.header() != null) {
                        out.write(line.header() + "\n");
                    }
                    first = false;
                    if (isWellFormed(line, parser)) {
                        out.write(line.text() + "\n");
                    }
                }
            }
        }
    }

    private static boolean isWellFormed(TextLine line, RowParser parser) {
        try {
            return !line.text().isBlank() && !parser.parse(line).isEmpty();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    public static FileSource<TextLine> of(List<Path> files) {
        org.apache.flink.core.fs.Path[] paths =
                files.stream().map(SourceFiles::path).toArray(org.apache.flink.core.fs.Path[]::new);
        return FileSource.forBulkFileFormat(new LineFormat(), paths)
                .setSplitAssigner(ByName::new)
                .build();
    }

    /** A file as Flink names it, which is what a line has as its source. */
    public static org.apache.flink.core.fs.Path path(Path file) {
        return new org.apache.flink.core.fs.Path(file.toAbsolutePath().toUri());
    }

    /** Also of those that a failed reader gives back: a stream may continue from one file to the next. */
    private static final class ByName implements FileSplitAssigner {
        private final Queue<FileSourceSplit> waiting = new PriorityQueue<>(
                Comparator.comparing((FileSourceSplit split) -> split.path().getPath()));

        ByName(Collection<FileSourceSplit> splits) {
            waiting.addAll(splits);
        }

        @Override
        public Optional<FileSourceSplit> getNext(String host) {
            return Optional.ofNullable(waiting.poll());
        }

        @Override
        public void addSplits(Collection<FileSourceSplit> splits) {
            waiting.addAll(splits);
        }

        @Override
        public Collection<FileSourceSplit> remainingSplits() {
            return new ArrayDeque<>(waiting);
        }
    }
}
