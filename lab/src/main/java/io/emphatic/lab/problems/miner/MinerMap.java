package io.emphatic.lab.problems.miner;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The map of a Miner problem: a rectangle of cells, each a letter of its block.
 *
 * <p>{@code A}, {@code B}, {@code C} and {@code D} are the blocks, {@code S} the start (a cell of Block A), {@code G}
 * the gold (a cell of Block C) and {@code #} a wall. Blanks in a row and empty lines count for nothing.
 */
public final class MinerMap {
    /**
     * The map of the paper as its text describes it: the drawing (Figure 1) is not in the source that we have, so that
     * this is our reconstruction. Two routes lead from S to the gold, straight up through the two cells of Block D and
     * round through Block B.
     */
    public static final MinerMap PAPER = parse("""
            G C C C
            D # # B
            D # # B
            S A A A
            """);

    private static final String LETTERS = "SGABCD#";

    private final char[][] cells;
    final int start;
    final int gold;

    private MinerMap(char[][] cells) {
        this.cells = cells;
        this.start = only('S', "the start, a cell of Block A");
        this.gold = only('G', "the gold, a cell of Block C");
        checkReachable();
    }

    /** @throws IllegalArgumentException if the text is not a map: the message says what is wrong, and where */
    public static MinerMap parse(String text) {
        List<char[]> rows = new ArrayList<>();
        String[] lines = text.replaceFirst("^\uFEFF", "").split("\\R"); // some editors begin a file with a mark
        for (int line = 0; line < lines.length; line++) {
            char[] row = lines[line].replaceAll("\\s", "").toCharArray();
            if (row.length > 0) {
                checkLetters(row, line + 1);
                rows.add(row);
                int width = rows.get(0).length;
                require(
                        row.length == width,
                        "the map is not a rectangle: line " + (line + 1) + " has " + row.length
                                + " cells where the first row has " + width + "\nFill it up with # (wall).");
            }
        }
        require(!rows.isEmpty(), "the map is empty: it needs at least S, G and a cell of Block D");
        return new MinerMap(rows.toArray(char[][]::new));
    }

    private static void checkLetters(char[] row, int line) {
        for (int column = 0; column < row.length; column++) {
            char letter = row[column];
            if (LETTERS.indexOf(letter) < 0) {
                boolean lowerCase = LETTERS.indexOf(Character.toUpperCase(letter)) >= 0;
                throw new IllegalArgumentException(
                        "the map has an unknown letter: " + letter + " (line " + line + ", cell "
                                + (column + 1) + ")\n"
                                + (lowerCase
                                        ? "Write it " + String.valueOf(letter).toUpperCase(Locale.ROOT) + "."
                                        : "A cell is one of S (start), G (gold), A, B, C, D (blocks) and # (wall)."));
            }
        }
    }

    private int only(char letter, String meaning) {
        List<Integer> found = cells(letter);
        String places = String.join(", ", found.stream().map(this::place).toList());
        require(!found.isEmpty(), "the map has no " + letter + " (" + meaning + "): it needs exactly one");
        require(
                found.size() == 1,
                "the map has " + found.size() + " cells " + letter + " (" + meaning + ") where it needs exactly one: "
                        + places);
        return found.get(0);
    }

    /** A miner that cannot reach the gold collects none; a miner that cannot reach a trap is never entrapped. */
    private void checkReachable() {
        boolean[] reached = new boolean[size()];
        Deque<Integer> open = new ArrayDeque<>(List.of(start));
        reached[start] = true;
        while (!open.isEmpty()) {
            int cell = open.remove();
            for (Move move : Move.values()) {
                int next = cell == gold ? start : neighbour(cell, move);
                if (!reached[next]) {
                    reached[next] = true;
                    open.add(next);
                }
            }
        }
        require(
                reached[gold],
                "the gold cannot be reached from S: there is no way from " + place(start) + " to " + place(gold)
                        + "\nOpen a way through the walls (#).");
        require(
                !trapCells().isEmpty(),
                "the map has no cell of Block D: there would be no traps, and a run ends after a number of entrapments");
        require(
                trapCells().stream().anyMatch(cell -> reached[cell]),
                "no cell of Block D can be reached from S without passing the gold: nobody would ever be entrapped, and a"
                        + " run ends after a number of entrapments");
    }

    static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    private String place(int cell) {
        return "row " + (cell / columns() + 1) + ", cell " + (cell % columns() + 1);
    }

    private int columns() {
        return cells[0].length;
    }

    int size() {
        return cells.length * columns();
    }

    private char letter(int cell) {
        return cells[cell / columns()][cell % columns()];
    }

    Block block(int cell) {
        return switch (letter(cell)) {
            case 'S' -> Block.A;
            case 'G' -> Block.C;
            default -> Block.valueOf(String.valueOf(letter(cell)));
        };
    }

    List<Integer> trapCells() {
        return cells('D');
    }

    private List<Integer> cells(char letter) {
        return IntStream.range(0, size())
                .filter(cell -> letter(cell) == letter)
                .boxed()
                .toList();
    }

    /** Where a move leads: into a wall or off the map it leads nowhere. */
    int neighbour(int cell, Move move) {
        int row = cell / columns() + move.down;
        int column = cell % columns() + move.right;
        boolean inside = row >= 0 && row < cells.length && column >= 0 && column < columns();
        return inside && cells[row][column] != '#' ? row * columns() + column : cell;
    }

    /** {@code S} and {@code G}, and the other cells by their block and a number: {@code D1}, {@code D2}. */
    String cellName(int cell) {
        char letter = letter(cell);
        return letter
                + (cell == start || cell == gold
                        ? ""
                        : String.valueOf(1 + cells(letter).indexOf(cell)));
    }

    /** The map as it is written: rows of letters with blanks between them. */
    @Override
    public String toString() {
        return Arrays.stream(cells)
                .map(row -> String.join(" ", String.valueOf(row).split("")) + "\n")
                .collect(Collectors.joining());
    }

    enum Move {
        LEFT(-1, 0),
        RIGHT(1, 0),
        UP(0, -1),
        DOWN(0, 1);

        final int right;
        final int down;

        Move(int right, int down) {
            this.right = right;
            this.down = down;
        }
    }

    /** A block of the map. The learner sees nothing else: one binary feature for each, in this order. */
    public enum Block {
        /** Where the miner starts. */
        A,
        /** The way round. */
        B,
        /** Where the gold is. */
        C,
        /** Where the traps are. */
        D
    }
}
