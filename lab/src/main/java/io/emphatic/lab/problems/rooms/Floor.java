package io.emphatic.lab.problems.rooms;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The map of the four rooms: an 11 × 11 grid, zero-based from the bottom left, x to the right, y up.
 *
 * <pre>
 *   10  . . . . . # . . . . .
 *    9  . . . . . # . . . . .
 *    8  . . . . . H . . . . .
 *    7  . . . . . # . . . . .
 *    6  . . . . . # . . . . .
 *    5  # H # # # # . . . . .
 *    4  . . . . . # # # H # #
 *    3  . . . . . # . . . . .
 *    2  . . . . . # . . . . .
 *    1  . . . . . H . . . . .
 *    0  . . . . . # . . . . .
 *       0 1 2 3 4 5 6 7 8 9 10
 * </pre>
 */
final class Floor {
    static final int WIDTH = 11;
    static final int NOWHERE = -1;

    enum Direction {
        UP(0, 1),
        DOWN(0, -1),
        LEFT(-1, 0),
        RIGHT(1, 0);

        private final int dx;
        private final int dy;

        Direction(int dx, int dy) {
            this.dx = dx;
            this.dy = dy;
        }
    }

    /** A room, from its lowest to its highest cell, and its two hallways. */
    enum Room {
        BOTTOM_LEFT(new Square(0, 0), new Square(4, 4), new Square(5, 1), new Square(1, 5)),
        TOP_LEFT(new Square(0, 6), new Square(4, 10), new Square(1, 5), new Square(5, 8)),
        BOTTOM_RIGHT(new Square(6, 0), new Square(10, 3), new Square(5, 1), new Square(8, 4)),
        TOP_RIGHT(new Square(6, 5), new Square(10, 10), new Square(5, 8), new Square(8, 4));

        private final Square low;
        private final Square high;
        final List<Square> hallways;

        Room(Square low, Square high, Square... hallways) {
            this.low = low;
            this.high = high;
            this.hallways = List.of(hallways);
        }

        boolean contains(Square cell) {
            return cell.x >= low.x && cell.x <= high.x && cell.y >= low.y && cell.y <= high.y;
        }
    }

    record Square(int x, int y) {
        @Override
        public String toString() {
            return "(" + x + "," + y + ")";
        }
    }

    private final List<Square> cells = new ArrayList<>();

    Floor() {
        for (int y = 0; y < WIDTH; y++) {
            for (int x = 0; x < WIDTH; x++) {
                Square cell = new Square(x, y);
                boolean free = Arrays.stream(Room.values())
                        .anyMatch(room -> room.contains(cell) || room.hallways.contains(cell));
                if (free) {
                    cells.add(cell);
                }
            }
        }
    }

    /** The free cells, row by row from the bottom left; the number of a cell is its place here. */
    List<Square> cells() {
        return cells;
    }

    /** Where a move leads; into a wall, or off the map, nowhere: it stays put. */
    int after(int number, Direction move) {
        Square from = cells.get(number);
        int to = cells.indexOf(new Square(from.x + move.dx, from.y + move.dy));
        return to < 0 ? number : to;
    }

    int[] distances(int goal) {
        int[] distances = new int[cells.size()];
        Arrays.fill(distances, NOWHERE);
        distances[goal] = 0;
        List<Integer> queue = new ArrayList<>(List.of(goal));
        for (int k = 0; k < queue.size(); k++) {
            int cell = queue.get(k);
            for (Direction move : Direction.values()) {
                int neighbour = after(cell, move);
                if (distances[neighbour] == NOWHERE) {
                    distances[neighbour] = distances[cell] + 1;
                    queue.add(neighbour);
                }
            }
        }
        return distances;
    }
}
