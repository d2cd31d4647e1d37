package io.emphatic.evaluation.internal.values;

import io.emphatic.evaluation.internal.LongLoops;
import io.emphatic.evaluation.internal.SumExchange;
import java.io.IOException;
import java.util.function.Supplier;

/** Least-squares systems that other parts of the log have summed up, beside those of the rows that were read here. */
public final class AddedSystems {
    private final LinearSystem[] added; // null where there are none

    public AddedSystems(int count) {
        this.added = new LinearSystem[count];
    }

    /** The sum of both. */
    public LinearSystem plus(int place, LinearSystem own) {
        if (added[place] != null) {
            LongLoops.add(own.a(), 1, added[place].a());
            LongLoops.add(own.b(), 1, added[place].b());
        }
        return own;
    }

    /**
     * @param size of the system
     * @param own makes that of the rows that were read here
     */
    public void exchange(SumExchange sums, int place, int size, Supplier<LinearSystem> own) throws IOException {
        if (!sums.isWriting() && added[place] == null) {
            added[place] = new LinearSystem(new double[size * size], new double[size]);
        }
        LinearSystem system = sums.isWriting() ? plus(place, own.get()) : added[place];
        sums.totals(system.a());
        sums.totals(system.b());
    }
}
