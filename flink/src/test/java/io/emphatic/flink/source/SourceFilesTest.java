package io.emphatic.flink.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.PendingSplitsCheckpoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceFilesTest {
    @TempDir
    private Path directory;

    private final List<FileSourceSplit> assigned = new ArrayList<>();

    /** Of one reader. */
    @SuppressWarnings("unchecked")
    private SplitEnumeratorContext<FileSourceSplit> context() {
        return (SplitEnumeratorContext<FileSourceSplit>) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {SplitEnumeratorContext.class}, (proxy, method, given) -> {
                    if (method.getName().equals("assignSplit")) {
                        assigned.add((FileSourceSplit) given[0]);
                    }
                    return switch (method.getName()) {
                        case "registeredReaders" -> Map.of(0, new ReaderInfo(0, "host"));
                        case "currentParallelism" -> 1;
                        default -> null;
                    };
                });
    }

    private List<String> names() {
        return assigned.stream().map(split -> split.path().getName()).toList();
    }

    /** A stream may go on from one file to the next. */
    @Test
    void filesComeByNameAlsoWhenAReaderHasFailed() throws IOException {
        List<Path> files = new ArrayList<>();
        for (String name : List.of("b.csv", "e.csv", "a.csv", "d.csv", "c.csv")) {
            files.add(Files.writeString(directory.resolve(name), "x\n1\n"));
        }
        try (SplitEnumerator<FileSourceSplit, PendingSplitsCheckpoint<FileSourceSplit>> enumerator =
                SourceFiles.of(files).createEnumerator(context())) {
            enumerator.start();
            for (int k = 0; k < 3; k++) {
                enumerator.handleSplitRequest(0, "host");
            }
            assertThat(names()).containsExactly("a.csv", "b.csv", "c.csv");
            List<FileSourceSplit> back = List.copyOf(assigned);
            assigned.clear();
            enumerator.addSplitsBack(back, 0);
            for (int k = 0; k < 5; k++) {
                enumerator.handleSplitRequest(0, "host");
            }
            assertThat(names()).containsExactly("a.csv", "b.csv", "c.csv", "d.csv", "e.csv");
        }
    }
}
