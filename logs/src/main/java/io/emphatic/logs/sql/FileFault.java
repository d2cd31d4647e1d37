package io.emphatic.logs.sql;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns DuckDB's messages about files, memory and disks, which tell how to set its switches, into plain ones. */
final class FileFault {
    private static final Pattern CSV_LINE =
            Pattern.compile("CSV Error on Line: (\\d+)\\R(?:Original Line: ?(.*)\\R)?(.*)(?s:.*)");
    private static final Pattern JSON_LINE = Pattern.compile(
            "Malformed JSON in file \".*?\", at byte (\\d+) in (?:line|record/value) (\\d+): ([^\\n.]*)");
    private static final Pattern COLUMNS = Pattern.compile("Expected Number of Columns: (\\d+) Found: (\\d+)");
    private static final Pattern NO_DIRECTORY = Pattern.compile("Failed to create directory \"(.*?)\": (.*)");
    private static final Pattern IO = Pattern.compile("(?s)^IO Error: (.*)");
    private static final Pattern HINTS =
            Pattern.compile("(?s)\\s*(\\R\\RPossible [Ss]olution|\\RPossible fixes|\\R\\RSee also|\\R\\RLINE \\d+:).*");

    private FileFault() {}

    /** The message itself if it is about something else. */
    static String inOurWords(String message) {
        Matcher line = CSV_LINE.matcher(message);
        if (line.find()) {
            String shown = line.group(2) == null ? "" : "\n  " + line.group(2);
            return "line " + line.group(1) + " is malformed: " + csv(line.group(3)) + shown;
        }
        Matcher json = JSON_LINE.matcher(message);
        if (json.find()) {
            long number = Long.parseLong(json.group(2)) - 1; // DuckDB counts from 2
            return "line " + number + " is malformed: " + json.group(3) + " at byte " + json.group(1);
        }
        if (message.contains("Error when sniffing file")) {
            return "its lines do not fit together as a table\nSay how it is written: --csv-delimiter, --csv-quote.";
        }
        if (message.startsWith("Out of Memory Error")) {
            return message.contains("offload") || message.contains("temp")
                    ? "the disk is full on which sorting spills what does not fit into memory\n"
                            + "Give another directory with --temp-dir, or more memory with --memory."
                    : "there is not enough memory to sort the log\nGive more with --memory.";
        }
        if (message.contains("Parquet file") || message.contains("No magic bytes")) {
            return "it is not a whole Parquet file";
        }
        return io(message);
    }

    private static String io(String message) {
        Matcher io = IO.matcher(message);
        if (!io.find()) {
            return message;
        }
        Matcher directory = NO_DIRECTORY.matcher(message);
        if (directory.find()) {
            String parent = directory.group(1).replaceFirst("[/\\\\]emphatic-spill-[^/\\\\]*$", "");
            return "what does not fit into memory cannot be put into " + parent + ": " + directory.group(2)
                    + "\nGive another directory with --temp-dir, or more memory with --memory.";
        }
        String reason = HINTS.matcher(io.group(1)).replaceFirst("");
        return reason.contains("emphatic-spill-")
                ? "what does not fit into memory cannot be written: " + reason.replaceFirst("(?s).*: ", "")
                        + "\nGive another directory with --temp-dir, or more memory with --memory."
                : reason;
    }

    private static String csv(String reason) {
        Matcher columns = COLUMNS.matcher(reason);
        if (columns.find()) {
            return "it has " + columns.group(2) + " values instead of " + columns.group(1);
        }
        if (reason.contains("unicode")) {
            return "it is not text in UTF-8";
        }
        return reason.contains("unterminated quote") ? "a quote is not closed" : reason;
    }
}
