package io.emphatic.logs.file;

import io.emphatic.logs.doctor.ColumnExtremes;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.sql.Rows;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Streams whose rows lie among each other, numbered from 0 in the order of their first rows. */
final class InterleavedStreams {
    private final Plan plan;
    private final Map<StreamKey, Integer> numbers = new HashMap<>();
    private final List<StreamPosition> positions = new ArrayList<>();
    private final List<long[]> lengths = new ArrayList<>(); // of the present episode of each stream

    InterleavedStreams(Plan plan) {
        this.plan = plan;
    }

    /** Finds out how the row behind the last of a chunk follows in its stream. */
    void add(Rows.Key key, RowChunk chunk, ColumnExtremes extremes) {
        int row = chunk.size;
        StreamKey stream = StreamKey.of(key, 0, plan.stream().size());
        int number = numbers.computeIfAbsent(stream, none -> {
            positions.add(new StreamPosition());
            lengths.add(new long[1]);
            return positions.size() - 1;
        });
        byte flags = positions.get(number).advance(plan, chunk.numbers, row);
        chunk.streams[row] = number;
        chunk.flags[row] = flags;
        boolean starts = (flags & RowChunk.STARTS) != 0;
        long[] length = lengths.get(number);
        length[0] = starts ? 1 : length[0] + 1;
        if ((flags & RowChunk.LEAVES_LAST) != 0) {
            chunk.truncated++;
        }
        if ((flags & RowChunk.IS_CUT) != 0) {
            chunk.truncated++;
        }
        if ((flags & RowChunk.TERMINATES) != 0) {
            chunk.terminated++;
            if (extremes != null) {
                extremes.episodes().add(length[0]);
            }
        }
    }

    /** How many streams wait for a row that does not come. */
    long open() {
        return plan.next() != null
                ? 0
                : positions.stream().filter(StreamPosition::isOpen).count();
    }
}
