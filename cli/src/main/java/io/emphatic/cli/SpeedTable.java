package io.emphatic.cli;

import io.emphatic.documents.json.Json;
import io.emphatic.documents.text.Numbers;
import io.emphatic.documents.text.TextTable;
import io.emphatic.lab.study.Speed;
import io.emphatic.lab.study.Study;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
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
        TextTable table = new TextTable("lrrrr").add("algorithm", "settings", "shared, ns", "plain, ns", "ratio");
        double shared = 0;
        double plain = 0;
        int settings = 0;
        for (Speed speed : speeds) {
            add(table, speed.algorithm(), speed.settings(), speed.sharedNanos(), speed.plainNanos());
            shared += speed.settings() * speed.sharedNanos();
            plain += speed.settings() * speed.plainNanos();
            settings += speed.settings();
        }
        add(table, "all", settings, shared / settings, plain / settings);
        table.print(out);
        out.println();
        out.println("Processor time of a setting-step, learning and error measurement, median of " + ROUNDS
                + " runs, one thread: " + Numbers.significant(settings * 1e9 / shared)
                + " setting-steps a second instead of " + Numbers.significant(settings * 1e9 / plain));
    }

    private static void add(TextTable table, String name, int settings, double shared, double plain) {
        table.add(
                name,
                Numbers.count(settings),
                Numbers.fixed(shared, 2),
                Numbers.fixed(plain, 2),
                Numbers.fixed(plain / shared, 1));
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
