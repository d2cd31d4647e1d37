package io.emphatic.lab.problems.rooms;

import io.emphatic.lab.FiniteProblem;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.Question;
import io.emphatic.lab.problems.rooms.Floor.Direction;
import io.emphatic.lab.problems.rooms.Floor.Room;
import io.emphatic.lab.problems.rooms.Floor.Square;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The Four Rooms task: Ghiassian &amp; Sutton (2021), "An Empirical Comparison of Off-policy Prediction Learning
 * Algorithms in the Four Rooms Environment"; the map is that of Sutton, Precup &amp; Singh (1999).
 *
 * <p>One behaviour wanders over the {@link Floor} for ever; eight policies, two for each room, each take a shortest way
 * (ties split evenly) to one of the room's two hallways. Reaching it is worth 1 and ends the prediction. γ = 0.9. A
 * policy learns in its own states only: its room, and the room's other hallway.
 *
 * <h2>At the border</h2>
 *
 * A step is learned from if it begins in an own state, wherever it leads. γ = 0 in all other states, the hallway aimed
 * at among them: a step out of the own states bootstraps from nothing, with reward 1 into the hallway aimed at and 0
 * elsewhere. (The only other way out is from the other hallway into the next room, which the target never takes: there
 * ρ = 0.) Coming back is a new start with empty traces.
 *
 * <h2>Features</h2>
 *
 * Four tilings of the position, tiles of 4 × 4 cells, tiling k shifted by k·(1, 3) cells modulo 4, 16 tiles each: 64
 * binary features, four of them on. The shifts are the asymmetric ones of Sutton &amp; Barto (2018), §9.5.4. Tiles of
 * four cells are as wide as a room is, within a cell: each policy generalises broadly over its room, cannot represent
 * its values exactly, and still tells neighbours apart. Tiles reach through walls; as a policy learns in its own room
 * only, that mixes nothing up but the hallway with the room.
 *
 * @param highVariance in one cell of each room the behaviour takes one action with 0.97 and the others with 0.01
 */
public record Rooms(boolean highVariance) implements FiniteProblem {
    private static final double DISCOUNT = 0.9;
    private static final int TILINGS = 4;
    private static final int TILE = 4;
    private static final int TILES_ACROSS = 4;
    private static final int TILES = TILES_ACROSS * TILES_ACROSS;
    private static final int FEATURES = TILINGS * TILES;
    private static final double HABIT_SHARE = 0.97;
    private static final double OTHER_SHARE = 0.01;

    /** Where the high-variance behaviour nearly always takes one action. */
    private static final Map<Square, Direction> HABITS = Map.of(
            new Square(1, 1),
            Direction.LEFT,
            new Square(1, 8),
            Direction.LEFT,
            new Square(8, 1),
            Direction.RIGHT,
            new Square(8, 8),
            Direction.RIGHT);

    private static final Floor FLOOR = new Floor();

    @Override
    public String name() {
        return highVariance ? "rooms-high-variance" : "rooms";
    }

    @Override
    public String summary() {
        return highVariance
                ? "four rooms, where in one cell of each the ratios reach 100"
                : "four rooms, eight policies, each learning only from its own room";
    }

    @Override
    public String documentation() {
        String behaviour = highVariance ? """
                The behaviour is uniform, but in (1,1) and (1,8) it goes left and in (8,1) and (8,8) right with 0.97, and
                takes each of the other moves there with 0.01.""" : "The behaviour is uniform.";
        return """
                An 11 × 11 grid of four rooms joined by hallways at (5,1), (1,5), (5,8) and (8,4), zero-based from the bottom left.
                The walk starts at (0,0) and never ends; up, down, left, right, and a wall stays put.
                %s
                Eight targets, two for each room: a shortest way, ties split evenly, to one of its two hallways, with reward 1 on
                reaching it, where the prediction ends. γ = 0.9, λ = 0. A target learns in its own room and its other hallway only
                (interest 1 there, 0 elsewhere). Four tilings of 4 × 4 cells: 64 binary features, four on. Ghiassian & Sutton (2021).""".formatted(behaviour);
    }

    @Override
    public boolean learnsFrom(Question question, int state) {
        return question.interest()[state] > 0;
    }

    @Override
    public Mdp mdp() {
        int n = FLOOR.cells().size();
        Outcome[][][] outcomes = new Outcome[n][][];
        double[][] behaviour = new double[n][];
        double[][] features = new double[n][];
        for (int s = 0; s < n; s++) {
            outcomes[s] = new Outcome[Direction.values().length][];
            for (Direction move : Direction.values()) {
                outcomes[s][move.ordinal()] = new Outcome[] {new Outcome(FLOOR.after(s, move), 1, 0)};
            }
            behaviour[s] = behaviour(FLOOR.cells().get(s));
            features[s] = tiles(FLOOR.cells().get(s));
        }
        List<Question> questions = new ArrayList<>();
        for (Room room : Room.values()) {
            questions.add(question(room, room.hallways.get(0), room.hallways.get(1), behaviour));
            questions.add(question(room, room.hallways.get(1), room.hallways.get(0), behaviour));
        }
        double[] start = new double[n];
        start[FLOOR.cells().indexOf(new Square(0, 0))] = 1;
        return new Mdp(
                name(),
                FLOOR.cells().stream().map(Square::toString).toList(),
                Arrays.stream(Direction.values())
                        .map(move -> move.name().toLowerCase(Locale.ROOT))
                        .toList(),
                outcomes,
                behaviour,
                questions,
                IntStream.range(0, FEATURES)
                        .mapToObj(j -> "tiling " + (1 + j / TILES) + ", tile (" + j % TILES_ACROSS + ","
                                + j % TILES / TILES_ACROSS + ")")
                        .toList(),
                features,
                start);
    }

    private double[] behaviour(Square cell) {
        Direction habit = highVariance ? HABITS.get(cell) : null;
        return Arrays.stream(Direction.values())
                .mapToDouble(move -> habit == null ? 0.25 : move == habit ? HABIT_SHARE : OTHER_SHARE)
                .toArray();
    }

    /** π = μ, γ = 0 and no interest outside the own states. */
    private Question question(Room room, Square goal, Square otherHallway, double[][] behaviour) {
        int n = FLOOR.cells().size();
        int target = FLOOR.cells().indexOf(goal);
        int[] distances = FLOOR.distances(target);
        double[][] policy = new double[n][];
        double[] discount = new double[n];
        double[] interest = new double[n];
        for (int s = 0; s < n; s++) {
            Square cell = FLOOR.cells().get(s);
            boolean own = room.contains(cell) || cell.equals(otherHallway);
            policy[s] = own ? shortestWay(s, distances) : behaviour[s];
            discount[s] = own ? DISCOUNT : 0;
            interest[s] = own ? 1 : 0;
        }
        double[] cumulant = new double[n];
        cumulant[target] = 1;
        String name = room.name().toLowerCase(Locale.ROOT).replace('_', '-') + " to " + goal;
        return new Question(name, policy, discount, new double[n], interest, cumulant);
    }

    private double[] shortestWay(int from, int[] distances) {
        double[] nearer = Arrays.stream(Direction.values())
                .mapToDouble(move -> distances[FLOOR.after(from, move)] < distances[from] ? 1 : 0)
                .toArray();
        double ways = Arrays.stream(nearer).sum();
        return Arrays.stream(nearer).map(way -> way / ways).toArray();
    }

    private static double[] tiles(Square cell) {
        double[] features = new double[FEATURES];
        for (int tiling = 0; tiling < TILINGS; tiling++) {
            int column = (cell.x() + tiling % TILE) / TILE;
            int row = (cell.y() + 3 * tiling % TILE) / TILE;
            features[(tiling * TILES_ACROSS + row) * TILES_ACROSS + column] = 1;
        }
        return features;
    }
}
