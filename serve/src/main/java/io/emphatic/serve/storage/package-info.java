/**
 * What is on disk: the experience log and the snapshots.
 *
 * <p>{@link io.emphatic.serve.storage.Storage} is all that is asked of a disk, so that tests can take its place and let
 * every call fail in turn. {@link io.emphatic.serve.storage.LogLine} is one row with its checksum,
 * {@link io.emphatic.serve.storage.ExperienceLog} the rows of all time in segments,
 * {@link io.emphatic.serve.storage.SnapshotStore} the states to recover from.
 */
package io.emphatic.serve.storage;
