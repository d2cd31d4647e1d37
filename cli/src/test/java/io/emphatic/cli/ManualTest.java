package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The manual, README.md and the pages of docs/, is short and hangs together; docs/decisions is the lab book. */
class ManualTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:)([^)#\\s]+)(?:#[^)\\s]*)?\\)");
    private static final Pattern ANCHOR = Pattern.compile("\\]\\((?!https?:)([^)#\\s]*)#([^)\\s]+)\\)");

    /** Behind {@code ./emphatic}, in a block or between backticks; what a verb alone says is no command. */
    private static final Pattern COMMAND = Pattern.compile("\\./emphatic (?!VERB|flink …)([^`\n>#|]+? [^`\n>#|]+)");

    /** Generated, to look things up: {@link CommandsPageTest}. */
    private static final String GENERATED = "docs/commands.md";

    private static final int MOST_WORDS = 20_000;
    private static final int MOST_WORDS_WITH_GENERATED = 22_000;
    private static final int MOST_WORDS_OF_A_PAGE = 2_500;

    static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            docs.filter(page -> page.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        return pages;
    }

    /** As {@code wc -w} counts. */
    private static int words(Path page) throws IOException {
        return Files.readString(page).strip().split("\\s+").length;
    }

    @Test
    void noPageIsLongAndAllTogetherAreABooklet() throws IOException {
        Map<String, Integer> words = new TreeMap<>();
        for (Path page : pages()) {
            words.put(ROOT.relativize(page).toString(), words(page));
        }
        int all = words.values().stream().mapToInt(count -> count).sum();
        assertThat(words).allSatisfy((page, count) -> assertThat(count).isLessThanOrEqualTo(MOST_WORDS_OF_A_PAGE));
        assertThat(all - words.get(GENERATED))
                .as("words of the manual: %s", words)
                .isLessThanOrEqualTo(MOST_WORDS);
        assertThat(all).isLessThanOrEqualTo(MOST_WORDS_WITH_GENERATED);
    }

    @Test
    void everyLinkLeadsToAFile() throws IOException {
        List<Path> all = new ArrayList<>(pages());
        all.add(ROOT.resolve("CONTRIBUTING.md"));
        all.add(ROOT.resolve("CHANGELOG.md"));
        try (Stream<Path> decisions = Files.list(ROOT.resolve("docs/decisions"))) {
            decisions.filter(page -> page.toString().endsWith(".md")).forEach(all::add);
        }
        for (Path page : all) {
            assertThat(links(page)).allSatisfy(link -> assertThat(page.resolveSibling(link))
                    .as("linked from %s", page)
                    .exists());
        }
    }

    @Test
    void everyAnchorIsAHeading() throws IOException {
        for (Path page : pages()) {
            for (MatchResult link :
                    ANCHOR.matcher(Files.readString(page)).results().toList()) {
                Path linked = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
                assertThat(Files.readAllLines(linked).stream()
                                .filter(line -> line.startsWith("#"))
                                .map(line -> line.toLowerCase(Locale.ROOT)
                                        .replaceAll("^#+ |[^\\p{L}\\p{N}_ -]", "")
                                        .replace(' ', '-')))
                        .as("linked from %s", page)
                        .contains(link.group(2));
            }
        }
    }

    @Test
    void linksLeadFromTheReadmeToEveryPage() throws IOException {
        List<Path> pages = pages().stream().map(Path::normalize).toList();
        List<Path> reached = new ArrayList<>(List.of(pages.get(0)));
        for (int k = 0; k < reached.size(); k++) {
            for (String link : links(reached.get(k))) {
                Path linked = reached.get(k).resolveSibling(link).normalize();
                if (pages.contains(linked) && !reached.contains(linked)) {
                    reached.add(linked);
                }
            }
        }
        assertThat(reached).containsExactlyInAnyOrderElementsOf(pages);
    }

    @Test
    void everyCommandShownHasAVerbAndOptionsThatThereAre() throws IOException {
        for (Path page : pages()) {
            String text = Files.readString(page).replace("\\\n", " ");
            for (MatchResult shown : COMMAND.matcher(text).results().toList()) {
                String[] words = words(shown.group(1));
                assertThatCode(() -> Emphatic.commandLine().parseArgs(words))
                        .as("%s: %s", page, shown.group())
                        .doesNotThrowAnyException();
            }
        }
    }

    /** As a shell parts them: "1, x" is one word. */
    static String[] words(String command) {
        return Pattern.compile("[\"']([^\"']*)[\"']|(\\S+)")
                .matcher(command)
                .results()
                .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
                .toArray(String[]::new);
    }

    private static List<String> links(Path page) throws IOException {
        return LINK.matcher(Files.readString(page))
                .results()
                .map(link -> link.group(1))
                .toList();
    }
}
