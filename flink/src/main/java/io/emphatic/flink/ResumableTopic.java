package io.emphatic.flink;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.kafka.common.TopicPartition;

/**
 * A topic that is read to the end that this job was told, and not to that of the job whose checkpoint it goes on from:
 * a checkpoint has the end of each partition, or that it has none.
 */
final class ResumableTopic implements Source<TextLine, KafkaPartitionSplit, KafkaSourceEnumState> {
    private static final long serialVersionUID = 1;

    private final KafkaSource<TextLine> topic;
    private final Map<TopicPartition, Long> ends;

    /** @param ends of the partitions; empty for a job that goes on */
    ResumableTopic(KafkaSource<TextLine> topic, Map<TopicPartition, Long> ends) {
        this.topic = topic;
        this.ends = ends;
    }

    @Override
    public Boundedness getBoundedness() {
        return topic.getBoundedness();
    }

    @Override
    public SourceReader<TextLine, KafkaPartitionSplit> createReader(SourceReaderContext context) throws Exception {
        return topic.createReader(context);
    }

    @Override
    public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> createEnumerator(
            SplitEnumeratorContext<KafkaPartitionSplit> context) {
        return topic.createEnumerator(context);
    }

    @Override
    public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> restoreEnumerator(
            SplitEnumeratorContext<KafkaPartitionSplit> context, KafkaSourceEnumState saved) throws IOException {
        SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> restored = topic.restoreEnumerator(context, saved);
        Set<TopicPartition> known = Stream.concat(saved.assignedSplits().stream(), saved.unassignedSplits().stream())
                .map(KafkaPartitionSplit::getTopicPartition)
                .collect(Collectors.toSet());
        boolean complete = !ends.isEmpty() && known.containsAll(ends.keySet());
        return complete ? new RestoredPartitions(restored, context) : restored;
    }

    @Override
    public SimpleVersionedSerializer<KafkaPartitionSplit> getSplitSerializer() {
        return new EndSerializer(topic.getSplitSerializer(), ends);
    }

    @Override
    public SimpleVersionedSerializer<KafkaSourceEnumState> getEnumeratorCheckpointSerializer() {
        return topic.getEnumeratorCheckpointSerializer();
    }

    /** Reads partitions as they were written, but for their ends. */
    private record EndSerializer(SimpleVersionedSerializer<KafkaPartitionSplit> written, Map<TopicPartition, Long> ends)
            implements SimpleVersionedSerializer<KafkaPartitionSplit> {
        @Override
        public int getVersion() {
            return written.getVersion();
        }

        @Override
        public byte[] serialize(KafkaPartitionSplit split) throws IOException {
            return written.serialize(split);
        }

        @Override
        public KafkaPartitionSplit deserialize(int version, byte[] bytes) throws IOException {
            KafkaPartitionSplit split = written.deserialize(version, bytes);
            TopicPartition partition = split.getTopicPartition();
            long end = ends.getOrDefault(partition, KafkaPartitionSplit.NO_STOPPING_OFFSET);
            return new KafkaPartitionSplit(partition, split.getStartingOffset(), end);
        }
    }
}
