package io.emphatic.logs.file;

import io.emphatic.documents.file.WholeFile;
import io.emphatic.logs.spec.RowOrder;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The keys of each row and its predictions before it was learned from, as Parquet or CSV by the ending of the name. */
public final class PredictionsFile implements AutoCloseable {
    private static final String ROW = "row";

    private final Log log;
    private final Path target;
    private final List<Expression> keys;
    private final boolean countsRows;
    private final Set<String> taken = new HashSet<>(); // names in lower case
    private final Map<String, String> types = new LinkedHashMap<>(); // DuckDB's type of each column by its name
    private final Path journalDirectory; // null for no checkpoint
    private Journal journal;

    /** @param journalDirectory where rows are kept for a checkpoint; null for no checkpoint */
    public PredictionsFile(
            Path target,
            Log log,
            List<Expression> stream,
            List<Expression> order,
            boolean gathered,
            List<String> predictions,
            Path journalDirectory) {
        Outputs.requireTable(target);
        this.log = log;
        this.target = target;
        this.keys = new ArrayList<>(stream);
        this.countsRows = order.isEmpty() && !gathered;
        this.journalDirectory = journalDirectory;
        keys.addAll(order);
        if (order.isEmpty() && gathered) {
            keys.add(new Expression(ROW, ROW, RowOrder.rowNumber(log), "BIGINT", Double.NaN));
        }
        keys.forEach(key -> addColumn(key.text(), key.isWhole() ? "BIGINT" : key.type()));
        if (countsRows) {
            addColumn(ROW, "BIGINT");
        }
        predictions.forEach(name -> addColumn(name, "DOUBLE"));
    }

    private void addColumn(String name, String type) {
        if (!taken.add(name.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException("two columns of the predictions file would be called " + name
                    + "\nGive the prediction another name.");
        }
        types.put(name, type);
    }

    public void open(long length) throws IOException {
        if (journalDirectory == null) {
            journal = new Journal(WholeFile.begin(unkeptJournal()), length, names());
            return;
        }
        Path fresh = journalDirectory.resolve(Checkpoint.FRESH_JOURNAL);
        if (length > 0) {
            Files.deleteIfExists(fresh); // of a run that was stopped before its first checkpoint
            journal = new Journal(journalDirectory.resolve(Checkpoint.JOURNAL), length, names());
        } else {
            journal = new Journal(fresh, 0, names());
        }
    }

    /** Where the rows are: a checkpoint gives them another name. */
    private Path journalFile() {
        if (journalDirectory == null) {
            return WholeFile.temporary(unkeptJournal());
        }
        Path fresh = journalDirectory.resolve(Checkpoint.FRESH_JOURNAL);
        return Files.exists(fresh) ? fresh : journalDirectory.resolve(Checkpoint.JOURNAL);
    }

    /** Where no checkpoint is kept: the target itself, or the CSV file from which the Parquet file is made. */
    private Path unkeptJournal() {
        return isParquet() ? target.resolveSibling(target.getFileName() + ".csv") : target;
    }

    private boolean isParquet() {
        return target.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(".parquet");
    }

    /** What the query has to give beside numbers; the streams come first. */
    public List<Expression> keys() {
        return keys;
    }

    public List<String> names() {
        return List.copyOf(types.keySet());
    }

    /** Writes the predictions for a row, counted from 0. */
    public void write(long row, Object[] key, double[] numbers) throws IOException {
        for (Object one : key) {
            journal.key(one);
        }
        if (countsRows) {
            journal.key(row + 1);
        }
        for (double number : numbers) {
            journal.number(number);
        }
        journal.endLine();
    }

    public long force() throws IOException {
        return journal.force();
    }

    public void publish() throws IOException {
        journal.close();
        Path journalFile = journalFile();
        if (isParquet()) {
            Path converted = WholeFile.begin(target);
            try {
                log.ask(target + " cannot be written", () -> log.convertToParquet(journalFile, types, converted));
                WholeFile.publish(converted, target);
            } finally {
                WholeFile.discard(converted);
            }
        } else if (journalDirectory != null) {
            WholeFile.write(target, out -> Files.copy(journalFile, out));
        } else {
            WholeFile.publish(journalFile, target);
        }
        if (journalDirectory == null || journalFile.endsWith(Checkpoint.FRESH_JOURNAL)) {
            Files.deleteIfExists(journalFile);
        }
    }

    /** Without {@link #publish}, leaves no file but those that a checkpoint needs. */
    @Override
    public void close() throws IOException {
        if (journal != null && journalDirectory == null) {
            journal.discard();
        } else if (journal != null) {
            journal.close();
        }
    }
}
