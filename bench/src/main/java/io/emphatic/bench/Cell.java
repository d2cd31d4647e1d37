package io.emphatic.bench;

import java.util.Map;
import java.util.TreeMap;

/**
 * One measurement to make: a benchmark with all its parameters.
 *
 * @param benchmark the simple name of its class
 */
record Cell(String benchmark, Map<String, String> parameters) {

    static Cell sparse(String algorithm, int size, int active, double lambda, String engine) {
        return new Cell(
                "SparseBenchmark",
                new TreeMap<>(Map.of(
                        "algorithm",
                        algorithm,
                        "size",
                        String.valueOf(size),
                        "active",
                        String.valueOf(active),
                        "lambda",
                        String.valueOf(lambda),
                        "engine",
                        engine)));
    }

    static Cell dense(String algorithm, int size, String engine) {
        return new Cell(
                "DenseBenchmark",
                new TreeMap<>(Map.of("algorithm", algorithm, "size", String.valueOf(size), "engine", engine)));
    }

    static Cell miner(int learners) {
        return new Cell("MinerStep", Map.of("learners", String.valueOf(learners)));
    }

    static Cell horde(int predictions, String engine) {
        return new Cell(
                "HordeBenchmark", new TreeMap<>(Map.of("predictions", String.valueOf(predictions), "engine", engine)));
    }
}
