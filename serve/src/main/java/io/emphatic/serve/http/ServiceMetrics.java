package io.emphatic.serve.http;

import io.emphatic.serve.quality.PredictionQuality;
import io.emphatic.serve.service.PostAnswer;
import io.emphatic.serve.service.PredictionService;
import io.emphatic.serve.service.ServiceView;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Numbers for Prometheus. Those of predictions are asked for when they are read. */
final class ServiceMetrics {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics collections = new JvmGcMetrics();
    private final PredictionService service;
    private final Counter accepted = counter("emphatic.steps.accepted", "Steps that were learned from");
    private final Counter duplicates = counter("emphatic.steps.duplicates", "Steps that were answered again");
    private final Counter refused = counter("emphatic.posts.refused", "Posts that were refused");
    private final Timer posts = Timer.builder("emphatic.posts")
            .description("Posts of steps, from the whole body to the answer")
            .publishPercentiles(0.5, 0.99)
            .register(registry);
    private final AtomicLong rows = registry.gauge("emphatic.rows", new AtomicLong());
    private final AtomicLong streams = registry.gauge("emphatic.streams", new AtomicLong());
    private final MultiGauge steps = gauge("emphatic.prediction.steps", "Steps that a prediction has learned from");
    private final MultiGauge error = gauge("emphatic.prediction.td.error", "Mean absolute TD error of recent steps");
    private final MultiGauge settledError =
            gauge("emphatic.prediction.settled.error", "Root mean square of predicted minus realised");
    private final MultiGauge sampleSize =
            gauge("emphatic.prediction.effective.sample.size", "Steps of ratio 1 that would say as much");
    private final MultiGauge diverged = gauge("emphatic.prediction.diverged", "1 for a prediction that has diverged");

    ServiceMetrics(PredictionService service) {
        this.service = service;
        new JvmMemoryMetrics().bindTo(registry);
        collections.bindTo(registry);
    }

    private Counter counter(String name, String description) {
        return Counter.builder(name).description(description).register(registry);
    }

    private MultiGauge gauge(String name, String description) {
        return MultiGauge.builder(name).description(description).register(registry);
    }

    void answered(PostAnswer answer, long nanos) {
        accepted.increment(answer.accepted());
        duplicates.increment(answer.duplicates());
        posts.record(Duration.ofNanos(nanos));
    }

    void refused() {
        refused.increment();
    }

    String text() {
        service.ask(view -> {
            read(view);
            return null;
        });
        return registry.scrape();
    }

    private void read(ServiceView view) {
        rows.set(view.rows());
        streams.set(view.streams());
        List<Row<?>> stepRows = new ArrayList<>();
        List<Row<?>> errorRows = new ArrayList<>();
        List<Row<?>> settledRows = new ArrayList<>();
        List<Row<?>> sizeRows = new ArrayList<>();
        List<Row<?>> divergedRows = new ArrayList<>();
        for (String name : view.names()) {
            Tags tags = Tags.of("prediction", name);
            PredictionQuality quality = view.quality(name);
            stepRows.add(Row.of(tags, view.steps(name)));
            errorRows.add(Row.of(tags, quality.recentError()));
            settledRows.add(Row.of(tags, quality.settled().rootMeanSquare()));
            sizeRows.add(Row.of(tags, quality.effectiveSampleSize()));
            divergedRows.add(Row.of(tags, view.divergedAt(name).isPresent() ? 1 : 0));
        }
        steps.register(stepRows, true);
        error.register(errorRows, true);
        settledError.register(settledRows, true);
        sampleSize.register(sizeRows, true);
        diverged.register(divergedRows, true);
    }

    void close() {
        collections.close();
        registry.close();
    }
}
