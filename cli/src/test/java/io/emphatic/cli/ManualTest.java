package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
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

    /** Not read through by users: generated, to look things up ({@link CommandsPageTest}); for contributors. */
    private static final Set<String> BESIDE = Set.of("docs/commands.md", "docs/architecture.md");

    private static final int MOST_WORDS = 20_000;

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
        words.keySet().removeAll(BESIDE);
        assertThat(words).allSatisfy((page, count) -> assertThat(count).isLessThanOrEqualTo(MOST_WORDS_OF_A_PAGE));
        assertThat(words.values().stream().mapToInt(count -> count).sum())
                .as("words of the manual: %s", words)
                .isLessThanOrEqualTo(MOST_WORDS);
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

    private static List<String> links(Path page) throws IOException {
        return LINK.matcher(Files.readString(page))
                .results()
                .map(link -> link.group(1))
                .toList();
    }
}
