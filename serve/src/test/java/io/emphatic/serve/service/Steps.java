package io.emphatic.serve.service;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** Rows of a few streams that lie among each other, and specs for them. */
public final class Steps {
    /** Plain columns, on-policy and off-policy, with traces. */
    public static final String SPEC = """
            stream: stream
            order: seq
            features: [{bias: true}, x, y]
            behaviour: mu
            discount: 0.9
            lambda: 0.5
            predictions:
              on: {algorithm: {name: td, step_size: 0.01}}
              off: {target: pi, algorithm: {name: etd, step_size: 0.002}}
              least: {target: pi, algorithm: {name: elstd, ridge: 0.01}}
            """;

    private Steps() {}

    /** The same for the same seed. */
    public static List<String> rows(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Map<String, Integer> seqs = new HashMap<>();
        List<String> rows = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            String stream = "s" + random.nextInt(3);
            int seq = seqs.merge(stream, 1, Integer::sum) - 1;
            rows.add(String.format(
                    Locale.ROOT,
                    "{\"stream\":\"%s\",\"seq\":%d,\"x\":%.4f,\"y\":%.17g,\"mu\":0.5,\"pi\":%.2f,\"reward\":%.6f,"
                            + "\"terminated\":%b}",
                    stream,
                    seq,
                    random.nextDouble(),
                    random.nextDouble() - 0.5,
                    random.nextDouble(),
                    random.nextDouble(),
                    random.nextInt(40) == 0));
        }
        return rows;
    }

    /** Rows as a body. */
    public static byte[] body(List<String> rows) {
        return String.join("\n", rows).getBytes(StandardCharsets.UTF_8);
    }

    static PostedSteps parsed(List<String> rows) {
        byte[] body = body(rows);
        return StepParser.parse(body, body.length, false);
    }

    static ServiceSettings settings(String spec, long segmentBytes) {
        return new ServiceSettings("spec.yaml", spec, "0", false, segmentBytes, Set.of(), null);
    }

    /** All weights, to the bit. */
    static Map<String, List<Double>> weights(PredictionService service) {
        return service.ask(view -> {
            Map<String, List<Double>> weights = new HashMap<>();
            view.names()
                    .forEach(name -> weights.put(
                            name, Arrays.stream(view.weights(name)).boxed().toList()));
            return weights;
        });
    }
}
