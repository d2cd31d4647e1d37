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

    /**
     * The strongly connected components, each in ascending order: Tarjan (1972), with an explicit stack instead of
     * recursion, because a chain of a thousand states is a thousand calls deep.
     */
    List<int[]> components() {
        int n = successors.length;
        List<int[]> components = new ArrayList<>();
        int[] index = new int[n]; // 0: not seen yet
        int[] low = new int[n];
        int[] edge = new int[n];
        boolean[] pending = new boolean[n];
        int[] stack = new int[n];
        int[] path = new int[n];
        int stackSize = 0;
        int counter = 0;
        for (int root = 0; root < n; root++) {
            if (index[root] > 0) {
                continue;
            }
            int depth = 0;
            path[0] = root;
            index[root] = low[root] = ++counter;
            stack[stackSize++] = root;
            pending[root] = true;
            while (depth >= 0) {
                int s = path[depth];
                if (edge[s] < successors[s].length) {
                    int next = successors[s][edge[s]++];
                    if (index[next] == 0) {
                        index[next] = low[next] = ++counter;
                        stack[stackSize++] = next;
                        pending[next] = true;
                        path[++depth] = next;
                    } else if (pending[next]) {
                        low[s] = Math.min(low[s], index[next]);
                    }
                    continue;
                }
                if (low[s] == index[s]) {
                    int first = stackSize;
                    do {
                        pending[stack[--first]] = false;
                    } while (stack[first] != s);
                    int[] component = Arrays.copyOfRange(stack, first, stackSize);
                    Arrays.sort(component);
                    components.add(component);
                    stackSize = first;
                }
                if (--depth >= 0) {
                    low[path[depth]] = Math.min(low[path[depth]], low[s]);
                }
            }
        }
        return components;
    }
}
