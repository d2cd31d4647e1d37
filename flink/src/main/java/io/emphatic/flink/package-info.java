/**
 * The spec of a log as a job of Apache Flink. {@link io.emphatic.flink.FlinkScaleOut} is the entry, which the command
 * line finds as a service; nothing else here is for other modules. Rooms, each of which may use those before it:
 * {@code state} (what travels between tasks and what is kept in checkpoints and files), {@code source} (files and
 * topics), {@code jobs} (learning, and what every job needs), {@code evaluation}.
 *
 * <p>Internal: a part of the application, without API.
 */
package io.emphatic.flink;
