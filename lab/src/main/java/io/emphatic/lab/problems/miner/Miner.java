package io.emphatic.lab.problems.miner;

import io.emphatic.lab.FiniteProblem;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.Question;
import io.emphatic.lab.problems.miner.MinerMap.Block;
import io.emphatic.lab.problems.miner.MinerMap.Move;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The Miner problem: how much gold do three policies collect before a trap? Mahmood, Yu, White &amp; Sutton (2015), §5.
 *
 * <p>In one time step, in this order: (1) the miner acts by the policy of the block it is in; (2) on the gold or
 * entrapped it is put on S whatever it chose, otherwise it moves, and a move into a wall or off the map leaves it where
 * it is; (3) the trap clock ticks: with no trap active one becomes active with probability 0.25, in a cell of Block D
 * chosen uniformly, for 3 steps; with one active its remaining steps drop by one, and at zero it is gone; (4) the miner
 * is entrapped if the active trap is in its cell. The reward is 1 on arriving at the gold and 0 otherwise.
 *
 * <p>γ = 0 where the miner is entrapped and 0.99 elsewhere: being entrapped ends the prediction, time goes on. Interest
 * is 1 in Block A and 0 elsewhere. λ = 1 in Block D, 0 in Block A and 0.9 elsewhere.
 *
 * <h2>Deviations from the paper</h2>
 *
 * The paper's drawing of the map is lost to us ({@link MinerMap#PAPER} is reconstructed from its text), and its text
 * leaves open the order of moving and trapping, and whether a trap can follow one in the same step: see (1)–(4).
 */
public final class Miner implements FiniteProblem {
    static final int TRAP_STEPS = 3;

    /** The probability that a trap becomes active in a step that began with none. */
    static final double TRAP_PROBABILITY = 0.25;

    private static final double DISCOUNT = 0.99;

    /** More would make dense linear algebra over the states a matter of minutes. */
    private static final int MOST_STATES = 2_000;

    private static final double[] EQUAL = {0.25, 0.25, 0.25, 0.25};

    private final MinerMap map;
    private final Mdp mdp;

    /** The problem on {@link MinerMap#PAPER}. */
    public Miner() {
        this(MinerMap.PAPER);
    }

    /** @throws IllegalArgumentException if the map has too many states for exact solutions */
    public Miner(MinerMap map) {
        this.map = map;
        this.mdp = mdp(map);
    }

    @Override
    public String name() {
        return "miner";
    }

    @Override
    public String summary() {
        return "gold before a trap: three policies judged from data of a fourth (paper, §5)";
    }

    @Override
    public String documentation() {
        return """
                A miner wanders a map in four blocks. Arriving at the gold (G) earns 1 and takes it back to S; so does a trap, which
                may become active in a cell of Block D for 3 steps. How much gold would each of three other policies collect
                before a trap? γ = 0 where the miner is entrapped and 0.99 elsewhere; interest in Block A only; λ = 0 in A, 1 in D,
                0.9 elsewhere; the features tell the block and nothing else. Mahmood, Yu, White & Sutton (2015), §5; the map is our
                reconstruction from its text:

                """ + map.toString().stripTrailing();
    }

    /** The map on which the miner wanders. */
    public MinerMap map() {
        return map;
    }

    /**
     * The exact MDP over cell × trap, with the three questions. Its states are those that can be reached: {@code S} is
     * on S with no trap active and comes first, {@code A1+D2:3} on the first cell of Block A with a trap in the second
     * of Block D and 3 steps to go.
     */
    @Override
    public Mdp mdp() {
        return mdp;
    }

    private record MinerPolicy(String name, double[]... byBlock) {}

    private static final MinerPolicy BEHAVIOUR =
            new MinerPolicy("behaviour", EQUAL, mostly(Move.UP, 0.4), mostly(Move.LEFT, 0.4), mostly(Move.UP, 0.4));
    private static final double[] UP = mostly(Move.UP, 0.6);
    private static final List<MinerPolicy> TARGETS = List.of(
            new MinerPolicy("uniform", EQUAL, EQUAL, EQUAL, EQUAL),
            new MinerPolicy("headfirst", mostly(Move.UP, 0.9), EQUAL, EQUAL, mostly(Move.UP, 0.9)),
            new MinerPolicy("cautious", mostly(Move.RIGHT, 0.6), UP, mostly(Move.LEFT, 0.6), UP));

    private static double[] mostly(Move move, double probability) {
        double[] policy = new double[Move.values().length];
        Arrays.fill(policy, (1 - probability) / (policy.length - 1));
        policy[move.ordinal()] = probability;
        return policy;
    }

    /** The miner's cell, the trap's cell and the trap's remaining steps; both are 0 when no trap is active. */
    private record State(int cell, int trap, int remaining) {
        boolean entrapped() {
            return remaining > 0 && trap == cell;
        }

        String name(MinerMap map) {
            return map.cellName(cell) + (remaining == 0 ? "" : "+" + map.cellName(trap) + ":" + remaining);
        }
    }

    private static Mdp mdp(MinerMap map) {
        Map<State, Integer> numbers = new LinkedHashMap<>();
        List<State> states = new ArrayList<>();
        List<Outcome[][]> outcomes = new ArrayList<>();
        number(new State(map.start, 0, 0), numbers, states);
        for (int s = 0; s < states.size(); s++) {
            if (states.size() > MOST_STATES) {
                throw new IllegalArgumentException(
                        "the map has more than " + MOST_STATES
                                + " states (cell × trap), too many for the exact values\nUse a smaller map, or fewer cells of Block D.");
            }
            Outcome[][] byAction = new Outcome[Move.values().length][];
            for (Move move : Move.values()) {
                byAction[move.ordinal()] = outcomes(map, states.get(s), move, numbers, states);
            }
            outcomes.add(byAction);
        }
        List<Question> questions =
                TARGETS.stream().map(target -> question(map, states, target)).toList();
        double[] start = new double[states.size()];
        start[0] = 1;
        return new Mdp(
                "miner",
                states.stream().map(state -> state.name(map)).toList(),
                Arrays.stream(Move.values())
                        .map(move -> move.name().toLowerCase(Locale.ROOT))
                        .toList(),
                outcomes.toArray(Outcome[][][]::new),
                policy(map, states, BEHAVIOUR),
                questions,
                Arrays.stream(Block.values()).map(Block::name).toList(),
                features(map, states),
                start);
    }

    private static int number(State state, Map<State, Integer> numbers, List<State> states) {
        return numbers.computeIfAbsent(state, unseen -> {
            states.add(unseen);
            return states.size() - 1;
        });
    }

    private static Outcome[] outcomes(
            MinerMap map, State state, Move move, Map<State, Integer> numbers, List<State> states) {
        boolean taken = state.cell == map.gold || state.entrapped();
        int cell = taken ? map.start : map.neighbour(state.cell, move);
        double reward = cell == map.gold ? 1 : 0;
        List<Outcome> outcomes = new ArrayList<>();
        if (state.remaining > 0) {
            int remaining = state.remaining - 1;
            State next = new State(cell, remaining == 0 ? 0 : state.trap, remaining);
            outcomes.add(new Outcome(number(next, numbers, states), 1, reward));
        } else {
            List<Integer> traps = map.trapCells();
            int quiet = number(new State(cell, 0, 0), numbers, states);
            outcomes.add(new Outcome(quiet, 1 - TRAP_PROBABILITY, reward));
            for (int trap : traps) {
                int sprung = number(new State(cell, trap, TRAP_STEPS), numbers, states);
                outcomes.add(new Outcome(sprung, TRAP_PROBABILITY / traps.size(), reward));
            }
        }
        return outcomes.toArray(Outcome[]::new);
    }

    private static Question question(MinerMap map, List<State> states, MinerPolicy target) {
        double[] discount = new double[states.size()];
        double[] lambda = new double[states.size()];
        double[] interest = new double[states.size()];
        for (int s = 0; s < states.size(); s++) {
            State state = states.get(s);
            discount[s] = state.entrapped() ? 0 : DISCOUNT;
            lambda[s] = switch (map.block(state.cell)) {
                case A -> 0;
                case D -> 1;
                case B, C -> 0.9;
            };
            interest[s] = map.block(state.cell) == Block.A ? 1 : 0;
        }
        return new Question(target.name, policy(map, states, target), discount, lambda, interest);
    }

    private static double[][] policy(MinerMap map, List<State> states, MinerPolicy policy) {
        return states.stream()
                .map(state -> policy.byBlock[map.block(state.cell).ordinal()].clone())
                .toArray(double[][]::new);
    }

    private static double[][] features(MinerMap map, List<State> states) {
        double[][] features = new double[states.size()][Block.values().length];
        for (int s = 0; s < states.size(); s++) {
            features[s][map.block(states.get(s).cell).ordinal()] = 1;
        }
        return features;
    }
}
