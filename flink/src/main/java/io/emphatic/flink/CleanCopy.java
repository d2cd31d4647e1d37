package io.emphatic.flink;

import io.emphatic.logs.sql.CsvDialect;
import io.emphatic.logs.sql.LogSource;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.flink.connector.file.src.reader.BulkFormat;

/**
 * The well-formed lines of files that DuckDB refuses because of others: from them it finds the types of the columns, as
 * it would without the others.
 */
final class CleanCopy {
    private CleanCopy() {}

    static LogSource of(List<Path> files, CsvDialect csv, Path directory) throws IOException {
        RowParser parser = new RowParser(csv);
        String ending = FileKind.of(files.get(0).toString()) == FileKind.CSV ? ".csv" : ".jsonl";
        for (int k = 0; k < files.size(); k++) {
            copy(files.get(k), parser, directory.resolve(k + ending));
        }
        return LogSource.files(directory.resolve("*" + ending).toString()).withCsv(csv);
    }

    private static void copy(Path file, RowParser parser, Path target) throws IOException {
        org.apache.flink.core.fs.Path path =
                new org.apache.flink.core.fs.Path(file.toAbsolutePath().toUri());
        try (BulkFormat.Reader<TextLine> reader = new LineFormat().reader(path);
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
}
