package io.emphatic.serve.service;

import com.fasterxml.jackson.databind.JsonNode;
import io.emphatic.logs.spec.AmendedSpec;
import io.emphatic.serve.service.GroupCommit.WaitingPost;
import io.emphatic.serve.service.PredictionChanges.Change;
import io.emphatic.serve.service.RefusedRequestException.Reason;
import io.emphatic.serve.storage.ExperienceLog;
import io.emphatic.serve.storage.SnapshotStore;
import io.emphatic.serve.storage.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/** Learns from steps and answers with predictions. All that changes is on one thread; any number may ask. */
public final class PredictionService implements Closeable {
    private static final int MAX_WAITING = 1024;
    private static final int MAX_AT_ONCE = 256;
    private static final long MAX_BYTES = 1L << 24; // of posts that are written at once, before the last

    private final ServiceSettings settings;
    private final LearnedState state;
    private final ExperienceLog log;
    private final PredictionChanges changes;
    private final SnapshotWriter snapshots;
    private final GroupCommit commit;
    private final Consumer<String> warn;
    private final BlockingQueue<Future<?>> queue = new ArrayBlockingQueue<>(MAX_WAITING);
    private final Thread thread = new Thread(this::work, "emphatic-learning");
    private volatile boolean isClosed;
    private volatile long rows; // in the log
    private volatile long lastRow = System.nanoTime(); // when the last row came, or the service began
    private final Set<String> diverged = new HashSet<>(); // of which there was a warning
    private volatile String failure; // why nothing can be learned any more; null as long as it can

    private PredictionService(ServiceSettings settings, Storage storage, Recovery recovered, Consumer<String> warn) {
        this.settings = settings;
        this.state = recovered.state;
        this.log = recovered.log;
        this.changes = recovered.changes;
        this.snapshots = new SnapshotWriter(state, log, new SnapshotStore(storage), warn);
        this.commit = new GroupCommit(state, log, warn);
        this.warn = warn;
        this.rows = log.rows();
    }

    /** @param warn takes sentences that people should read */
    public static PredictionService open(Storage storage, ServiceSettings settings, Consumer<String> warn)
            throws IOException {
        Recovery recovered = Recovery.recover(storage, settings);
        recovered.warnings.forEach(warn);
        PredictionService service = new PredictionService(settings, storage, recovered, warn);
        service.thread.start();
        return service;
    }

    /** Learns from rows, and returns what was predicted for each before. They are on the disk then. */
    public PostAnswer post(PostedSteps steps) {
        requireLearning();
        return enter(new WaitingPost(steps));
    }

    /** What would be predicted for rows. Nothing is learned or written. */
    public PostAnswer dryRun(PostedSteps steps) {
        return enter(() -> commit.dryRun(steps));
    }

    /** Runs a question on the learning thread. It must be quick, and keep nothing of the state. */
    public <T> T ask(Function<ServiceView, T> question) {
        ServiceView view = new ServiceView(state, settings.version());
        return enter(() -> question.apply(view));
    }

    private <T> T enter(Callable<T> task) {
        return enter(new FutureTask<>(task));
    }

    private <T> T enter(Future<T> waiting) {
        if (isClosed || !queue.offer(waiting)) {
            throw isClosed ? ending() : Reason.TOO_MANY.refusal("too many wait already: try again in a moment");
        }
        if (isClosed && queue.remove(waiting)) {
            throw ending();
        }
        try {
            return waiting.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ending();
        } catch (CancellationException e) {
            throw ending();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RefusedRequestException refused) {
                throw refused;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    private static RefusedRequestException ending() {
        return Reason.UNAVAILABLE.refusal("the service is about to end");
    }

    /** Adds a prediction, or puts it in the place of the one of its name; whether the name is new. */
    public boolean put(String name, JsonNode prediction) {
        return enter(() -> {
            Change change = new Change(log.rows(), name, prediction);
            boolean isNew = !state.names().contains(name);
            AmendedSpec added;
            try {
                added = change.apply(state.now().amended());
            } catch (IllegalArgumentException e) {
                throw Reason.UNUSABLE.refusal(e.getMessage());
            }
            if (added.spec().predictions().size() > ServiceView.MOST_PREDICTIONS) {
                throw Reason.UNUSABLE.refusal(
                        "there are " + ServiceView.MOST_PREDICTIONS + " predictions, and no more are taken");
            }
            if (!added.spec().predictions().equals(state.now().amended().spec().predictions())) {
                change(change);
            }
            return isNew;
        });
    }

    public void delete(String name) {
        enter(() -> {
            if (!state.names().contains(name)) {
                throw Reason.NOT_FOUND.refusal("there is no prediction " + name);
            }
            change(new Change(log.rows(), name, null));
            return null;
        });
    }

    /** All that can fail is done before it is written down: a change that is on the disk can be made. */
    private void change(Change change) throws IOException {
        requireLearning();
        SpecInUse ready;
        try {
            ready = state.prepare(change);
        } catch (IllegalArgumentException | IOException e) {
            throw Reason.UNUSABLE.refusal(e.getMessage());
        }
        try {
            changes.add(change);
        } catch (IOException e) {
            ready.close();
            throw GroupCommit.unwritten(e);
        }
        snapshots.abandon();
        state.adopt(ready, change);
    }

    private void requireLearning() {
        if (failure != null) {
            throw Reason.UNAVAILABLE.refusal(failure);
        }
    }

    /** What is in memory is not what the disk says any more. */
    private void fail(Throwable why) {
        failure = "the service cannot learn any more and has to be started again"
                + (why instanceof OutOfMemoryError
                        ? " with more memory (JAVA_TOOL_OPTIONS=-Xmx8g in its environment)"
                        : "")
                + "; nothing acknowledged is lost";
        warn.accept(failure + ": " + why);
    }

    private void work() {
        List<Future<?>> taken = new ArrayList<>();
        try {
            while (!isClosed || !queue.isEmpty()) {
                boolean isBusy = snapshots.isDrafting() || state.hasChores();
                Future<?> first = isBusy ? queue.poll(1, TimeUnit.MILLISECONDS) : queue.take();
                if (first != null) {
                    taken.add(first);
                    queue.drainTo(taken, MAX_AT_ONCE - 1);
                    serve(taken);
                    rows = log.rows();
                    taken.clear();
                }
                if (failure == null) {
                    advance();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        taken.addAll(queue);
        taken.forEach(one -> one.cancel(false));
    }

    /** In the order in which they came; posts side by side are a group. */
    private void serve(List<Future<?>> taken) {
        int from = 0;
        while (from < taken.size()) {
            int to = from;
            long bytes = 0;
            while (to < taken.size() && bytes < MAX_BYTES && taken.get(to) instanceof WaitingPost post) {
                bytes += post.steps.bytes();
                to++;
            }
            if (to > from) {
                serveGroup(taken.subList(from, to).stream()
                        .map(WaitingPost.class::cast)
                        .toList());
                from = to;
            } else if (taken.get(from++) instanceof FutureTask<?> question) {
                question.run();
            }
        }
    }

    private void serveGroup(List<WaitingPost> posts) {
        try {
            requireLearning();
            long before = log.rows();
            commit.run(posts);
            if (log.rows() > before) {
                lastRow = System.nanoTime();
                tellDivergence(before);
            }
            for (WaitingPost post : posts) {
                if (post.hindrance != null && !post.isDone()) {
                    retry(post);
                }
            }
        } catch (IOException | RuntimeException | Error e) {
            if (failure == null) {
                fail(e);
            }
            posts.forEach(post -> post.completeExceptionally(Reason.UNAVAILABLE.refusal(failure)));
        }
    }

    /** Removes predictions that were put and keep rows from all others; the rows are tried again without them. */
    private void retry(WaitingPost post) throws IOException {
        Optional<Set<String>> hindering = state.hindering(post.steps);
        for (String name : hindering.orElse(Set.of())) {
            change(new Change(log.rows(), name, null, false, post.hindrance));
            warn.accept("prediction " + name + " was switched off " + state.switchedOff.get(name));
        }
        if (hindering.isPresent()) {
            serveGroup(List.of(post));
        } else {
            post.completeExceptionally(Reason.UNUSABLE.refusal(post.hindrance));
        }
    }

    /** Once for each prediction; where each stream has its own learners, the page and the metrics tell. */
    private void tellDivergence(long before) {
        for (String name : state.now().amended().spec().perStream() ? List.<String>of() : state.names()) {
            if (state.now().learners().divergedAt(name, null).isPresent() && diverged.add(name)) {
                warn.accept("prediction " + name + " has diverged at row " + before + " of the log or some rows behind"
                        + " it, and learns no more: docs/serve.md says how to continue");
            }
        }
    }

    /** What is done between posts, a little at a time. */
    private void advance() {
        try {
            state.doChores(settings.forgetAfter());
        } catch (IOException | RuntimeException | Error e) {
            fail(e);
            return;
        }
        try {
            snapshots.advance();
        } catch (RuntimeException | Error e) { // this thread has to continue
            snapshots.abandon();
            warn.accept("a snapshot could not be made, which makes the next start slower: " + e);
        }
        long unnecessary = snapshots.oldest();
        if (settings.deletesSegments() && unnecessary > log.firstRow()) {
            try {
                log.deleteBefore(unnecessary);
            } catch (IOException e) {
                warn.accept("a segment of the log cannot be deleted: " + e.getMessage());
            }
        }
    }

    /** How long ago the last row came; since the start of the service where none has. */
    public long secondsSinceLastRow() {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - lastRow);
    }

    public long rows() {
        return rows;
    }

    /** {@code ok}, {@code full} while the disk has no room, {@code failed} if only a new start helps. */
    public String status() {
        return failure != null ? "failed" : commit.isFull() ? "full" : "ok";
    }

    /** Why nothing can be learned any more; null as long as it can. */
    public String failure() {
        return failure;
    }

    /** Answers those who wait, writes a snapshot and ends. */
    @Override
    public void close() throws IOException {
        isClosed = true;
        queue.offer(new FutureTask<>(() -> null));
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        snapshots.close();
        if (failure == null) {
            snapshots.writeLast();
        }
        log.close();
        changes.close();
        state.close();
    }
}
