package io.emphatic.logs.sql;

/** How CSV files are written; null for what a file itself suggests, an empty quote for none. */
public record CsvDialect(String delimiter, String quote, String nullText) {
    public static final CsvDialect DETECTED = new CsvDialect(null, null, null);

    public CsvDialect {
        require(delimiter == null || delimiter.length() == 1, "the delimiter", delimiter);
        require(quote == null || quote.length() <= 1, "the quote", quote);
    }

    private static void require(boolean right, String what, String value) {
        if (!right) {
            throw new IllegalArgumentException("csv: " + what + " is not one character: " + value);
        }
    }

    /** What is given here, and otherwise what {@code other} says. */
    public CsvDialect or(CsvDialect other) {
        return new CsvDialect(
                delimiter == null ? other.delimiter : delimiter,
                quote == null ? other.quote : quote,
                nullText == null ? other.nullText : nullText);
    }

    String sql() {
        return (delimiter == null ? "" : ", delim = " + Sql.string(delimiter))
                + (quote == null ? "" : ", quote = " + Sql.string(quote) + ", escape = " + Sql.string(quote))
                + nullSql();
    }

    String nullSql() {
        return nullText == null ? "" : ", nullstr = [" + Sql.string(nullText) + ", '']";
    }
}
