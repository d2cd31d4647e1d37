package io.emphatic.logs.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.emphatic.logs.file.ProgressListener;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Something happens to the place of an output while the log is learned from. */
class LastWriteTest {
    @Test
    void aModelThatCannotBeWrittenInTheEndDoesNotLoseTheReport(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("log.csv"), "x,reward\n1,1\n1,2\n1,3\n");
        Path model = directory.resolve("model.json");
        Spec.Prediction prediction =
                new Spec.Prediction("p", null, null, null, null, "0.5", null, null, "td", Map.of("step_size", 0.5));
        List<FeatureBlock> features = List.of(new FeatureBlock.Expressions("x"));
        Spec spec = new Spec(null, null, null, null, null, features, List.of(prediction));
        ProgressListener spoiler = (rows, of) -> makeDirectory(model);
        Learning.Options options = new Learning.Options(null, model, null, 1, false, spoiler);
        try (Log log = Log.open(file.toString())) {
            Learning.UnwrittenException unwritten =
                    catchThrowableOfType(Learning.UnwrittenException.class, () -> Learning.learn(log, spec, options));
            assertThat(unwritten).hasMessage(model + " is a directory, not a file to write");
            // 0 + ½ (1 + 0/2 − 0) = ½, ½ + ½ (2 + ¼ − ½) = 1.375
            assertThat(unwritten.report().predictions().get(0).weights()).containsExactly(1.375);
        }
    }

    private static void makeDirectory(Path path) {
        try {
            Files.createDirectories(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
