package io.emphatic.flink;

import io.emphatic.logs.spec.EvaluationReader;
import io.emphatic.logs.spec.EvaluationSpec;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.spec.SpecReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/** A log of many pumps whose rows lie among each other, and specs for it. The same numbers give the same rows. */
record PumpLog(int pumps, int rows, long seed) {
    /** A row. */
    record PumpRow(
            String pump, long t, double vibration, double heat, double reward, double mu, double pi, boolean done) {
        String csv() {
            return pump + "," + t + "," + vibration + "," + heat + "," + reward + "," + mu + "," + pi + "," + done;
        }

        String json() {
            return "{\"pump\":\"" + pump + "\",\"t\":" + t + ",\"vibration\":" + vibration + ",\"heat\":" + heat
                    + ",\"reward\":" + reward + ",\"mu\":" + mu + ",\"pi\":" + pi + ",\"terminated\":" + done + "}";
        }
    }

    /** Takes rows. */
    @FunctionalInterface
    interface RowTaker {
        void take(PumpRow row) throws IOException;
    }

    static final String HEADER = "pump,t,vibration,heat,reward,mu,pi,terminated";

    /** Declared, so that a topic has the types that a file has. */
    static final String COLUMNS =
            "columns: {pump: VARCHAR, t: BIGINT, vibration: DOUBLE, heat: DOUBLE, reward: DOUBLE, mu: DOUBLE, pi: DOUBLE,"
                    + " terminated: BOOLEAN}\n";

    private static final String PREDICTIONS = """
            behaviour: mu
            discount: 0.9
            predictions:
              by-etd: {target: pi, lambda: 0.5, algorithm: {name: etd, step_size: 0.01}}
              by-td: {cumulant: reward + heat / 7, algorithm: {name: td, step_size: 0.02}}
              by-gtd: {target: pi, lambda: 0.3, algorithm: {name: gtd, step_size: 0.01}}
              by-wis-etd: {target: pi, lambda: 0.5, algorithm: {name: wis-etd}}
            """;

    private static final String HEAD = COLUMNS + "stream: pump\norder: t\nper: stream\n";

    static final String DENSE = HEAD + "features: [1, vibration, heat, vibration * heat]\n" + PREDICTIONS;

    static final String TILES = HEAD + """
            features:
              - tiles: {columns: [vibration, heat], ranges: [[0, 1], [0, 1]], tilings: 4, bins: [4, 4]}
            """ + PREDICTIONS;

    /** An evaluation, of two policies by the probability of the action taken and one by that of every action. */
    static final String EVALUATION = COLUMNS + """
            stream: pump
            order: t
            action: "CASE WHEN mu = 0.25 THEN 'odd' ELSE 'even' END"
            features: [1, vibration, heat]
            behaviour: mu
            discount: 0.9
            lambda: 0.5
            return_range: [-10, 10]
            targets:
              half: pi
              careful: {odd: 0.2 + vibration / 10, even: 0.8 - vibration / 10}
              same: mu
            """;

    /** One after another; the pumps take turns at random. */
    void each(RowTaker taker) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        long[] time = new long[pumps];
        for (int k = 0; k < rows; k++) {
            int pump = random.nextInt(pumps);
            boolean odd = random.nextInt(3) == 0;
            taker.take(new PumpRow(
                    "pump-" + pump,
                    time[pump]++,
                    random.nextDouble(),
                    random.nextDouble(),
                    random.nextDouble() - 0.5,
                    odd ? 0.25 : 0.75,
                    0.5,
                    random.nextInt(50) == 0));
        }
    }

    /** The rows of some numbers, counted from 0. */
    void each(int from, int to, RowTaker taker) throws IOException {
        int[] number = {0};
        each(row -> {
            if (number[0] >= from && number[0] < to) {
                taker.take(row);
            }
            number[0]++;
        });
    }

    /** Writes the first rows as a file of JSON lines. */
    Path writeJson(Path file, int count) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            each(0, count, row -> out.write(row.json() + "\n"));
        }
        return file;
    }

    /** Writes a CSV file. */
    Path writeCsv(Path file) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write(HEADER + "\n");
            each(row -> out.write(row.csv() + "\n"));
        }
        return file;
    }

    /** Writes a file of JSON lines. */
    Path writeJson(Path file) throws IOException {
        return writeJson(file, rows);
    }

    /** An evaluation as a file has it. */
    static EvaluationSpec evaluation(String yaml, Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("evaluation.yaml"), yaml);
        return EvaluationReader.read(file, false).spec();
    }

    /** A spec as a file has it. */
    static Spec spec(String yaml, Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("spec.yaml"), yaml);
        return SpecReader.read(file).spec();
    }
}
