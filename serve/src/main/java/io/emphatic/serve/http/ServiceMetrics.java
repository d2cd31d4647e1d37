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
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;

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
    private final AtomicLong off = registry.gauge("emphatic.predictions.switched.off", new AtomicLong());
    private final AtomicLong age = registry.gauge("emphatic.last.row.age.seconds", new AtomicLong());
    private final MultiGauge beyond = MultiGauge.builder("emphatic.rows.beyond")
            .description("Rows that were not learned from, by the column that was beyond its range")
            .register(registry);
    private final List<PredictionGauge> gauges = List.of(
            gauge("steps", "Steps that a prediction has learned from", ServiceView::steps),
            gauge("td.error", "Mean absolute TD error of recent steps", PredictionQuality::recentError),
            gauge("settled.error", "Root mean square of predicted minus realised", quality -> quality.settled()
                    .all()
                    .rootMeanSquareError()),
            gauge(
                    "outcome.coverage",
                    "Share of returns within the bands around predictions",
                    PredictionQuality::coverage),
            gauge("outcome.half.width", "How far the band around a prediction reaches", PredictionQuality::halfWidth),
            gauge(
                    "effective.sample.size",
                    "Steps of ratio 1 that would say as much",
                    PredictionQuality::effectiveSampleSize),
            gauge("rows.skipped", "Rows that only other predictions could learn from", PredictionQuality::skipped),
            gauge(
                    "diverged",
                    "1 for a prediction that has diverged",
                    (view, name) -> view.divergedAt(name).isPresent() ? 1 : 0));

    private record PredictionGauge(MultiGauge gauge, ToDoubleBiFunction<ServiceView, String> number) {}

    ServiceMetrics(PredictionService service) {
        this.service = service;
        new JvmMemoryMetrics().bindTo(registry);
        collections.bindTo(registry);
    }

    private Counter counter(String name, String description) {
        return Counter.builder(name).description(description).register(registry);
    }

    private PredictionGauge gauge(String name, String description, ToDoubleBiFunction<ServiceView, String> number) {
        MultiGauge.Builder gauge = MultiGauge.builder("emphatic.prediction." + name);
        return new PredictionGauge(gauge.description(description).register(registry), number);
    }

    private PredictionGauge gauge(String name, String description, ToDoubleFunction<PredictionQuality> number) {
        return gauge(name, description, (view, prediction) -> number.applyAsDouble(view.quality(prediction)));
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
        off.set(view.switchedOff().size());
        age.set(service.secondsSinceLastRow());
        List<Row<?>> columns = new ArrayList<>();
        view.columns().forEach(one -> columns.add(Row.of(Tags.of("column", one.name()), one.beyond())));
        beyond.register(columns, true);
        for (PredictionGauge one : gauges) {
            List<Row<?>> numbers = new ArrayList<>();
            view.names()
                    .forEach(name ->
                            numbers.add(Row.of(Tags.of("prediction", name), one.number.applyAsDouble(view, name))));
            one.gauge.register(numbers, true);
        }
    }

    void close() {
        collections.close();
        registry.close();
    }
}
