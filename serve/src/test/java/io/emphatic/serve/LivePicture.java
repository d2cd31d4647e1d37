package io.emphatic.serve;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Makes the picture of docs/serve.md of a service that runs, as that page describes. No test, and run only by name. */
class LivePicture {
    private static final int MOST_MILLISECONDS = 300_000;

    @Test
    @EnabledIfSystemProperty(named = "emphatic.picture", matches = ".+")
    void isMadeWhenSixteenHundredRowsHaveCome() {
        try (Playwright playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")))) {
            Browser browser = playwright
                    .chromium()
                    .launch(new BrowserType.LaunchOptions()
                            .setExecutablePath(LivePageTest.chromium().orElseThrow())
                            .setArgs(List.of("--no-sandbox")));
            Page page = browser.newPage(new Browser.NewPageOptions().setViewportSize(1280, 900));
            page.setDefaultTimeout(MOST_MILLISECONDS);
            page.navigate("http://127.0.0.1:8600/#as_it_runs");
            page.waitForFunction(
                    "() => Number(document.getElementById('rows').textContent.replaceAll(',', '')) > 1600");
            page.screenshot(new Page.ScreenshotOptions()
                    .setFullPage(true)
                    .setPath(Path.of(System.getProperty("emphatic.picture"))));
        }
    }
}
