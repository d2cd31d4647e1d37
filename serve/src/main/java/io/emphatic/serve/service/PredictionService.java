package io.emphatic.serve.service;

import com.fasterxml.jackson.databind.JsonNode;
import io.emphatic.logs.spec.AmendedSpec;
import io.emphatic.serve.service.PredictionChanges.Change;
import io.emphatic.serve.service.Recovery.Recovered;
import io.emphatic.serve.service.RefusedRequestException.Reason;
import io.emphatic.serve.storage.ExperienceLog;
import io.emphatic.serve.storage.SnapshotStore;
import io.emphatic.serve.storage.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Learns from steps and answers with predictions. All that changes is on one thread, which takes what waits: posts that
 * wait together are written to the log together. Any number of threads may ask.
 */
public final class PredictionService implements Closeable {
    private static final int MOST_WAITING = 1024;
    private static final int MOST_AT_ONCE = 256;
    private static final long MOST_BYTES = 1L << 24; // of posts that are written at once, before the last

    private final ServiceSettings settings;
    private final LearnedState state;
    private final ExperienceLog log;
    private final PredictionChanges changes;
    private final SnapshotWriter snapshots;
    private final GroupCommit commit;
    private final Consumer<String> warn;
    private final BlockingQueue<Waiting> queue = new ArrayBlockingQueue<>(MOST_WAITING);
    private final Thread thread = new Thread(this::work, "emphatic-learning");
    private volatile boolean isClosed;
    private volatile boolean isFull; // whether the disk was, when it was written to last
    private volatile String failure; // why nothing can be learned any more; null as long as it can

    /** Something that waits for the learning thread. */
    private abstract static class Waiting {
        abstract void fail(RuntimeException e);
    }

    private static final class Post extends Waiting {
        private final PostedSteps steps;
        private final CompletableFuture<PostAnswer> answer = new CompletableFuture<>();

        Post(PostedSteps steps) {
            this.steps = steps;
        }

        @Override
        void fail(RuntimeException e) {
            answer.completeExceptionally(e);
        }
    }

    private static final class ServedQuestion<T> extends Waiting {
        private final Task<T> task;
        private final CompletableFuture<T> answer = new CompletableFuture<>();

        ServedQuestion(Task<T> task) {
            this.task = task;
        }

        void run() {
            try {
                answer.complete(task.run());
            } catch (IOException | RuntimeException | Error e) {
                answer.completeExceptionally(e);
            }
        }

        @Override
        void fail(RuntimeException e) {
            answer.completeExceptionally(e);
        }
    }

    private interface Task<T> {
        T run() throws IOException;
    }

    private PredictionService(ServiceSettings settings, Storage storage, Recovered recovered, Consumer<String> warn) {
        this.settings = settings;
        this.state = recovered.state();
        this.log = recovered.log();
        this.changes = recovered.changes();
        this.snapshots = new SnapshotWriter(new SnapshotStore(storage), warn);
        this.commit = new GroupCommit(state, log);
        this.warn = warn;
    }

    /**
     * Recovers what the storage has and goes on.
     *
     * @param warn is told of what people should know
     */
    public static PredictionService open(Storage storage, ServiceSettings settings, Consumer<String> warn)
            throws IOException {
        Recovered recovered = Recovery.recover(storage, settings);
        if (recovered.warning() != null) {
            warn.accept(recovered.warning());
        }
        PredictionService service = new PredictionService(settings, storage, recovered, warn);
        service.thread.start();
        return service;
    }

    /** Learns from rows, and returns what was predicted for each before. They are on the disk then. */
    public PostAnswer post(PostedSteps steps) {
        if (failure != null) {
            throw new RefusedRequestException(Reason.UNAVAILABLE, failure);
        }
        Post post = new Post(steps);
        enter(post);
        return await(post.answer);
    }

    /** What would be predicted for rows. Nothing is learned or written. */
    public PostAnswer dryRun(PostedSteps steps) {
        return ask(view -> commit.dryRun(steps));
    }

    /** Runs a question on the learning thread. It must be quick, and keep nothing of the state. */
    public <T> T ask(Function<ServiceView, T> question) {
        ServiceView view = new ServiceView(state, settings.version());
        return enter(() -> question.apply(view));
    }

    private <T> T enter(Task<T> task) {
        ServedQuestion<T> question = new ServedQuestion<>(task);
        enter(question);
        return await(question.answer);
    }

    private void enter(Waiting waiting) {
        if (isClosed || !queue.offer(waiting)) {
            throw new RefusedRequestException(
                    isClosed ? Reason.UNAVAILABLE : Reason.TOO_MANY,
                    isClosed ? "the service is about to end" : "too many wait already: try again in a moment");
        }
        if (isClosed && queue.remove(waiting)) {
            throw new RefusedRequestException(Reason.UNAVAILABLE, "the service is about to end");
        }
    }

    private static <T> T await(CompletableFuture<T> answer) {
        try {
            return answer.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RefusedRequestException(Reason.UNAVAILABLE, "the service is about to end");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RefusedRequestException refused) {
                throw refused;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    /**
     * Adds a prediction, or puts it in the place of the one of its name, which is then forgotten. The same one again
     * changes nothing.
     *
     * @return whether its name is new
     */
    public boolean put(String name, JsonNode prediction) {
        return enter(() -> {
            Change change = new Change(log.rows(), name, prediction);
            boolean isNew = !state.names().contains(name);
            AmendedSpec added = refusing(() -> {
                AmendedSpec changed = change.apply(state.spec());
                state.compile(changed).close();
                return changed;
            });
            requireChangeable(added);
            if (!added.spec().predictions().equals(state.spec().spec().predictions())) {
                change(change);
            }
            return isNew;
        });
    }

    private static void requireChangeable(AmendedSpec added) {
        if (added.spec().predictions().size() > ServiceView.MOST_PREDICTIONS) {
            throw new RefusedRequestException(
                    Reason.UNUSABLE,
                    "there are " + ServiceView.MOST_PREDICTIONS + " predictions, and no more are taken");
        }
    }

    /** Removes a prediction with all it has learned. */
    public void delete(String name) {
        enter(() -> {
            if (!state.names().contains(name)) {
                throw new RefusedRequestException(Reason.NOT_FOUND, "there is no prediction " + name);
            }
            refusing(() -> state.spec().without(name));
            change(new Change(log.rows(), name, null));
            return null;
        });
    }

    private static <T> T refusing(Task<T> made) throws IOException {
        try {
            return made.run();
        } catch (IllegalArgumentException | IOException e) {
            throw new RefusedRequestException(Reason.UNUSABLE, e.getMessage());
        }
    }

    private void change(Change change) throws IOException {
        try {
            changes.add(change);
        } catch (IOException e) {
            throw GroupCommit.unwritten(e);
        }
        state.change(change);
    }

    private void work() {
        List<Waiting> taken = new ArrayList<>();
        try {
            while (!isClosed || !queue.isEmpty()) {
                Waiting first = queue.take();
                taken.add(first);
                queue.drainTo(taken, MOST_AT_ONCE - 1);
                serve(taken);
                taken.clear();
                snapshotIfDue();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        taken.addAll(queue);
        taken.forEach(one -> one.fail(new RefusedRequestException(Reason.UNAVAILABLE, "the service is about to end")));
    }

    /** In the order in which they came; posts side by side are a group. */
    private void serve(List<Waiting> taken) {
        int from = 0;
        while (from < taken.size()) {
            int to = from;
            long bytes = 0;
            while (to < taken.size() && bytes < MOST_BYTES && taken.get(to) instanceof Post post) {
                bytes += post.steps.lines.size();
                to++;
            }
            if (to > from) {
                serveGroup(
                        taken.subList(from, to).stream().map(Post.class::cast).toList());
                from = to;
            } else if (taken.get(from++) instanceof ServedQuestion<?> question) {
                question.run();
            }
        }
    }

    private void serveGroup(List<Post> posts) {
        try {
            if (failure != null) {
                throw new RefusedRequestException(Reason.UNAVAILABLE, failure);
            }
            commit.run(posts.stream().map(post -> post.steps).toList(), new GroupCommit.Answers() {
                @Override
                public void answered(int post, PostAnswer answer) {
                    isFull &= answer.accepted() == 0;
                    posts.get(post).answer.complete(answer);
                }

                @Override
                public void refused(int post, RefusedRequestException why) {
                    isFull |= why.reason() == Reason.FULL;
                    posts.get(post).fail(why);
                }
            });
        } catch (IOException | RuntimeException | Error e) {
            if (!(e instanceof RefusedRequestException)) {
                failure = "the service cannot learn any more and has to be started again; nothing acknowledged is lost";
                warn.accept(failure + ": " + e);
            }
            posts.forEach(post -> post.fail(new RefusedRequestException(Reason.UNAVAILABLE, failure)));
        }
    }

    private void snapshotIfDue() {
        if (snapshots.isDue(log.lastSegment())) {
            snapshots.write(state.rows(), state.save());
        }
        long unnecessary = snapshots.oldest();
        if (settings.retain() && unnecessary > log.firstRow()) {
            try {
                log.deleteBefore(unnecessary);
            } catch (IOException e) {
                warn.accept("a segment of the log cannot be deleted: " + e.getMessage());
            }
        }
    }

    /** {@code ok}, {@code full} while the disk has no room, {@code failed} if only a new start helps. */
    public String status() {
        return failure != null ? "failed" : isFull ? "full" : "ok";
    }

    /** Why nothing can be learned any more; null as long as it can. */
    public String failure() {
        return failure;
    }

    /** Answers those who wait, writes a snapshot and ends. */
    @Override
    public void close() throws IOException {
        isClosed = true;
        queue.offer(new ServedQuestion<>(() -> null));
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        snapshots.close();
        if (failure == null) {
            snapshots.writeLast(state.rows(), state.save());
        }
        log.close();
        changes.close();
        state.close();
    }
}
