package io.emphatic.serve.http;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;

/** Bodies that no service should take: each is a row that is due, made wrong in one way or another. */
final class HostileBodies {
    private static final List<String> VALUES = List.of(
            "NaN",
            "Infinity",
            "-Infinity",
            "1e309",
            "-1e999",
            "1e",
            "01",
            "+1",
            ".5",
            "0x10",
            "{}",
            "{\"a\":1}",
            "[[1]]",
            "[\"a\"]",
            "\"text\"",
            "true",
            "null",
            "\"\\ud800\"",
            "\"\\u0000\"",
            "99999999999999999999999999",
            "'1'",
            "undefined",
            "1/0",
            "\"'; DROP TABLE steps; --\"");
    private static final List<String> NAMES = List.of(
            "\"\"",
            "\"..\"",
            "\"a/b\"",
            "\"a b\"",
            "\"%41\"",
            "7",
            "null",
            "\"\\u0000\"",
            "\"ä\"",
            "\"-a\"",
            "[]",
            "\"a\\nb\"");
    private static final List<String> SEQS =
            List.of("-1", "1.5", "\"1\"", "null", "1e3", "99999999999999999999", "9223372036854775807", "true", "NaN");

    private HostileBodies() {}

    /** @param row one that would be taken */
    static byte[] next(String row, SplittableRandom random) {
        return switch (random.nextInt(12)) {
            case 0 ->
                text(row.replaceFirst(
                        "\"stream\":\"\\w+\"", Matcher.quoteReplacement("\"stream\":" + pick(NAMES, random))));
            case 1 -> text(row.replaceFirst("\"seq\":\\d+", "\"seq\":" + pick(SEQS, random)));
            case 2 -> text(row.replaceFirst("\"(x|y|pi|reward)\":[^,]+", "\"$1\":" + wrong(random)));
            case 3 ->
                text(row.replaceFirst(
                        "\"mu\":0.5", "\"mu\":" + pick(List.of("0", "-1", "1.5", "1e308", "\"a\""), random)));
            case 4 -> text(row.substring(0, random.nextInt(1, row.length())));
            case 5 -> flipped(row, random);
            case 6 -> text("[".repeat(random.nextInt(1, 5000)) + row);
            case 7 -> text(row + random.nextInt(10) + row);
            case 8 -> text(row.replaceFirst("}", ",\"crc\":1}"));
            case 9 -> text(row.replaceFirst("}", ",\"x\":0.5}"));
            case 10 -> text(row.replaceFirst("\"x\"", "\"X\""));
            default -> noise(random);
        };
    }

    private static String wrong(SplittableRandom random) {
        return pick(VALUES, random).replace("\\", "\\\\");
    }

    private static String pick(List<String> all, SplittableRandom random) {
        return all.get(random.nextInt(all.size()));
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A byte that is no UTF-8, or a control character, somewhere in the row. */
    private static byte[] flipped(String row, SplittableRandom random) {
        byte[] bytes = text(row);
        bytes[random.nextInt(bytes.length)] =
                (byte) (random.nextBoolean() ? 0xC0 + random.nextInt(64) : random.nextInt(1, 9));
        return bytes;
    }

    private static byte[] noise(SplittableRandom random) {
        byte[] bytes = new byte[random.nextInt(1, 300)];
        random.nextBytes(bytes);
        return bytes;
    }
}
