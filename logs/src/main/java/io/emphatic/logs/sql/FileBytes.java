package io.emphatic.logs.sql;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Looks for what DuckDB does not notice, as a damaged gzip file, or does not survive, as JSON nested too deep. */
final class FileBytes {
    private static final int MOST_DEPTH = 100;
    private static final int MOST_COLUMNS = 10_000;
    private static final int BEGINNING = 1 << 20;

    private final Path file;
    private int depth;
    private boolean isQuoted;
    private boolean isEscaped;
    private long line = 1;

    private FileBytes(Path file) {
        this.file = file;
    }

    /** Refuses a file that is not whole, or no text in UTF-8, or too deep or too wide for a table. */
    static void require(QueriedDatabase log, Path file, String kind, CsvDialect dialect)
            throws IOException, SQLException {
        String name = file.toString().toLowerCase(Locale.ROOT);
        boolean isJson = kind.equals(LogFiles.JSON);
        FileBytes bytes = new FileBytes(file);
        if (name.endsWith(".zst")) {
            bytes.requireWholeFrames();
            if (isJson) {
                bytes.requireShallowLines(log);
            }
        } else if (!kind.equals(LogFiles.PARQUET) && Files.isReadable(file)) {
            bytes.require(name.endsWith(".gz"), isJson, dialect);
        }
    }

    private void require(boolean isGzip, boolean isJson, CsvDialect dialect) throws IOException {
        try (InputStream raw = Files.newInputStream(file);
                InputStream in = isGzip ? new GZIPInputStream(raw, 1 << 16) : raw) {
            byte[] buffer = in.readNBytes(BEGINNING);
            requireText(buffer);
            if (!isJson) {
                requireNarrow(buffer, dialect);
            }
            for (int n = buffer.length; n > 0 && (isJson || isGzip); n = in.read(buffer)) {
                if (isJson) {
                    requireShallow(buffer, n);
                }
            }
        } catch (EOFException e) {
            throw new IOException(file + " is not a whole gzip file: it ends early", e);
        } catch (ZipException e) {
            String why = e.getMessage().contains("trailer") ? "its checksum does not match" : "it is damaged";
            throw new IOException(file + " is not a whole gzip file: " + why, e);
        }
    }

    /** Every block of a zstd file says how long it is: RFC 8878, 3.1.1. */
    private void requireWholeFrames() throws IOException {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            for (int first = in.read(); first >= 0; first = in.read()) {
                long magic = first | little(in, 3) << 8;
                boolean isSkippable = magic >> 4 == 0x184D2A5;
                int flags = isSkippable ? 0 : in.readUnsignedByte();
                int isSingle = flags >> 5 & 1;
                in.skipNBytes(
                        isSkippable
                                ? little(in, 4)
                                : 1
                                        - isSingle
                                        + (1 << (flags & 3) >> 1)
                                        + (flags >> 6 == 0 ? isSingle : 1 << (flags >> 6)));
                boolean isLast = isSkippable;
                while (!isLast) {
                    long block = little(in, 3);
                    isLast = (block & 1) == 1;
                    in.skipNBytes((block >> 1 & 3) == 1 ? 1 : block >> 3); // one byte that is repeated, or all
                }
                in.skipNBytes((flags >> 2 & 1) * 4); // a checksum, which DuckDB looks at
                if (!isSkippable && magic != 0xFD2FB528L) {
                    throw new EOFException();
                }
            }
        } catch (EOFException e) {
            throw new IOException(file + " is not a whole zstd file", e);
        }
    }

    private static long little(DataInputStream in, int bytes) throws IOException {
        long number = 0;
        for (int k = 0; k < bytes; k++) {
            number |= (long) in.readUnsignedByte() << 8 * k;
        }
        return number;
    }

    private void requireText(byte[] beginning) throws IOException {
        int newLines = 0;
        for (int k = 0; k < beginning.length; k++) {
            boolean isMark = k == 0 && beginning.length > 1 && (beginning[0] & beginning[1] & 0xFE) == 0xFE;
            if (isMark || beginning[k] == 0 && k < 2) {
                throw new IOException(file + " is UTF-16, not UTF-8\nTurn it into UTF-8: iconv -f UTF-16 -t UTF-8 "
                        + file.getFileName());
            }
            if (beginning[k] == 0) {
                throw new IOException(file + " has a NUL byte in line " + (newLines + 1) + ": it is not text in UTF-8");
            }
            newLines += beginning[k] == '\n' ? 1 : 0;
        }
    }

    private void requireNarrow(byte[] beginning, CsvDialect dialect) throws IOException {
        String header = new String(beginning, StandardCharsets.UTF_8)
                .lines()
                .findFirst()
                .orElse("");
        int columns = CsvCells.of(dialect, header).names().size();
        if (columns > MOST_COLUMNS) {
            throw new IOException(file + " has " + columns + " columns: at most " + MOST_COLUMNS + " are read"
                    + "\nPut what belongs together into lists, as JSON lines and Parquet have them.");
        }
    }

    private void requireShallowLines(QueriedDatabase log) throws SQLException, IOException {
        IOException[] refused = new IOException[1];
        String lines = "SELECT line FROM read_csv(" + Sql.string(file.toString()) + ", columns = {'line': 'VARCHAR'},"
                + " auto_detect = false, header = false, delim = '\\x01', quote = '', escape = '', max_line_size = "
                + (1 << 24) + ")";
        log.each(lines, row -> {
            byte[] bytes = (row.getString(1) + "\n").getBytes(StandardCharsets.UTF_8);
            try {
                requireShallow(bytes, bytes.length);
            } catch (IOException e) {
                refused[0] = refused[0] == null ? e : refused[0];
            }
        });
        if (refused[0] != null) {
            throw refused[0];
        }
    }

    /** DuckDB's stack is used up where JSON is nested some thousand deep, and ends the program. */
    private void requireShallow(byte[] bytes, int length) throws IOException {
        for (int k = 0; k < length; k++) {
            byte c = bytes[k];
            if (c == '\n') {
                line++;
                isQuoted = false; // no text continues in the next line
            } else if (isQuoted) {
                isQuoted = isEscaped || c != '"';
                isEscaped = !isEscaped && c == '\\';
            } else if (c == '"') {
                isQuoted = true;
            } else if (c == '[' || c == '{') {
                depth++;
                if (depth > MOST_DEPTH) {
                    throw new IOException(file + " is nested more than " + MOST_DEPTH + " deep in line " + line);
                }
            } else if (c == ']' || c == '}') {
                depth--;
            }
        }
    }
}
