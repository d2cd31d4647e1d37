package io.emphatic.serve.service;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** Something that waits for the learning thread. */
abstract class WaitingRequest {
    /** What is done on that thread. */
    interface Task<T> {
        T run() throws IOException;
    }

    /** It will not be done. */
    abstract void fail(RuntimeException why);

    /** Rows to learn from. */
    static final class Post extends WaitingRequest {
        final PostedSteps steps;
        final CompletableFuture<PostAnswer> answer = new CompletableFuture<>();

        Post(PostedSteps steps) {
            this.steps = steps;
        }

        @Override
        void fail(RuntimeException why) {
            answer.completeExceptionally(why);
        }
    }

    /** Anything else. */
    static final class Inquiry<T> extends WaitingRequest {
        final CompletableFuture<T> answer = new CompletableFuture<>();
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

        @Override
        void fail(RuntimeException why) {
            answer.completeExceptionally(why);
        }
    }
}
