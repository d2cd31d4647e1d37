package io.emphatic.serve.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.serve.service.RefusedRequestException.Reason;
import io.emphatic.serve.storage.LogLine;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StepParserTest {
    private static final String FIRST = "{\"stream\":\"a\",\"seq\":0,\"x\":0.5,\"n\":3,\"flag\":true,\"text\":\"abc\"}";
    private static final List<String> VALUES = List.of(
            "0",
            "-0",
            "-0.0",
            "7",
            "-12",
            "007",
            "0.1",
            "1.",
            ".5",
            "-.5",
            "+1",
            "1e3",
            "1E-3",
            "2.5e300",
            "1e309",
            "0.30000000000000004",
            "123456789012345678",
            "1234567890123456789",
            "9223372036854775807",
            "9223372036854775808",
            "9007199254740993.0",
            "0.000000000000000012345678901234567",
            "123456.7890123456789",
            "true",
            "false",
            "tru",
            "truex",
            "null",
            "nul",
            "NaN",
            "\"\"",
            "\"abc\"",
            "\"a\\u0041\"",
            "\"ä\"",
            "\"a\tb\"",
            "\"open",
            "[1, 2.5]",
            "[]",
            "{}",
            " 1 ",
            "1 2",
            "-",
            "\"b-7_\"",
            "\"..\"");

    private static PostedSteps parse(String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return StepParser.parse(bytes, bytes.length, false);
    }

    /** The values of a row, or that it is refused. */
    private static String outcome(String body, int row) {
        try {
            PostedSteps steps = parse(body);
            return steps.rows.get(row).stream() + " " + steps.rows.get(row).seq() + " "
                    + IntStream.range(0, steps.columns.size())
                            .mapToObj(c -> steps.columns.get(c).name + "=" + exact(steps.value(c, row)))
                            .sorted()
                            .collect(Collectors.joining(","));
        } catch (RefusedRequestException e) {
            return "refused";
        }
    }

    private static String exact(Object value) {
        return value instanceof Double number
                ? "D" + Double.doubleToRawLongBits(number)
                : value instanceof double[] list ? Arrays.toString(list) : value + "";
    }

    @Test
    void aRowAfterOthersIsReadAsItWouldBeAlone() {
        for (String field : List.of("stream", "seq", "x", "n", "flag", "text")) {
            for (String value : VALUES) {
                String row = FIRST.replaceFirst(
                        "\"" + field + "\":[^,}]+", "\"" + field + "\":" + value.replace("\\", "\\\\"));
                // a column without values before takes a value of any kind, as it does alone
                String nothing = FIRST.replaceFirst("\"" + field + "\":[^,}]+", "\"" + field + "\":null");
                String before = field.equals("stream") || field.equals("seq") ? FIRST : nothing;
                assertThat(outcome(before + "\n" + row, 1)).as(row).isEqualTo(outcome(row, 0));
                assertThat(outcome("[" + before + " ,\n" + row + "]", 1))
                        .as(row)
                        .isEqualTo(outcome(row, 0));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void decimalsAreTheNearestDoublesHoweverManyDigitsTheyHave(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Double> numbers = new ArrayList<>();
        StringBuilder body = new StringBuilder("{\"stream\":\"a\",\"seq\":0,\"x\":0.5}\n");
        for (int k = 1; k <= 5000; k++) {
            String text = random.nextInt(3) == 0
                    ? Double.toString(random.nextDouble() * 1000)
                    : (random.nextBoolean() ? "-" : "") + random.nextInt(1000) + "."
                            + Long.toString(random.nextLong(1L << random.nextInt(1, 63)));
            numbers.add(Double.parseDouble(text));
            body.append("{\"stream\":\"a\",\"seq\":")
                    .append(k)
                    .append(",\"x\":")
                    .append(text)
                    .append("}\n");
        }
        PostedSteps steps = parse(body.toString());
        for (int k = 0; k < numbers.size(); k++) {
            assertThat(steps.value(2, k + 1)).isEqualTo(numbers.get(k));
        }
    }

    @Test
    void rowsWithDifferentWholeNumbersAreDifferentHoweverLarge() {
        String row = "{\"stream\":\"a\",\"seq\":0,\"n\":%s}";
        long one = parse(row.formatted("9007199254740992")).rows.get(0).digest();
        assertThat(parse(row.formatted("9007199254740993")).rows.get(0).digest())
                .isNotEqualTo(one);
        assertThat(parse(row.formatted("9007199254740992.0")).rows.get(0).digest())
                .isEqualTo(one);
    }

    @Test
    void rowsMayHaveColumnsInAnyOrderAndOfTheirOwn() {
        PostedSteps steps = parse(FIRST + "{\"seq\": 1, \"stream\": \"a\"}" + FIRST.replace("\"seq\":0", "\"seq\":2")
                + "{\"seq\": 3, \"stream\": \"a\", \"x\": 2.5, \"new\": [1]}");
        assertThat(steps.size()).isEqualTo(4);
        assertThat(steps.value(2, 0)).isEqualTo(0.5);
        assertThat(steps.value(2, 1)).isNull();
        assertThat(steps.value(2, 2)).isEqualTo(0.5);
        assertThat(steps.value(2, 3)).isEqualTo(2.5);
        assertThat((double[]) steps.value(6, 3)).containsExactly(1);
        assertThat(steps.value(6, 2)).isNull();
    }

    @Test
    void aNameThatNeedsAnEscapeIsNeverTakenWithoutIt() {
        String escaped = "{\"stream\":\"a\",\"seq\":%d,\"q\\\"q\":1}\n";
        String two = escaped.formatted(0) + escaped.formatted(1);
        assertThat(parse(two + escaped.formatted(2)).size()).isEqualTo(3);
        assertThatThrownBy(() -> parse(two + "{\"stream\":\"a\",\"seq\":2,\"q\"q\":1}\n"))
                .isInstanceOf(RefusedRequestException.class);
    }

    @Test
    void everyRowHasALineOfItsOwnBytesThatCanBeChecked() {
        PostedSteps steps =
                parse("[" + FIRST.replace(",", ",\n") + ",\r\n" + FIRST.replace("\"seq\":0", "\"seq\":1") + "]\n");
        for (int row = 0; row < 2; row++) {
            byte[] line = steps.rows.get(row).line();
            assertThat(line[line.length - 1]).isEqualTo((byte) '\n');
            assertThat(LogLine.check(line, 0, line.length - 1)).isPositive();
            String posted = new String(LogLine.unseal(line), StandardCharsets.UTF_8);
            assertThat(posted.replace(", ", ",")).isEqualTo(FIRST.replace("\"seq\":0", "\"seq\":" + row));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[",
                "[,]",
                "]",
                "x",
                "1",
                "[1]",
                "{",
                "{}",
                "[{}]",
                "[{\"stream\":\"a\",\"seq\":0}",
                "[] []",
                "[]x",
                "[{\"stream\":\"a\",\"seq\":0} {\"stream\":\"a\",\"seq\":1}]",
                "[{\"stream\":\"a\",\"seq\":0},]",
                "{\"stream\":\"a\",\"seq\":0},",
                "{\"stream\":\"a\",\"seq\":0}]",
                "",
                " \n"
            })
    void whatIsNoRowsIsRefused(String body) {
        assertThatThrownBy(() -> parse(body))
                .isInstanceOfSatisfying(RefusedRequestException.class, e -> assertThat(e.reason())
                        .isEqualTo(Reason.MALFORMED));
    }

    @Test
    void columnsThatMostRowsDoNotHaveCannotTakeMoreMemoryThanTheBodyAllows() {
        StringBuilder body = new StringBuilder();
        for (int k = 0; k < 50_000; k++) {
            body.append("{\"stream\":\"a\",\"seq\":").append(k).append("}\n");
        }
        String columns =
                IntStream.range(0, 4000).mapToObj(k -> ",\"c" + k + "\":1").collect(Collectors.joining());
        body.append("{\"stream\":\"a\",\"seq\":50000").append(columns).append("}");
        assertThatThrownBy(() -> parse(body.toString()))
                .isInstanceOfSatisfying(RefusedRequestException.class, e -> assertThat(e.reason())
                        .isEqualTo(Reason.TOO_LARGE));
    }

    /** A body of 8 MB could name almost a million, of some 250 bytes each. */
    @Test
    void oneRowCannotHaveMoreColumnsThanTheLog() {
        String columns =
                IntStream.range(0, 5000).mapToObj(k -> ",\"c" + k + "\":1").collect(Collectors.joining());
        assertThatThrownBy(() -> parse("{\"stream\":\"a\",\"seq\":0" + columns + "}"))
                .isInstanceOfSatisfying(RefusedRequestException.class, e -> assertThat(e.reason())
                        .isEqualTo(Reason.TOO_LARGE));
    }

    @Test
    void aChecksumOfNothingIsNoLine() {
        byte[] line = ",\"crc\":0}".getBytes(StandardCharsets.UTF_8);
        assertThat(LogLine.check(line, 0, line.length)).isEqualTo(-1);
    }
}
