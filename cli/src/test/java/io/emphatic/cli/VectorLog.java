package io.emphatic.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The core's test vectors as logs, and the flags that fit them. */
final class VectorLog {
    static final Path FOLDER = Path.of("..", "core", "src", "test", "resources", "vectors");

    private VectorLog() {}

    static List<String> arguments(String file) {
        List<String> arguments = new ArrayList<>(List.of(
                "learn",
                FOLDER.resolve(file + ".csv").toString(),
                "--features",
                file.equals("episodes") ? "f0,f1,f2" : "f0, f1, f2, f3",
                "--behaviour",
                "mu",
                "--target",
                "pi",
                "--cumulant",
                "r",
                "--discount",
                "gamma",
                "--lambda",
                "lambda",
                "--interest",
                "interest",
                "--order",
                "t"));
        if (file.equals("episodes")) {
            arguments.addAll(List.of("--stream", "ep"));
        }
        return arguments;
    }

    static Run run(List<String> arguments, String... more) {
        return Run.emphatic(Stream.concat(arguments.stream(), Stream.of(more)).toArray(String[]::new));
    }
}
