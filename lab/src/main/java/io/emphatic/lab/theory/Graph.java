package io.emphatic.lab.theory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/** Which state can follow which: what of the theory is decided by zeros and not by numbers. */
record Graph(int[][] successors) {
    /** An edge wherever a matrix is positive. Not modified. */
    static Graph of(DMatrixRMaj matrix) {
        int n = matrix.numRows;
        return new Graph(IntStream.range(0, n)
                .mapToObj(s -> IntStream.range(0, n)
                        .filter(next -> matrix.unsafe_get(s, next) > 0)
                        .toArray())
                .toArray(int[][]::new));
    }

    /** What can be reached from these states, themselves included. Not modified. */
    boolean[] reachableFrom(boolean[] from) {
        boolean[] reached = from.clone();
        ArrayDeque<Integer> open = new ArrayDeque<>();
        IntStream.range(0, from.length).filter(s -> from[s]).forEach(open::add);
        while (!open.isEmpty()) {
            for (int next : successors[open.remove()]) {
                if (!reached[next]) {
                    reached[next] = true;
                    open.add(next);
                }
            }
        }
        return reached;
    }

    /** The components that no edge leaves, each in ascending order. */
    List<int[]> closedComponents() {
        return components().stream()
                .filter(component -> Arrays.stream(component)
                        .flatMap(s -> Arrays.stream(successors[s]))
                        .allMatch(to -> Arrays.binarySearch(component, to) >= 0))
                .toList();
    }

    /** The strongly connected components, each in ascending order. */
    List<int[]> components() {
        Tarjan tarjan = new Tarjan();
        for (int s = 0; s < successors.length; s++) {
            if (tarjan.low[s] == 0) {
                tarjan.visit(s);
            }
        }
        return tarjan.components;
    }

    /** Tarjan (1972); calls are as deep as a chain is long, at most {@link Theory#MOST_STATES}. */
    private final class Tarjan {
        private final int[] low = new int[successors.length]; // 0: not seen yet
        private final ArrayDeque<Integer> pending = new ArrayDeque<>();
        private final List<int[]> components = new ArrayList<>();
        private int seen;

        private int visit(int s) {
            int index = ++seen;
            low[s] = index;
            pending.push(s);
            for (int next : successors[s]) {
                low[s] = Math.min(low[s], low[next] == 0 ? visit(next) : low[next]);
            }
            if (low[s] == index) {
                List<Integer> component = new ArrayList<>();
                while (low[s] == index) {
                    component.add(pending.pop());
                    low[component.get(component.size() - 1)] = Integer.MAX_VALUE; // done
                }
                components.add(component.stream().mapToInt(k -> k).sorted().toArray());
            }
            return low[s];
        }
    }
}
