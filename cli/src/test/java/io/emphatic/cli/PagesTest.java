package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every page that is written, in a browser: on a desk and on a phone, light and dark. */
@Tag("slow")
@EnabledIf(
        value = "io.emphatic.cli.PagesTest#hasChromium",
        disabledReason = "there is no chromium; install it with `apt install chromium`")
class PagesTest {
    private static final int PHONE = 390; // pixels
    private static final int DESK = 1200;
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Map<String, Path> PAGES = new LinkedHashMap<>();

    @TempDir
    private static Path folder;

    private static Playwright playwright;
    private static Browser browser;

    static Optional<Path> chromium() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .flatMap(directory -> Stream.of(Path.of(directory, "chromium"), Path.of(directory, "chromium-browser")))
                .filter(Files::isExecutable)
                .findFirst();
    }

    static boolean hasChromium() {
        boolean isThere = chromium().isPresent();
        if (!isThere) {
            System.out.println("PagesTest is skipped: there is no chromium. Install it with `apt install chromium`.");
        }
        return isThere;
    }

    @BeforeAll
    static void writePagesAndStartBrowser() throws IOException {
        written("explain", "baird", "explain", "baird", "--variance", "--html");
        written("rooms", "rooms", "explain", "rooms", "--html");
        written("tune", "tune", "tune", ROOT.resolve("examples/pumps/tune.yaml").toString(), "--html");
        written(
                "evaluate",
                "evaluate",
                "evaluate",
                ROOT.resolve("examples/pumps/shifts.yaml").toString(),
                "--html");
        written(
                "gate",
                "gate",
                "gate",
                ROOT.resolve("examples/pumps/shifts.yaml").toString(),
                "--html");
        Path miner = folder.resolve("miner");
        succeeds("reproduce", "miner", "--runs", "3", "--entrapments", "100", "--out", miner.toString());
        PAGES.put("miner", miner.resolve("index.html"));
        Path study = folder.resolve("study.yaml");
        Files.writeString(study, """
                problem: collision
                runs: 3
                steps: 300
                every: 50
                algorithms:
                  td: {step_size: {powers_of_two: [-6, 1]}}
                  etd: {step_size: {powers_of_two: [-9, -5]}, lambda: [0, 0.9]}
                  elstd: {}
                  vtrace: {step_size: {powers_of_two: [-5, -2]}, trace_cap: [1, 2], ratio_cap: [1, 1000]}
                """);
        Path results = folder.resolve("study");
        succeeds("study", study.toString(), "--out", results.toString());
        succeeds("report", results.toString());
        PAGES.put("report", results.resolve("report.html"));
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(chromium().orElseThrow())
                        .setArgs(List.of("--no-sandbox")));
    }

    /** The page of a command whose last option is {@code --html}. */
    private static void written(String page, String file, String... command) {
        Path html = folder.resolve(file + ".html");
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.add(html.toString());
        succeeds(arguments.toArray(String[]::new));
        PAGES.put(page, html);
    }

    private static void succeeds(String... command) {
        Run run = Run.emphatic(command);
        assertThat(run.code()).as(run.err()).isZero();
    }

    @AfterAll
    static void endBrowser() {
        playwright.close();
    }

    static Stream<Arguments> views() {
        return Stream.of("explain", "rooms", "tune", "evaluate", "gate", "miner", "report")
                .flatMap(page -> Stream.of(PHONE, DESK).flatMap(width -> Stream.of(ColorScheme.LIGHT, ColorScheme.DARK)
                        .map(scheme -> Arguments.of(page, width, scheme))));
    }

    @ParameterizedTest
    @MethodSource("views")
    void nothingIsCutAndThePageDoesNotScrollSideways(String name, int width, ColorScheme scheme) {
        try (Page page = browser.newPage(
                new Browser.NewPageOptions().setViewportSize(width, 900).setColorScheme(scheme))) {
            page.navigate(PAGES.get(name).toUri().toString());
            assertThat(page.evaluate("document.documentElement.scrollWidth"))
                    .as("the page as a whole does not scroll sideways")
                    .isEqualTo(width);
            assertThat(cutTexts(page)).as("texts of figures beyond their edges").isEmpty();
            assertThat(illegibleTexts(page))
                    .as("texts smaller than nine pixels")
                    .isEmpty();
            if (width == DESK) { // on a phone wide figures scroll, each by itself
                assertThat(widerFigures(page))
                        .as("figures that have to be scrolled")
                        .isEmpty();
            }
            assertThat(unnamedFigures(page))
                    .as("figures that say nothing to who cannot see them")
                    .isEmpty();
            assertThat(page.evaluate("getComputedStyle(document.body).backgroundColor"))
                    .isEqualTo(scheme == ColorScheme.DARK ? "rgb(16, 21, 28)" : "rgb(244, 245, 247)");
            assertThat(page.locator("main > .answer:first-child").count())
                    .as("the first card is the answer")
                    .isEqualTo(1);
            if (width == PHONE) { // at a desk wide tables scroll, each by itself
                assertThat(cellsOutOfSight(page))
                        .as("what tables have beyond the edge of a phone")
                        .isEmpty();
            }
            assertThat(unscrollable(page))
                    .as("what is wider than the page and cannot be scrolled to")
                    .isEmpty();
        }
    }

    /** Texts of drawn figures that lie partly outside their figure; half a letter is for the browser's font. */
    private static List<?> cutTexts(Page page) {
        return (List<?>) page.evaluate("""
                () => [...document.querySelectorAll('figure svg')]
                    .filter(svg => svg.getBoundingClientRect().width > 0 && svg.parentElement.closest('svg') === null)
                    .flatMap(svg => {
                        const box = svg.getBoundingClientRect();
                        return [...svg.querySelectorAll('text')]
                            .filter(text => {
                                const at = text.getBoundingClientRect();
                                return at.left < box.left - 4 || at.right > box.right + 4
                                    || at.top < box.top - 4 || at.bottom > box.bottom + 4;
                            })
                            .map(text => text.textContent);
                    })""");
    }

    private static List<?> illegibleTexts(Page page) {
        return (List<?>) page.evaluate("""
                () => [...document.querySelectorAll('body *')]
                    .filter(element => element.children.length === 0 && element.textContent.trim() !== ''
                        && element.getClientRects().length > 0 && element.tagName !== 'TITLE')
                    .filter(element => {
                        const svg = element.closest('svg');
                        const scale = svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
                        return parseFloat(getComputedStyle(element).fontSize) * scale < 9;
                    })
                    .map(element => element.textContent)""");
    }

    private static List<?> widerFigures(Page page) {
        return (List<?>) page.evaluate("""
                () => [...document.querySelectorAll('figure svg')]
                    .filter(svg => svg.getBoundingClientRect().right > innerWidth + 1)
                    .map(svg => svg.querySelector('title')?.textContent)""");
    }

    private static List<?> cellsOutOfSight(Page page) {
        return (List<?>) page.evaluate("""
                () => [...document.querySelectorAll('table.many td')]
                    .filter(cell => cell.getBoundingClientRect().right > innerWidth + 1)
                    .map(cell => cell.textContent)""");
    }

    private static List<?> unnamedFigures(Page page) {
        return (List<?>) page.evaluate("""
                () => [...document.querySelectorAll('figure svg[role=img]')]
                    .filter(svg => (svg.querySelector('title')?.textContent ?? '').length < 20)
                    .map(svg => svg.outerHTML.slice(0, 80))""");
    }

    private static List<?> unscrollable(Page page) {
        return (List<?>) page.evaluate("""
                () => [...document.querySelectorAll('main *')]
                    .filter(element => element.getBoundingClientRect().right > innerWidth + 1
                        && element.closest('.scroll, pre') === null)
                    .map(element => element.tagName + ' ' + element.textContent.slice(0, 40))""");
    }
}
