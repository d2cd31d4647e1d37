package io.emphatic.lab.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassDigestTest {
    private static final String RULE = """
            class Rule {
                static final long LONG = 1L << 40;
                double of(java.util.List<Double> values) {
                    double sum = LONG;
                    for (double value : values) {
                        sum += 0.5 * value;
                    }
                    return sum;
                }
            }
            """;

    @TempDir
    private Path directory;

    private ClassDigest compiled(String source) throws IOException {
        Path file = Files.writeString(directory.resolve("Rule.java"), source);
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, "-g", file.toString()))
                .isZero();
        return ClassDigest.of(Files.readAllBytes(directory.resolve("Rule.class")));
    }

    @Test
    void commentsAndLinesDoNotMatterButEveryNumberDoes() throws IOException {
        ClassDigest plain = compiled(RULE);
        assertThat(compiled("// a comment\n\n" + RULE).digest()).isEqualTo(plain.digest());
        assertThat(compiled(RULE.replace("0.5", "0.25")).digest()).isNotEqualTo(plain.digest());
        assertThat(compiled(RULE.replace("sum += ", "sum -= ")).digest()).isNotEqualTo(plain.digest());
        assertThat(compiled(RULE.replace("<< 40", "<< 41")).digest()).isNotEqualTo(plain.digest());
    }

    @Test
    void theClassesThatAreUsedAreKnown() throws IOException {
        assertThat(compiled(RULE).references())
                .contains("Rule", "java/util/List", "java/util/Iterator", "java/lang/Double");
    }
}
