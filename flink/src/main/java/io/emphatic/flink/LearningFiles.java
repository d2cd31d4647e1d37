package io.emphatic.flink;

import java.io.Serializable;

/**
 * The files of learners.
 *
 * @param from models of each stream to go on from; null for none
 * @param parts the directory for what each key group has learned
 */
record LearningFiles(String from, String parts) implements Serializable {}
