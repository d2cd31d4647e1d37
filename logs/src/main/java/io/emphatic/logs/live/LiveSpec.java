package io.emphatic.logs.live;

import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.spec.EvaluationPlan;
import io.emphatic.logs.spec.EvaluationSpec;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.FeatureMap;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.RowBatch;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A spec for rows that come one by one or some at a time. Expressions are evaluated by DuckDB, in memory and without
 * access to files or the network; it is left out where every expression is a column or a number. One thread at a time.
 */
public final class LiveSpec implements Closeable {
    private final Spec spec;
    private final FeatureMap known;
    private final Set<String> added;
    private final SpecColumns mentioned;
    private ColumnTypes types;
    private CompiledSpec compiled; // null as long as columns are missing, which rows may bring

    private LiveSpec(Spec spec, ColumnTypes types, FeatureMap known, Set<String> added) {
        this.spec = spec;
        this.known = known;
        this.added = added;
        this.types = types.with(spec.shape().types());
        this.mentioned = new SpecColumns(spec, known);
    }

    /**
     * Compiles a spec. Where types grow and none is known, errors in expressions may show with the first rows.
     *
     * @param known the features of a model to continue from; null for those of the spec
     * @throws IllegalArgumentException if the spec cannot be compiled; the message says why
     */
    public static LiveSpec of(Spec spec, ColumnTypes types, FeatureMap known) throws IOException {
        return of(spec, types, known, Set.of());
    }

    /** @param added predictions that came later: a row that does not fit one of them is one for the others */
    public static LiveSpec of(Spec spec, ColumnTypes types, FeatureMap known, Set<String> added) throws IOException {
        requireRows(spec);
        LiveSpec live = new LiveSpec(spec, types, known, added);
        if (types.isGrowing()) {
            live.mentioned.requireNoPattern();
            FeatureBlock.firstOpen(known == null ? spec.features() : List.of()).ifPresent(open -> {
                throw new IllegalArgumentException(open.unknown());
            });
            if (!types.asMap().isEmpty()) {
                live.recompile(live.types.only(live.mentioned::has));
            } else {
                live.mentioned.requireForms();
            }
        } else {
            live.compiled = CompiledSpec.of(spec, live.types, known, added);
        }
        return live;
    }

    /** Compiles an evaluation, whose columns are all known, with the features that a log has, or null. */
    public static LiveSpec of(EvaluationSpec evaluation, ColumnTypes types, FeatureMap known) throws IOException {
        requireRows(evaluation.spec());
        LiveSpec live = new LiveSpec(evaluation.spec(), types, known, Set.of());
        live.compiled = CompiledSpec.of(evaluation, live.types, known);
        return live;
    }

    private static void requireRows(Spec spec) {
        if (spec.shape().unnest()) {
            throw new IllegalArgumentException("unnest: rows of lists are for logs: send one row for each step");
        }
    }

    /** What was compiled. */
    public Spec spec() {
        return spec;
    }

    /** The names of the predictions, in the order of all arrays by prediction. */
    public List<String> predictions() {
        return spec.predictions().stream().map(Spec.Prediction::name).toList();
    }

    /** Whether the columns are known, so that {@link #features} are. Always, where types are fixed. */
    public boolean isCompiled() {
        return compiled != null;
    }

    /** The names of the features, in the order of the weights. */
    public List<String> features() {
        return featureMap().names();
    }

    /** How columns become features. */
    public FeatureMap featureMap() {
        return compiled().plan().featureMap();
    }

    /** The types of the columns so far. */
    public ColumnTypes types() {
        return types;
    }

    /** The spec resolved against the columns. */
    public Plan plan() {
        return compiled().plan();
    }

    /** The plan of {@code evaluate}; null where rows are learned from. */
    public EvaluationPlan evaluationPlan() {
        return compiled().evaluation();
    }

    CompiledSpec compiled() {
        if (compiled == null) {
            throw new IllegalStateException("no row has come yet that tells which columns there are");
        }
        return compiled;
    }

    /** A row for each, in their order: never fails because of what a row holds. Best are up to 2,048 at a time. */
    public List<LiveRow> evaluate(List<? extends Map<String, ?>> rows) throws IOException {
        return evaluate(rows, RowBatch.SECONDS);
    }

    private List<LiveRow> evaluate(List<? extends Map<String, ?>> rows, int seconds) throws IOException {
        if (!types.isGrowing()) {
            return compiled.evaluate(rows, seconds);
        }
        // Types are those of rows that are accepted: a refused one changes nothing.
        ColumnTypes wanted = grown(rows);
        for (boolean isAgain = false; ; isAgain = true) {
            boolean isCompiled = compiled != null && wanted.equals(types);
            CompiledSpec next;
            try {
                next = isCompiled ? compiled : CompiledSpec.of(spec, wanted, known, added);
            } catch (IllegalArgumentException e) {
                return Collections.nCopies(rows.size(), LiveRow.refusedBySpec(e.getMessage()));
            }
            List<LiveRow> found = next.evaluate(rows, seconds);
            List<Map<String, ?>> accepted = new ArrayList<>();
            for (int k = 0; k < rows.size(); k++) {
                if (!found.get(k).isRefused()) {
                    accepted.add(rows.get(k));
                }
            }
            ColumnTypes kept = grown(accepted);
            if (isCompiled || kept.equals(wanted) || isAgain && !accepted.isEmpty()) {
                replace(next, wanted);
                return found;
            }
            next.close();
            if (accepted.isEmpty()) {
                return found;
            }
            wanted = kept;
        }
    }

    /** The rows of columns, from one on and before another, in these seconds; 0 for any time. */
    public List<LiveRow> evaluate(LiveColumns rows, int from, int to, int seconds) throws IOException {
        return compiled != null && compiled.isPlain() && fits(rows)
                ? compiled.evaluate(rows, from, to)
                : evaluate(rows.maps(from, to), seconds);
    }

    /** Whether no value would change a type, or does not have it. */
    private boolean fits(LiveColumns rows) {
        List<String> names = rows.names();
        for (int c = 0; c < names.size(); c++) {
            String name = names.get(c);
            String type = rows.type(c);
            if (type != null && mentioned.has(name)) {
                String known = types.asMap().get(name);
                if (!type.equals(known) && !(type.equals("BIGINT") && "DOUBLE".equals(known))) {
                    return false;
                }
            }
        }
        return true;
    }

    private ColumnTypes grown(List<? extends Map<String, ?>> rows) {
        ColumnTypes grown = types;
        for (Map<String, ?> row : rows) {
            for (Map.Entry<String, ?> cell : row.entrySet()) {
                if (mentioned.has(cell.getKey())) {
                    grown = grown.including(cell.getKey(), cell.getValue());
                }
            }
        }
        return grown;
    }

    private void recompile(ColumnTypes wanted) throws IOException {
        replace(CompiledSpec.of(spec, wanted, known, added), wanted);
    }

    private void replace(CompiledSpec next, ColumnTypes wanted) throws IOException {
        if (compiled != null && compiled != next) {
            compiled.close();
        }
        compiled = next;
        types = wanted;
    }

    /** Continues with the types of earlier rows, where they are growing. */
    void restoreTypes(Map<String, String> earlier) throws IOException {
        if (types.isGrowing() && !earlier.isEmpty() && compiled == null) {
            recompile(ColumnTypes.growing(earlier).with(spec.shape().types()));
        }
    }

    /** Why rows before and from now on are not computed alike, and what to do; null if they are. */
    public String changedMeaning(ColumnTypes before) {
        if (compiled == null) {
            return null;
        }
        for (Map.Entry<String, String> column : types.asMap().entrySet()) {
            String name = column.getKey();
            String known = before.asMap().get(name);
            if (known == null && isImplied(name)) {
                return name + " has come for the first time, and the rows before do not say whether they are\nWrite "
                        + name
                        + " in every row from the first on. A service that begins with columns: {" + name
                        + ": BOOLEAN} and " + name + ": coalesce(" + name
                        + ", false) in its spec takes rows with it and without.";
            }
            if ("BIGINT".equals(known) && column.getValue().equals("DOUBLE")) {
                Optional<String> expression = SpecColumns.dependent(compiled.plan(), name);
                if (expression.isPresent()) {
                    return name + " was a whole number before, and " + expression.get()
                            + " is computed in another way where it is a fraction\nDeclare the type in the spec (columns: {"
                            + name + ": DOUBLE}) and start the service again: it learns its log anew.";
                }
            }
        }
        return null;
    }

    /** Whether a column is the flag of an end or a cut without being written in the spec. */
    private boolean isImplied(String column) {
        return column.equalsIgnoreCase("terminated") && spec.terminated() == null
                || column.equalsIgnoreCase("truncated") && spec.truncated() == null;
    }

    /** Goes back to the types before rows that were evaluated and then not taken. */
    public void resetTypes(ColumnTypes before) throws IOException {
        if (!before.equals(types)) {
            try {
                recompile(before);
            } catch (IllegalArgumentException e) { // columns were missing then, and are again
                close();
                compiled = null;
                types = before;
            }
        }
    }

    /** A row that was sent elsewhere as its stream, its time and its numbers, by a spec with the same fixed types. */
    public LiveRow row(StreamKey stream, StreamKey time, double[] numbers) {
        if (numbers.length != compiled().plan().slots().size()) {
            throw new IllegalArgumentException(
                    "a row of this spec has " + compiled.plan().slots().size() + " numbers, not " + numbers.length);
        }
        return new LiveRow(compiled, stream, time, numbers, null, null, false);
    }

    @Override
    public void close() throws IOException {
        if (compiled != null) {
            compiled.close();
        }
    }
}
