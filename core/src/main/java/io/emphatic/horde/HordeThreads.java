package io.emphatic.horde;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/**
 * A few threads that share the tasks of one caller, thousands of times per second, without allocating. Any thread may
 * take any task.
 */
final class HordeThreads implements AutoCloseable {
    /** How often to look for work before sleeping: tens of microseconds, the time between phases of a step. */
    private static final int SPINS = 5_000;

    private final Thread[] threads;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger busy = new AtomicInteger();
    private volatile int round;
    private volatile boolean closed;
    private volatile Throwable failure;
    private IntConsumer task;
    private int tasks;

    /** @param count how many threads work, the caller's among them */
    HordeThreads(int count) {
        threads = new Thread[count - 1];
    }

    /** Called by the first run that needs the threads, so that a horde that is only read has none. */
    private void start() {
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(this::serve, "emphatic-horde-" + (i + 1));
            threads[i].setDaemon(true);
            threads[i].start();
        }
    }

    /** Runs task(0), …, task(count − 1), each once, and returns when all are done. */
    void run(int count, IntConsumer task) {
        if (threads.length == 0 || count == 1) {
            for (int i = 0; i < count; i++) {
                task.accept(i);
            }
            return;
        }
        if (threads[0] == null) {
            start();
        }
        this.task = task;
        this.tasks = count;
        next.set(0);
        busy.set(threads.length);
        round++; // publishes all of the above
        for (Thread thread : threads) {
            LockSupport.unpark(thread);
        }
        work();
        for (int spins = 0; busy.get() > 0; spins++) {
            if (spins < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield(); // more threads than processors: let the others finish
            }
        }
        rethrow();
    }

    private void work() {
        try {
            for (int i = next.getAndIncrement(); i < tasks; i = next.getAndIncrement()) {
                task.accept(i);
            }
        } catch (RuntimeException | Error e) {
            failure = e;
        }
    }

    private void rethrow() {
        Throwable thrown = failure;
        failure = null;
        if (thrown instanceof RuntimeException e) {
            throw e;
        }
        if (thrown instanceof Error e) {
            throw e;
        }
    }

    private void serve() {
        int seen = 0;
        while (true) {
            int spins = 0;
            while (round == seen) {
                if (closed) {
                    return;
                }
                if (spins++ < SPINS) {
                    Thread.onSpinWait();
                } else {
                    LockSupport.park(this);
                }
            }
            seen = round;
            work();
            busy.decrementAndGet();
        }
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
        for (Thread thread : threads) {
            LockSupport.unpark(thread);
        }
    }
}
