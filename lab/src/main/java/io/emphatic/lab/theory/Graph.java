package io.emphatic.lab.theory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ejml.data.DMatrixRMaj;

/** Which state can follow which: what of the theory is decided by zeros and not by numbers. */
final class Graph {
    private final int[][] successors;

    private Graph(int[][] successors) {
        this.successors = successors;
    }

    /** An edge wherever a matrix is positive. Not modified. */
    static Graph of(DMatrixRMaj matrix) {
        int n = matrix.numRows;
        int[][] successors = new int[n][];
        int[] row = new int[n];
        for (int s = 0; s < n; s++) {
            int count = 0;
            for (int next = 0; next < n; next++) {
                if (matrix.unsafe_get(s, next) > 0) {
                    row[count++] = next;
                }
            }
            successors[s] = Arrays.copyOf(row, count);
        }
        return new Graph(successors);
    }

    /** What can be reached from these states, themselves included. Not modified. */
    boolean[] reachableFrom(boolean[] from) {
        boolean[] reached = from.clone();
        ArrayDeque<Integer> open = new ArrayDeque<>();
        for (int s = 0; s < from.length; s++) {
            if (from[s]) {
                open.add(s);
            }
        }
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
        List<int[]> components = components();
        int[] componentOf = new int[successors.length];
        for (int c = 0; c < components.size(); c++) {
            for (int s : components.get(c)) {
                componentOf[s] = c;
            }
        }
        return components.stream()
                .filter(component -> Arrays.stream(component)
                        .allMatch(s -> Arrays.stream(successors[s]).allMatch(to -> componentOf[to] == componentOf[s])))
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
