package io.emphatic.cli;

import io.emphatic.lab.study.Speed;
import io.emphatic.lab.study.Study;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What {@code emphatic study FILE --speed} prints. */
final class SpeedTable {
    private static final int ROUNDS = 5;

    private SpeedTable() {}

    static void print(Study study, boolean json, PrintWriter out) {
        List<Speed> speeds = Speed.measure(study, ROUNDS);
        if (json) {
            Json.print(speeds.stream().map(SpeedTable::document).toList(), out);
            return;
        }
        out.printf("%-14s %9s %14s %14s %8s%n", "algorithm", "settings", "shared, ns", "plain, ns", "ratio");
        double shared = 0;
        double plain = 0;
        int settings = 0;
        for (Speed speed : speeds) {
            row(out, speed.algorithm(), speed.settings(), speed.sharedNanos(), speed.plainNanos());
            shared += speed.settings() * speed.sharedNanos();
            plain += speed.settings() * speed.plainNanos();
            settings += speed.settings();
        }
        row(out, "all", settings, shared / settings, plain / settings);
        out.printf(
                Locale.ROOT,
                "%nProcessor time of a setting-step, learning and error measurement, median of %d runs, one thread: %.3g setting-steps"
                        + " a second instead of %.3g%n",
                ROUNDS,
                settings * 1e9 / shared,
                settings * 1e9 / plain);
    }

    private static void row(PrintWriter out, String name, int settings, double shared, double plain) {
        out.printf(Locale.ROOT, "%-14s %,9d %14.2f %14.2f %8.1f%n", name, settings, shared, plain, plain / shared);
    }

    private static Map<String, Object> document(Speed speed) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("algorithm", speed.algorithm());
        document.put("settings", speed.settings());
        document.put("shared_ns", speed.sharedNanos());
        document.put("plain_ns", speed.plainNanos());
        document.put("ratio", speed.plainNanos() / speed.sharedNanos());
        return document;
    }
}
