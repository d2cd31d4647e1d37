package io.emphatic.logs.file;

import io.emphatic.logs.spec.RowOrder;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.Sql;
import io.emphatic.logs.sql.SqlFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;

/**
 * The file of predictions: the keys of each row and, per prediction, the value predicted for S_t before learning from
 * the row and δ_t, empty where nothing was learned. Keys are the stream and the order, or the number of the row where
 * there is no order. Rows come in the order of learning. Parquet or CSV by the ending of its name.
 */
public final class PredictionsFile implements AutoCloseable {
    private static final String ROW = "row";

    private final Log log;
    private final Path target;
    private final List<Expression> keys;
    private final boolean countsRows;
    private final List<String> names = new ArrayList<>();
    private final List<String> types = new ArrayList<>();
    private final Path journalDirectory; // null where nothing is kept
    private Journal journal;

    /**
     * @param predictions the names of the columns behind the keys; all are numbers
     * @param order tells whether the file's rows had to be gathered by stream
     */
    public PredictionsFile(
            Path target,
            Log log,
            List<Expression> stream,
            List<Expression> order,
            RowOrder rowOrder,
            List<String> predictions,
            Path journalDirectory)
            throws IOException {
        requireKnownEnding(target);
        this.log = log;
        this.target = target;
        this.keys = new ArrayList<>(stream);
        this.countsRows = order.isEmpty() && !rowOrder.isGathered();
        if (!order.isEmpty()) {
            keys.addAll(order);
        } else if (rowOrder.isGathered()) {
            keys.add(new Expression(ROW, ROW, RowOrder.rowNumber(log), "BIGINT", Double.NaN));
        }
        for (Expression key : keys) {
            names.add(key.text());
            types.add(key.isWhole() ? "BIGINT" : key.type());
        }
        if (countsRows) {
            names.add(ROW);
            types.add("BIGINT");
        }
        for (String prediction : predictions) {
            names.add(prediction);
            types.add("DOUBLE");
        }
        requireDistinct();
        this.journalDirectory = journalDirectory;
    }

    public static void requireKnownEnding(Path target) {
        String name = target.getFileName().toString().toLowerCase(Locale.ROOT);
        if (!name.endsWith(".csv") && !name.endsWith(".parquet")) {
            throw new IllegalArgumentException("a predictions file ends in .csv or .parquet: " + target);
        }
    }

    private void requireDistinct() {
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (!seen.add(name.toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException("two columns of the predictions file would be called " + name
                        + "\nGive the prediction another name.");
            }
        }
    }

    /** Begins, or goes on behind the first {@code length} bytes. */
    public void open(long length) throws IOException {
        if (journalDirectory == null) {
            journal = new Journal(Unfinished.add(AtomicFile.beside(target)), length, names);
            return;
        }
        Path fresh = journalDirectory.resolve(Checkpoint.FRESH_JOURNAL);
        if (length > 0) {
            Files.deleteIfExists(fresh); // of a run that was stopped before its first checkpoint
            journal = new Journal(journalDirectory.resolve(Checkpoint.JOURNAL), length, names);
        } else {
            journal = new Journal(fresh, 0, names);
        }
    }

    /** Where the rows are: a checkpoint gives them another name. */
    private Path journalFile() throws IOException {
        if (journalDirectory == null) {
            return AtomicFile.beside(target);
        }
        Path fresh = journalDirectory.resolve(Checkpoint.FRESH_JOURNAL);
        return Files.exists(fresh) ? fresh : journalDirectory.resolve(Checkpoint.JOURNAL);
    }

    /** What the query has to give beside numbers; the streams come first. */
    public List<Expression> keys() {
        return keys;
    }

    List<String> names() {
        return names;
    }

    /** Begins the line of a row, counted from 0, with its keys. */
    public void begin(long row, Rows.Key key) {
        for (int k = 0; k < keys.size(); k++) {
            if (key.isAbsent(k)) {
                journal.absent();
            } else if (key.isWhole(k)) {
                journal.whole(key.whole(k));
            } else {
                journal.text(key.text(k));
            }
        }
        if (countsRows) {
            journal.whole(row + 1);
        }
    }

    /** The next number of the line. */
    public void number(double value) {
        journal.number(value);
    }

    public void endLine() throws IOException {
        journal.endLine();
    }

    public long force() throws IOException {
        return journal.force();
    }

    /** Gives the finished file its name. */
    public void publish() throws IOException {
        journal.close();
        Path journalFile = journalFile();
        boolean parquet =
                target.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(".parquet");
        Path temporary = AtomicFile.beside(target);
        if (parquet) {
            Path converted = Unfinished.add(temporary.resolveSibling(temporary.getFileName() + ".parquet"));
            try {
                convert(journalFile, converted);
                AtomicFile.publish(converted, target);
            } finally {
                Files.deleteIfExists(converted);
                Unfinished.remove(converted);
            }
        } else if (journalDirectory != null) {
            AtomicFile.write(target, out -> Files.copy(journalFile, out));
        } else {
            AtomicFile.publish(journalFile, target);
        }
        if (journalDirectory == null || journalFile.endsWith(Checkpoint.FRESH_JOURNAL)) {
            Files.deleteIfExists(journalFile);
        }
    }

    /** One thread writes row groups in one order: the same rows are the same bytes. */
    private void convert(Path csv, Path parquet) throws IOException {
        StringJoiner columns = new StringJoiner(", ", "{", "}");
        for (int k = 0; k < names.size(); k++) {
            columns.add(Sql.string(names.get(k)) + ": " + Sql.string(types.get(k)));
        }
        try {
            log.execute("SET threads = 1");
            log.execute("COPY (SELECT * FROM read_csv(" + Sql.string(csv.toString())
                    + ", header = true, auto_detect = false, delim = ',', quote = '\"', allow_quoted_nulls = false, escape = '\"', columns = "
                    + columns
                    + ")) TO " + Sql.string(parquet.toString()) + " (FORMAT parquet, COMPRESSION zstd)");
            log.execute("RESET threads");
        } catch (SQLException e) {
            throw new IOException(target + " cannot be written: " + SqlFailure.message(e), e);
        }
    }

    /** Without {@link #publish}, leaves nothing behind but what a checkpoint needs. */
    @Override
    public void close() throws IOException {
        if (journal != null && journalDirectory == null) {
            journal.discard();
        } else if (journal != null) {
            journal.close();
        }
    }
}
