package io.emphatic.lab.theory;

import java.util.List;

/** Pieces of a page. */
public final class Html {
    private Html() {}

    public static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** @param cells the heading first */
    public static String table(List<List<String>> cells) {
        StringBuilder table = new StringBuilder("<div class=\"scroll\"><table>\n");
        for (int k = 0; k < cells.size(); k++) {
            String tag = k == 0 ? "th" : "td";
            table.append(k == 0 ? "<thead><tr>" : "<tr>");
            for (String cell : cells.get(k)) {
                table.append('<')
                        .append(tag)
                        .append('>')
                        .append(escape(cell))
                        .append("</")
                        .append(tag)
                        .append('>');
            }
            table.append(k == 0 ? "</tr></thead><tbody>\n" : "</tr>\n");
        }
        return table.append("</tbody></table></div>\n").toString();
    }
}
