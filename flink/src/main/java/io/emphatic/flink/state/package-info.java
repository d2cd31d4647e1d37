/**
 * What travels between tasks ({@link io.emphatic.flink.state.Wire.TextLine},
 * {@link io.emphatic.flink.state.Wire.KeyedRow}, written by {@link io.emphatic.flink.state.Wire}) and what is kept:
 * {@link io.emphatic.flink.state.FlinkStream} in Flink's state, {@link io.emphatic.flink.state.ModelParts} in files.
 * Nothing here is API.
 */
package io.emphatic.flink.state;
