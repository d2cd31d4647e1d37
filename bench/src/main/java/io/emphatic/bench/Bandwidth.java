package io.emphatic.bench;

import java.util.concurrent.CountDownLatch;

/**
 * What this machine's memory moves: a[j] ← b[j] + s·c[j] over arrays far larger than any cache, 24 bytes for each j (32
 * with the line that is fetched before it is written, which is not counted). The best of several passes.
 */
final class Bandwidth {
    private static final int LENGTH = 16_000_000;
    private static final int PASSES = 12;

    private Bandwidth() {}

    /** Gigabytes a second with this many threads. */
    static double measure(int threads) {
        double[] a = new double[LENGTH];
        double[] b = new double[LENGTH];
        double[] c = new double[LENGTH];
        double best = 0;
        for (int pass = 0; pass < PASSES; pass++) {
            long start = System.nanoTime();
            CountDownLatch done = new CountDownLatch(threads);
            for (int i = 0; i < threads; i++) {
                int from = (int) ((long) LENGTH * i / threads);
                int to = (int) ((long) LENGTH * (i + 1) / threads);
                new Thread(() -> {
                            triad(a, b, c, from, to);
                            done.countDown();
                        })
                        .start();
            }
            try {
                done.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return best;
            }
            best = Math.max(best, 24.0 * LENGTH / (System.nanoTime() - start));
        }
        return best;
    }

    private static void triad(double[] a, double[] b, double[] c, int from, int to) {
        for (int j = from; j < to; j++) {
            a[j] = b[j] + 3 * c[j];
        }
    }

    public static void main(String[] args) {
        for (int threads = 1; threads <= Runtime.getRuntime().availableProcessors(); threads++) {
            System.out.printf("%d thread%s: %.1f GB/s%n", threads, threads == 1 ? "" : "s", measure(threads));
        }
    }
}
