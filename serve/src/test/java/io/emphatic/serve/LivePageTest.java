package io.emphatic.serve;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.LocatorAssertions.HasTextOptions;
import com.microsoft.playwright.options.ColorScheme;
import io.emphatic.serve.client.ServiceClient;
import io.emphatic.serve.client.StepRow;
import io.emphatic.serve.http.Access;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The page in a browser, while rows come. */
@Tag("slow")
@EnabledIf(
        value = "io.emphatic.serve.LivePageTest#hasChromium",
        disabledReason = "there is no chromium; install it with `apt install chromium`")
class LivePageTest {
    private static final int MOST_MILLISECONDS = 300_000;

    private static Playwright playwright;
    private static Browser browser;

    @TempDir
    private Path data;

    private StartedService service;
    private Thread posting;
    private volatile boolean isDone;
    private final List<String> errors = Collections.synchronizedList(new ArrayList<>());

    static Optional<Path> chromium() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .flatMap(folder -> Stream.of(Path.of(folder, "chromium"), Path.of(folder, "chromium-browser")))
                .filter(Files::isExecutable)
                .findFirst();
    }

    static boolean hasChromium() {
        boolean isThere = chromium().isPresent();
        if (!isThere) {
            System.out.println(
                    "LivePageTest is skipped: there is no chromium. Install it with `apt install chromium`.");
        }
        return isThere;
    }

    @BeforeAll
    static void startBrowser() {
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(chromium().orElseThrow())
                        .setArgs(List.of("--no-sandbox"))
                        .setTimeout(MOST_MILLISECONDS));
    }

    @AfterAll
    static void endBrowser() {
        playwright.close();
    }

    @BeforeEach
    void startService() throws IOException {
        service = new StartedService(data.resolve("data"), Access.ofThisMachine());
    }

    /** Three streams, row by row, until the test ends; a service that is gone for a while is waited for. */
    private void post(ServiceClient client) {
        post(client, StartedService::row);
    }

    private void post(ServiceClient client, BiFunction<String, Long, StepRow> row) {
        posting = new Thread(() -> {
            try {
                for (long seq = 0; !isDone; seq++) {
                    List<StepRow> rows = new ArrayList<>();
                    for (String stream : List.of("north", "east", "south")) {
                        rows.add(row.apply(stream, seq));
                    }
                    client.post(rows);
                    Thread.sleep(20);
                }
            } catch (IOException | InterruptedException e) {
                errors.add("posting failed: " + e);
            }
        });
        posting.start();
    }

    @AfterEach
    void endService() throws Exception {
        isDone = true;
        if (posting != null) {
            posting.join();
        }
        service.close();
        assertThat(service.warnings()).isEmpty();
    }

    private Page open(Browser.NewPageOptions options) {
        Page page = browser.newPage(options);
        page.setDefaultTimeout(MOST_MILLISECONDS);
        page.onConsoleMessage(message -> {
            if (List.of("error", "warning").contains(message.type())) {
                errors.add(message.type() + ": " + message.text());
            }
        });
        page.onPageError(error -> errors.add("exception: " + error));
        page.navigate(service.address() + "/");
        return page;
    }

    private Page open(int width) {
        return open(new Browser.NewPageOptions().setViewportSize(width, 800));
    }

    private static void awaitLive(Page page) {
        page.waitForFunction("() => document.getElementById('connection').textContent === 'Live'");
    }

    private static void awaitText(Page page, String selector, String pattern) {
        Locator found = page.locator(selector);
        assertThat(found).hasText(Pattern.compile(pattern), new HasTextOptions().setTimeout(MOST_MILLISECONDS));
    }

    private static void awaitMoreRows(Page page) {
        page.waitForFunction(
                "before => Number(document.getElementById('rows').textContent.replaceAll(',', '')) > before + 5",
                Integer.parseInt(page.textContent("#rows").replace(",", "").replace("–", "0")));
    }

    @Test
    void predictionsMoveWhileRowsComeAndTheConsoleStaysEmpty() {
        Page page = open(1200);
        post(service.client());
        awaitMoreRows(page);
        String before = page.textContent("#values .legend b");
        page.waitForFunction("text => document.querySelector('#values .legend b').textContent !== text", before);
        awaitMoreRows(page);

        assertThat(page.textContent("#streams")).isEqualTo("3");
        assertThat(page.locator("#values .legend span").allTextContents())
                .containsExactlyInAnyOrder("north", "east", "south");
        assertThat(page.locator("#predictions tbody th").allTextContents()).containsExactly("usual", "other", "never");
        assertThat(page.textContent("#settled .words"))
                .contains("usual against the return that followed; of the last ");
        assertThat((int) page.evaluate("import('/web/charts.js').then(({most}) => most([...Array(95).keys(), 900, 900,"
                        + " 900, 900])[1])")) // few are left out of a scatter
                .isLessThan(200);
        assertThat(errors).isEmpty();
    }

    /** The second before the page was opened is in its charts. */
    @Test
    void whatWasBeforeThePageWasOpenedIsThere() throws Exception {
        post(service.client());
        Page before = open(1200);
        before.locator("#throughput summary").click();
        before.waitForFunction("() => document.querySelectorAll('#throughput tbody tr').length > 6");
        before.close();
        Page page = open(1200);
        page.locator("#throughput summary").click();
        page.waitForFunction("""
                () => [...document.querySelectorAll('#throughput tbody th')].some((cell) =>
                  cell.textContent < new Date(performance.timeOrigin - 1000).toLocaleTimeString('en-GB'))
                """);
        assertThat(errors).isEmpty();
    }

    @Test
    void itConnectsAgainWhenTheServiceIsBack() throws IOException {
        Page page = open(1200);
        post(service.client());
        awaitMoreRows(page);
        service.stop();
        awaitText(page, "#connection", "Trying again in ");
        service.start();
        awaitLive(page);
        awaitMoreRows(page);

        // that a connection was refused is the browser's own line, which no page can keep it from writing
        assertThat(errors).allMatch(error -> error.contains("net::ERR_"));
    }

    @Test
    void aTokenIsAskedForAndKept() throws IOException {
        service.close();
        Path tokens = Files.writeString(data.resolve("tokens"), "read,learn 0123456789abcdef0123\n");
        service = new StartedService(data.resolve("data"), Access.read(tokens));
        post(new ServiceClient(service.address(), "0123456789abcdef0123", Duration.ofMinutes(10)));
        Page page = open(390);
        page.waitForSelector("#token-dialog[open]");
        page.fill("#token", "0123456789abcdef9999");
        page.keyboard().press("Enter");
        awaitText(page, "#token-words", "A token is needed: .*");
        page.waitForSelector("#token-dialog[open]");
        page.fill("#token", "0123456789abcdef0123");
        page.keyboard().press("Enter");
        awaitLive(page);
        awaitMoreRows(page);
        page.reload();
        awaitMoreRows(page);

        assertThat(page.isVisible("#token-dialog")).isFalse();
    }

    /** What is cut off: text wider than its box where the box hides it, or outside of the window. */
    private static final String CUT = """
            () => [...document.querySelectorAll('body *')].filter(node => {
              const text = [...node.childNodes].some(child => child.nodeType === 3 && child.textContent.trim());
              if (!text || !node.checkVisibility() || node.closest('.unseen, .skip, .scroll, option, noscript')) return false;
              const box = node.getBoundingClientRect();
              const hides = getComputedStyle(node).overflowX !== 'visible';
              return box.left < 0 || box.right > innerWidth + 0.5 || (hides && node.scrollWidth > node.clientWidth + 1);
            }).map(node => node.tagName + ' ' + node.textContent)
            """;

    @ParameterizedTest
    @CsvSource({"390", "768", "1200"})
    void nothingIsCutAndNothingScrollsSideways(int width) {
        Page page = open(width);
        post(service.client());
        awaitMoreRows(page);
        page.waitForFunction("() => document.querySelectorAll('canvas').length === 5");
        page.locator("summary:visible").all().forEach(Locator::click); // constant ratios have no chart

        assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(width);
        assertThat((List<?>) page.evaluate(CUT)).isEmpty();
        assertThat(page.evaluate("[...document.querySelectorAll('canvas')].filter(one => one.getBoundingClientRect()"
                        + ".right > one.closest('.card').getBoundingClientRect().right).length"))
                .isEqualTo(0);
    }

    /** Every row is a decision; the good policy takes the better one more often. */
    @ParameterizedTest
    @CsvSource({"390, DARK", "1200, LIGHT"})
    void aBandAndARaceAreThere(int width, ColorScheme scheme) throws IOException {
        service.close();
        service = new StartedService("""
                features: [{bias: true}]
                terminated: y >= 0
                behaviour: mu
                cumulant: y
                discount: 0.5
                return_range: [0, 1]
                algorithm: {name: td, step_size: 0.02}
                predictions: {usual: {}, good: {target: pi}, bad: {target: 1 - pi}}
                """, data.resolve("race"), Access.ofThisMachine());
        post(service.client(), (stream, seq) -> {
            boolean isFirst = Math.sin(seq + stream.hashCode()) > 0;
            return new StepRow(stream, seq, Map.of("y", isFirst ? 0.9 : 0.1, "mu", 0.5, "pi", isFirst ? 0.9 : 0.1));
        });
        Page page =
                open(new Browser.NewPageOptions().setViewportSize(width, 800).setColorScheme(scheme));
        awaitText(page, "#race li:last-child .state", "out: good earns more, since episode [\\d,]+");
        assertThat(page.textContent("#race li:first-child b")).isEqualTo("good");
        assertThat(page.textContent("#race li:first-child .state")).isEqualTo("may be the best");
        awaitText(page, "#race li:first-child .ends", "0\\.\\d+ to 0\\.\\d+");
        double left =
                ((Number) page.evaluate("document.querySelector('#race li:first-child i').offsetLeft")).doubleValue();
        double best =
                ((Number) page.evaluate("document.querySelector('#race li:last-child i').offsetLeft")).doubleValue();
        assertThat(left).isGreaterThan(best);

        awaitText(
                page,
                "#values .words",
                "usual, .*In the band 90 % of the returns of \\w+ should come to lie.* % did\\.");
        awaitText(page, "#predictions tbody tr:nth-child(1) td:nth-child(9)", "\\d+\\.\\d %");
        page.locator("#values summary").click();
        awaitText(page, "#values thead th:last-child", "\\w+ high");
        page.click("#predictions button:has-text('bad')");
        awaitText(page, "#learner", ".*(± |no band: the last \\d+ returns are worth \\d+ of the target's own).*");
        assertThat((List<?>) page.evaluate(CUT)).isEmpty();
        assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(width);
        assertThat(errors).isEmpty();
    }

    @Test
    void theKeyboardChoosesAPredictionAndPauses() {
        Page page = open(1200);
        post(service.client());
        awaitMoreRows(page);
        page.focus("#predictions tr:nth-child(1) button");
        page.keyboard().press("Tab");
        page.keyboard().press("Enter");
        awaitText(page, "#learner dd:nth-of-type(1)", "other");
        page.focus("#pause");
        page.keyboard().press("Space");
        awaitText(page, "#pause", "Go on");

        assertThat(page.getAttribute("#predictions tr:nth-child(2) button", "aria-pressed"))
                .isEqualTo("true");
        assertThat(page.getAttribute("#predictions tr:nth-child(1) button", "aria-pressed"))
                .isEqualTo("false");
        assertThat(page.textContent("#ratios .words")).contains("Of all steps of other");
    }

    @Test
    void warningsAreWordsThatAreSeenAndReadOutOnce() {
        Page page = open(390);
        post(service.client());
        awaitText(page, "#warnings", "never: every importance ratio is 0: the target never does what is done");
        awaitText(page, "#announcement", "Warning\\. .*never: every importance ratio is 0.*");
        page.evaluate("() => { document.getElementById('announcement').textContent = ''; }");
        awaitMoreRows(page);

        assertThat(page.textContent("#announcement")).isEmpty();
        assertThat(page.getAttribute("#announcement", "role")).isEqualTo("status");
    }

    private void put(String name, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(service.address().resolve("/v1/predictions/" + name))
                .PUT(HttpRequest.BodyPublishers.ofString(body))
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(request, HttpResponse.BodyHandlers.discarding())
                        .statusCode())
                .isEqualTo(201);
    }

    @Test
    void theHeaderTurnsRedWhenAPredictionIsOffAndConstantRatiosTakeNoRoom() throws Exception {
        Page page = open(1200);
        put("lost", "{\"cumulant\":\"watr\"}"); // which no row has
        post(service.client());
        awaitText(page, "#alarm", "Switched off: lost.");
        awaitText(page, "#warnings", "lost: it was switched off at row 0: .*no column watr.*");
        awaitText(page, "#learner dd:nth-of-type(1)", "usual");
        page.waitForFunction("() => document.getElementById('ratios').closest('section').hidden");
        assertThat(page.textContent("#age")).matches("\\d+ s");
        put("wild", "{\"algorithm\":{\"name\":\"td\",\"step_size\":1000}}");
        page.waitForSelector("header.bad");
        awaitText(page, "#alarm", "Diverged: wild. Switched off: lost.");
        page.click("#predictions button:has-text('wild')");
        page.waitForSelector("tr.chosen.diverged");
        assertThat(service.warnings()).anyMatch(line -> line.contains("prediction wild has diverged"));
        service.warnings().clear();
    }

    @Test
    void everyChartIsASentenceAndATableToo() {
        Page page = open(1200);
        post(service.client());
        page.click("#predictions button:has-text('other')"); // whose ratios are not constant
        awaitText(page, "#settled .words", ".*bias .*");
        for (String chart : List.of("values", "settled", "errors", "ratios", "throughput")) {
            page.click("#" + chart + " summary");
            page.waitForSelector("#" + chart + " tbody td");
            assertThat(page.evaluate( // at one time: rows still come
                            "id => document.querySelector(`#${id} .plot`).ariaLabel.includes("
                                    + "document.querySelector(`#${id} .words`).textContent.split(' ')[0])",
                            chart))
                    .isEqualTo(true);
        }

        assertThat(page.locator("#values thead th").allTextContents())
                .hasSizeBetween(4, 6) // with the ends of the band, where there is one
                .startsWith("time");
        assertThat(page.evaluate("[...document.querySelectorAll('section, table, [role=region]')].filter(one =>"
                        + " !one.querySelector('h2, th[scope]') && !one.getAttribute('aria-label')"
                        + " && !one.getAttribute('aria-labelledby')).length"))
                .isEqualTo(0);
        assertThat(page.locator("header, main, footer").count()).isEqualTo(3);
    }

    /** The contrast of WCAG 2.2, 1.4.3 and 1.4.11, of a colour of the page against that of a card. */
    private static final String CONTRAST = """
            name => {
              const probe = document.body.appendChild(document.createElement('i'));
              const light = which => {
                probe.style.color = `var(--${which})`;
                const parts = getComputedStyle(probe).color.match(/[\\d.]+/g).slice(0, 3).map(part => part / 255);
                const [r, g, b] = parts.map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
                return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
              };
              const both = [light(name), light('card')].sort((a, b) => b - a);
              probe.remove();
              return both[0] / both[1];
            }
            """;

    @ParameterizedTest
    @EnumSource(
            value = ColorScheme.class,
            names = {"LIGHT", "DARK"})
    void wordsAndLinesStandOutInBothSchemes(ColorScheme scheme) {
        Page page = open(new Browser.NewPageOptions().setColorScheme(scheme));
        for (String name : List.of("text", "muted", "accent", "warn", "bad")) {
            assertThat(((Number) page.evaluate(CONTRAST, name)).doubleValue())
                    .as(name)
                    .isGreaterThan(4.5);
        }
        for (int k = 1; k <= 8; k++) {
            assertThat(((Number) page.evaluate(CONTRAST, "s" + k)).doubleValue())
                    .as("s" + k)
                    .isGreaterThan(3.0);
        }
    }
}
