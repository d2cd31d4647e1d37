package io.emphatic.logs.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.logs.learning.Learning;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.Spec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The hour of a time with a zone is that of UTC, wherever the machine is. */
class ZoneTest {
    private static final String ROWS =
            "time,r\n2024-01-01T01:00:00Z,1\n2024-01-01T05:30:00+02:00,3\n2024-01-01T20:00:00Z,2\n";

    @Test
    void theMachinesZoneDecidesNothing(@TempDir Path directory) throws IOException, InterruptedException {
        String file = Files.writeString(directory.resolve("log.csv"), ROWS).toString();
        Process inTokyo = tokyo(file);
        String there = new String(inTokyo.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(inTokyo.waitFor()).as(there).isZero();
        assertThat(there.strip()).isEqualTo(told(file)).startsWith("1, 3, 20");
    }

    private static Process tokyo(String file) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Duser.timezone=Asia/Tokyo",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Told.class.getName(),
                        file)
                .redirectError(ProcessBuilder.Redirect.INHERIT); // newer JDKs warn of native code
        builder.environment().put("TZ", "Asia/Tokyo");
        return builder.start();
    }

    /** The hours, and the weights that are learned from them. */
    static String told(String file) throws IOException {
        Spec.Prediction prediction =
                new Spec.Prediction("p", null, null, null, "r", "0.5", null, null, "td", Map.of("step_size", 0.01));
        Spec spec = new Spec(
                null,
                "time",
                null,
                null,
                null,
                List.of(new FeatureBlock.Expressions("hour(time)")),
                List.of(prediction));
        try (Log log = Log.open(file)) {
            String hours = String.join(", ", hours(log));
            double[] weights = Learning.learn(log, spec, Learning.Options.NONE)
                    .predictions()
                    .get(0)
                    .weights();
            return hours + ": " + Arrays.toString(weights);
        }
    }

    private static List<String> hours(Log log) throws IOException {
        try {
            return log.texts("SELECT hour(time)::VARCHAR FROM " + Log.VIEW);
        } catch (java.sql.SQLException e) {
            throw new IOException(e);
        }
    }

    /** Another program. */
    static final class Told {
        private Told() {}

        public static void main(String[] arguments) throws IOException {
            System.out.println(told(arguments[0]));
        }
    }
}
