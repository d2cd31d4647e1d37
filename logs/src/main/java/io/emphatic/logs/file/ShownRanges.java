package io.emphatic.logs.file;

import io.emphatic.documents.text.Numbers;
import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.ValueRanges.DeclaredRange;
import io.emphatic.logs.spec.ValueRanges.WatchedNumber;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What the numbers of rows have been so far, and which rows lie beyond ({@link #RULE}): one reading of a broken sensor
 * must not undo what thousands have taught. {@value #FIRST} rows beyond, without as many times {@value #FIRST} others
 * between them, are no accident: the range is widened. One thread at a time.
 */
public final class ShownRanges {
    static final int FIRST = 256;
    static final double MARGIN = 10;
    static final double FAR = 1000;

    static final double LARGEST = 1e150; // squares of larger numbers leave the range of numbers

    /** The rule in words. */
    public static final String RULE = "A row is not learned from if a number that a feature or a cumulant is lies"
            + " further than " + (int) MARGIN + " times the width of what the rows before have shown from it, once "
            + FIRST + " of them had changed; is more than " + (int) FAR + " times as large as all that " + FIRST
            + " rows or more have shown; or outside of the range that the spec declares.";

    private static final class Shown {
        double last = Double.NaN;
        long changes; // how often a value was another than the one before
        double low = Double.POSITIVE_INFINITY; // since half of the changes
        double high = Double.NEGATIVE_INFINITY;
        double lowBefore = Double.POSITIVE_INFINITY; // in the time before, which was half as long
        double highBefore = Double.NEGATIVE_INFINITY;
        long end = FIRST; // how many changes end the present time
        long strange; // FIRST for each row beyond, less 1 for each other
        int rows; // at most FIRST

        private double lowest = -LARGEST; // that is admitted
        private double highest = LARGEST;
        private DeclaredRange declared; // null for none
        private double seenLow; // in the rows that were looked at, before they are added
        private double seenHigh;
        private long seenChanges;

        void declare(DeclaredRange range) {
            declared = range;
            setAdmitted();
        }

        /** Looks at rows: whether they are admitted, in any order. */
        boolean admits(double[] column, int from, int count) {
            double least = low;
            double most = high;
            double before = last;
            long changed = 0;
            for (int k = from; k < from + count; k++) {
                double value = column[k];
                if (!(value >= lowest && value <= highest)) {
                    return false;
                }
                least = value < least ? value : least;
                most = value > most ? value : most;
                changed += value == before ? 0 : 1;
                before = value;
            }
            seenLow = least;
            seenHigh = most;
            seenChanges = changed;
            return true;
        }

        /** Whether what is admitted can only become more while the rows that were looked at are added one by one. */
        boolean isSteady() {
            boolean wasZero = changes < FIRST && low == 0 && high == 0 && declared == null; // admits anything so far
            boolean isLess = wasZero && (seenLow != 0 || seenHigh != 0);
            return rows == FIRST && changes + seenChanges < end && !isLess;
        }

        /** Adds the rows that were looked at; {@code value} is that of the last one. */
        void add(int count, double value) {
            strange = Math.max(0, strange - count);
            boolean boundsMove = seenLow < low || seenHigh > high || rows < FIRST;
            low = seenLow;
            high = seenHigh;
            changes += seenChanges;
            rows = Math.min(FIRST, rows + count);
            last = value;
            if (changes >= end) {
                lowBefore = low;
                highBefore = high;
                low = value;
                high = value;
                end = 2 * changes;
                boundsMove = true;
            }
            if (boundsMove) {
                setAdmitted();
            }
        }

        private void setAdmitted() {
            double from = Math.min(low, lowBefore);
            double to = Math.max(high, highBefore);
            double margin = MARGIN * (to - from);
            double largest = FAR * Math.max(Math.max(Math.abs(from), Math.abs(to)), to - from);
            boolean isKnown = changes >= FIRST;
            boolean isFree = !isKnown && (rows < FIRST || largest == 0);
            if (declared != null) {
                lowest = declared.low();
                highest = declared.high();
            } else {
                lowest = Math.max(-LARGEST, isKnown ? from - margin : isFree ? -LARGEST : -largest);
                highest = Math.min(LARGEST, isKnown ? to + margin : isFree ? LARGEST : largest);
            }
        }

        void pass(double value) {
            strange += FIRST;
            if (strange >= (long) FIRST * FIRST && Math.abs(value) <= LARGEST) {
                strange = 0;
                seenLow = Math.min(low, value);
                seenHigh = Math.max(high, value);
                seenChanges = value == last ? 0 : 1;
                add(1, value);
            }
        }

        void exchange(SavedState state) throws IOException {
            double[] numbers = {last, changes, low, high, lowBefore, highBefore, end, strange, rows};
            state.numbers(numbers, numbers.length);
            last = numbers[0];
            changes = (long) numbers[1];
            low = numbers[2];
            high = numbers[3];
            lowBefore = numbers[4];
            highBefore = numbers[5];
            end = (long) numbers[6];
            strange = (long) numbers[7];
            rows = (int) numbers[8];
            setAdmitted();
        }
    }

    private final Map<String, Shown> shown = new LinkedHashMap<>();
    private final Map<String, Long> beyond = new TreeMap<>(); // rows, by column
    private long rowsBeyond;
    private boolean wasBeyond; // the last row
    private boolean wasBeyondBefore; // the row before it
    private Plan plan; // of the last row; null before the first
    private WatchedNumber[] watched = {};
    private Shown[] columns = {}; // of those

    private void use(Plan next) {
        plan = next;
        watched = next.watched().toArray(new WatchedNumber[0]);
        columns = new Shown[watched.length];
        for (int k = 0; k < columns.length; k++) {
            columns[k] = watched[k].declared() == null
                    ? shown.computeIfAbsent(watched[k].name(), none -> new Shown())
                    : new Shown();
            columns[k].declare(watched[k].declared());
        }
    }

    /** Whether a row lies beyond what was shown before it. It counts from now on, also in {@code counts}. */
    boolean isBeyond(Plan next, double[][] numbers, int row, ShownRanges counts) {
        if (next != plan) {
            use(next);
        }
        boolean found = false;
        for (int k = 0; k < columns.length; k++) {
            double[] column = numbers[watched[k].slot()];
            if (!columns[k].admits(column, row, 1)) {
                found = true;
                counts.beyond.merge(watched[k].name(), 1L, Long::sum);
                columns[k].pass(column[row]);
            }
        }
        for (int k = 0; k < columns.length && !found; k++) {
            columns[k].add(1, numbers[watched[k].slot()][row]);
        }
        counts.rowsBeyond += found ? 1 : 0;
        wasBeyondBefore = wasBeyond;
        wasBeyond = found;
        return found;
    }

    /**
     * Whether none of these rows, which are not read again, lies beyond. They count from now on then; otherwise nothing
     * has changed, and each is to be looked at by itself.
     */
    boolean includes(Plan next, double[][] numbers, int from, int count) {
        if (next != plan) {
            use(next);
        }
        for (int k = 0; k < columns.length; k++) {
            if (!columns[k].admits(numbers[watched[k].slot()], from, count) || !columns[k].isSteady()) {
                return false;
            }
        }
        for (int k = 0; k < columns.length; k++) {
            columns[k].add(count, numbers[watched[k].slot()][from + count - 1]);
        }
        wasBeyondBefore = wasBeyond && count == 1;
        wasBeyond = false;
        return true;
    }

    /** What was said of a row that is read again: 1 for the last one, 2 for the one before. */
    boolean wasBeyond(long back) {
        return back == 1 ? wasBeyond : wasBeyondBefore;
    }

    /** Rows from now on are counted. */
    public void forgetCounts() {
        beyond.clear();
        rowsBeyond = 0;
    }

    public long rowsBeyond() {
        return rowsBeyond;
    }

    /** How many by column, for those that had any. */
    public Map<String, Long> counts() {
        return Map.copyOf(beyond);
    }

    /** What to say of the rows beyond; empty for none. */
    public Optional<Finding> finding(Plan of) {
        String declared = counts(of, true);
        String others = counts(of, false);
        String message = Numbers.count(rowsBeyond, "row")
                + (declared.isEmpty() ? "" : " outside of the range that the spec declares (" + declared + ")")
                + (declared.isEmpty() || others.isEmpty() ? "" : " or")
                + (others.isEmpty() ? "" : " beyond what the rows before have shown (" + others + ")");
        String remedy = others.isEmpty()
                ? "Declare a wider range if these values are right."
                : "ranges in the spec says what is right: ranges: {COLUMN: [LOW, HIGH]}, or none.";
        String columns = String.join(", ", beyond.keySet());
        return Optional.of(new Finding(
                        Finding.Severity.WARNING,
                        "beyond",
                        columns,
                        message + ", not learned from",
                        List.of(),
                        "",
                        remedy))
                .filter(some -> rowsBeyond > 0);
    }

    private String counts(Plan of, boolean isDeclared) {
        return columns(of).stream()
                .filter(one -> one.isDeclared == isDeclared && one.beyond > 0)
                .map(one -> one.name + " " + Numbers.count(one.beyond))
                .collect(Collectors.joining(", "));
    }

    /** A column and the rows beyond its range, which is NaN where nothing is known yet. */
    public record ColumnRange(String name, double low, double high, boolean isDeclared, long beyond) {}

    public List<ColumnRange> columns(Plan of) {
        return of.watched().stream()
                .map(one -> {
                    long rows = beyond.getOrDefault(one.name(), 0L);
                    Shown known = shown.get(one.name());
                    if (one.declared() != null) {
                        return new ColumnRange(
                                one.name(), one.declared().low(), one.declared().high(), true, rows);
                    }
                    if (known == null || known.changes < FIRST) {
                        return new ColumnRange(one.name(), Double.NaN, Double.NaN, false, rows);
                    }
                    double from = Math.min(known.low, known.lowBefore);
                    double to = Math.max(known.high, known.highBefore);
                    return new ColumnRange(
                            one.name(), from - MARGIN * (to - from), to + MARGIN * (to - from), false, rows);
                })
                .toList();
    }

    public void exchange(SavedState state) throws IOException {
        List<String> names = List.copyOf(shown.keySet());
        int count = state.count(names.size());
        for (int k = 0; k < count; k++) {
            String name = name(k < names.size() ? names.get(k) : null, state);
            shown.computeIfAbsent(name, none -> new Shown()).exchange(state);
        }
        List<String> counted = List.copyOf(beyond.keySet());
        int countedCount = state.count(counted.size());
        for (int k = 0; k < countedCount; k++) {
            String name = name(k < counted.size() ? counted.get(k) : null, state);
            beyond.put(name, state.whole(beyond.getOrDefault(name, 0L)));
        }
        rowsBeyond = state.whole(rowsBeyond);
        wasBeyond = state.flag(wasBeyond);
        wasBeyondBefore = state.flag(wasBeyondBefore);
    }

    private static String name(String known, SavedState state) throws IOException {
        byte[] bytes = known == null ? null : known.getBytes(StandardCharsets.UTF_8);
        return new String(state.bytes(bytes), StandardCharsets.UTF_8);
    }
}
