package io.emphatic.bench.referee;

import java.util.function.Supplier;
import org.apache.commons.rng.UniformRandomProvider;

/** Where the world of a log comes from: the same for every log of a kind, or drawn anew. */
@FunctionalInterface
public interface WorldSource {
    World draw(UniformRandomProvider random);

    /** One world for all logs, made when it is first needed. */
    static WorldSource same(Supplier<World> maker) {
        return new WorldSource() {
            private World world;

            @Override
            public synchronized World draw(UniformRandomProvider random) {
                if (world == null) {
                    world = maker.get();
                }
                return world;
            }
        };
    }
}
