package io.emphatic.serve.service;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** Something that waits for the learning thread. */
abstract class WaitingRequest<T> {
    final CompletableFuture<T> answer = new CompletableFuture<>();

    /** What is done on that thread. */
    interface Task<T> {
        T run() throws IOException;
    }

    /** It will not be done. */
    void fail(RuntimeException why) {
        answer.completeExceptionally(why);
    }

    /** Rows to learn from. */
    static final class Post extends WaitingRequest<PostAnswer> {
        final PostedSteps steps;

        Post(PostedSteps steps) {
            this.steps = steps;
        }
    }

    /** Anything else. */
    static final class Inquiry<T> extends WaitingRequest<T> {
        private final Task<T> task;

        Inquiry(Task<T> task) {
            this.task = task;
        }

        void run() {
            try {
                answer.complete(task.run());
            } catch (IOException | RuntimeException | Error e) {
                answer.completeExceptionally(e);
            }
        }
    }
}
