package io.emphatic.flink;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** An embedded job in a process of its own, to be killed. */
final class EmbeddedRun {
    /** The name of its models. */
    static final String MODELS = "killed";

    private EmbeddedRun() {}

    /** @param directory with {@code spec.yaml} */
    static Process start(Path directory, String log, int parallelism, boolean resume) throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-Demphatic.flink.log=" + directory.resolve("embedded.log"),
                "-cp",
                System.getProperty("java.class.path"),
                EmbeddedRun.class.getName(),
                directory.toString(),
                log,
                Integer.toString(parallelism),
                Boolean.toString(resume));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("embedded.out").toFile())
                .start();
    }

    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        ScaleOutRuns runs = new ScaleOutRuns(
                io.emphatic.logs.spec.SpecReader.read(directory.resolve("spec.yaml"))
                        .spec(),
                arguments[1],
                directory);
        ScaleOutRuns.run(
                runs.endless(MODELS, Integer.parseInt(arguments[2]), null, Boolean.parseBoolean(arguments[3])));
        System.exit(0);
    }
}
