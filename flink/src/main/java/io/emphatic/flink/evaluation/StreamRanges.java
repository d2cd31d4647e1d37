package io.emphatic.flink.evaluation;

import io.emphatic.flink.jobs.JobConfiguration;
import io.emphatic.flink.state.Wire.KeyedRow;
import io.emphatic.flink.state.Wire.OrderedKey;
import io.emphatic.logs.file.StreamKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/** Cuts the sorted streams into ranges, each a key group that one task works on. */
public final class StreamRanges implements KeySelector<KeyedRow, OrderedKey> {
    private static final long serialVersionUID = 1;

    private static final int[] HASHES = hashes();

    private final StreamKey[] firsts; // of each range but the first; sorted

    private StreamRanges(StreamKey[] firsts) {
        this.firsts = firsts;
    }

    /** @param shared how many of the first keys are those of a cluster, which is not cut */
    public static StreamRanges of(Collection<StreamKey> sample, int shared) {
        List<StreamKey> sorted = sample.stream()
                .map(key -> key.first(shared))
                .distinct()
                .sorted()
                .toList();
        List<StreamKey> firsts = new ArrayList<>();
        for (int range = 1; range < JobConfiguration.KEY_GROUPS; range++) {
            int at = (int) ((long) sorted.size() * range / JobConfiguration.KEY_GROUPS);
            if (at > 0) {
                firsts.add(sorted.get(at));
            }
        }
        return new StreamRanges(firsts.stream().distinct().toArray(StreamKey[]::new));
    }

    public int of(StreamKey stream) {
        int at = Arrays.binarySearch(firsts, stream);
        return at >= 0 ? at + 1 : -at - 1;
    }

    /** For each key group a number that Flink puts there. */
    private static int[] hashes() {
        int[] hashes = new int[JobConfiguration.KEY_GROUPS];
        int found = 0;
        boolean[] known = new boolean[hashes.length];
        for (int number = 0; found < hashes.length; number++) {
            int group = KeyGroupRangeAssignment.assignToKeyGroup(number, hashes.length);
            if (!known[group]) {
                known[group] = true;
                hashes[group] = number;
                found++;
            }
        }
        return hashes;
    }

    /** Keys rows by stream and time; the range decides in which key group they are. */
    @Override
    public OrderedKey getKey(KeyedRow row) throws IOException {
        return OrderedKey.of(row.stream(), row.time(), HASHES[of(row.stream())]);
    }
}
