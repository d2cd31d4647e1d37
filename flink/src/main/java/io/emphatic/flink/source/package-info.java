/**
 * Lines of files ({@link io.emphatic.flink.source.SourceFiles}, {@link io.emphatic.flink.source.LineFormat}) and of
 * topics ({@link io.emphatic.flink.source.TopicSource}), and the rows that {@link io.emphatic.flink.source.RowParser}
 * makes of them. Nothing here is API.
 */
package io.emphatic.flink.source;
