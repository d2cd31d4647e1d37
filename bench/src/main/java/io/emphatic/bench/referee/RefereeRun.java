package io.emphatic.bench.referee;

import io.emphatic.documents.file.WholeFile;
import io.emphatic.lab.Threads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * The trials of many kinds of logs, kept in a directory chunk by chunk: an interrupted run continues where it was, and
 * the outcome depends neither on threads nor on interruptions. Chunks do not know the code that made them: give another
 * directory after a change of the evaluation.
 */
public final class RefereeRun {
    private static final int LOGS_PER_CHUNK = 10;

    /** The first line of a chunk; raised when lines change their meaning. */
    private static final String FORMAT = "referee 1";

    private final Path directory;
    private final List<LogKind> kinds;
    private final List<Chunk> chunks = new ArrayList<>();

    /** Some logs of a kind: those from {@code first} to before {@code end}. */
    private record Chunk(int kind, int first, int end) {}

    /** @param pairs how many (log, target) pairs of each kind, at least */
    public RefereeRun(Path directory, List<LogKind> kinds, int pairs) throws IOException {
        WholeFile.requireWritable(directory);
        this.directory = directory;
        this.kinds = List.copyOf(kinds);
        for (int kind = 0; kind < kinds.size(); kind++) {
            int targets = Trial.draw(kinds.get(kind), 0).world().targets().size();
            int logs = (pairs + targets - 1) / targets;
            for (int first = 0; first < logs; first += LOGS_PER_CHUNK) {
                chunks.add(new Chunk(kind, first, Math.min(logs, first + LOGS_PER_CHUNK)));
            }
        }
    }

    public int chunks() {
        return chunks.size();
    }

    /**
     * Computes what is missing.
     *
     * @param progress is told of each chunk as it is there, from several threads
     */
    public RefereeReport run(int threads, IntConsumer progress) throws IOException {
        List<List<Trial>> trials = new ArrayList<>();
        kinds.forEach(kind -> trials.add(new ArrayList<>()));
        try (Threads pool = new Threads(threads)) {
            List<List<Trial>> done = pool.map(IntStream.range(0, chunks.size()), k -> {
                List<Trial> chunk = trials(chunks.get(k));
                progress.accept(1);
                return chunk;
            });
            for (int k = 0; k < done.size(); k++) {
                trials.get(chunks.get(k).kind).addAll(done.get(k));
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return new RefereeReport(kinds.stream().map(LogKind::name).toList(), trials);
    }

    private List<Trial> trials(Chunk chunk) {
        LogKind kind = kinds.get(chunk.kind);
        Path file = directory.resolve(
                String.format(Locale.ROOT, "%08x-%04d-%04d.tsv", kind.name().hashCode(), chunk.first, chunk.end));
        String heading = FORMAT + "\t" + kind.name() + "\t" + kind.sight() + "\t" + kind.written() + "\t"
                + kind.everyAction() + "\t" + kind.cutAfter() + "\t" + Arrays.toString(kind.sizes());
        try {
            Optional<List<Trial>> kept = read(file, heading);
            if (kept.isPresent()) {
                return kept.get();
            }
            List<Trial> trials = IntStream.range(chunk.first, chunk.end)
                    .mapToObj(log -> Trial.of(kind, log))
                    .flatMap(List::stream)
                    .toList();
            List<String> lines = trials.stream().map(Trial::line).toList();
            WholeFile.write(file, heading + "\n" + String.join("\n", lines) + "\n");
            return trials;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<List<Trial>> read(Path file, String heading) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        if (lines.isEmpty() || !lines.get(0).equals(heading)) {
            return Optional.empty();
        }
        return Optional.of(lines.stream().skip(1).map(Trial::parse).toList());
    }
}
