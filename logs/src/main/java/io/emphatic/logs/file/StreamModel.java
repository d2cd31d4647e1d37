package io.emphatic.logs.file;

import java.util.OptionalLong;

/**
 * What one stream has learned of one prediction: a line of a file of models.
 *
 * @param steps how many it learned from, those before it went on included
 * @param divergedAt the step that was refused because it diverged, counted from 0; such a line says so
 */
public record StreamModel(StreamKey stream, String prediction, long steps, double[] weights, OptionalLong divergedAt) {}
