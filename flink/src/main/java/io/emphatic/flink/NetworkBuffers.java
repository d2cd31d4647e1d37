package io.emphatic.flink;

/**
 * How many network buffers a TaskManager must have, or a job does not start: one for each subpartition that a task
 * sends to and one more, one for each input, and two for each channel of an input that comes from another process
 * (Flink, "Network memory tuning guide").
 */
final class NetworkBuffers {
    /** What Flink gives to each channel from another process. */
    static final int REMOTE = 2;

    /** To channels within a process: buffers are handed over. */
    static final int LOCAL = 0;

    private NetworkBuffers() {}

    /**
     * Of {@link LearnJob}: rows go to every learner and to the one file of rejected lines, to which learners send, too.
     *
     * @param slots tasks of each kind in the TaskManager
     * @param parallelism tasks of each kind in all
     * @param perChannel {@link #REMOTE} or {@link #LOCAL}
     */
    static int learning(int slots, int parallelism, int perChannel) {
        int input = perChannel * parallelism + 1;
        int rows = parallelism + 1 + 2;
        int learners = input + 2;
        return slots * (rows + learners) + 2 * input;
    }
}
