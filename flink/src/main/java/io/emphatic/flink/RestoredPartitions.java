package io.emphatic.flink;

import java.io.IOException;
import java.util.List;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;

/**
 * Who reads which partition, after a restart, where all partitions were known before. Kafka's connector tells readers
 * that no more will come only when it finds a new one: those of a topic that is read to an end would wait for ever.
 */
final class RestoredPartitions implements SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> {
    private final SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> partitions;
    private final SplitEnumeratorContext<KafkaPartitionSplit> context;

    RestoredPartitions(
            SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> partitions,
            SplitEnumeratorContext<KafkaPartitionSplit> context) {
        this.partitions = partitions;
        this.context = context;
    }

    @Override
    public void addReader(int reader) {
        partitions.addReader(reader); // with those that nobody reads yet
        context.signalNoMoreSplits(reader);
    }

    @Override
    public void start() {
        partitions.start();
    }

    @Override
    public void handleSplitRequest(int reader, String host) {
        partitions.handleSplitRequest(reader, host);
    }

    @Override
    public void addSplitsBack(List<KafkaPartitionSplit> splits, int reader) {
        partitions.addSplitsBack(splits, reader);
    }

    @Override
    public KafkaSourceEnumState snapshotState(long checkpoint) throws Exception {
        return partitions.snapshotState(checkpoint);
    }

    @Override
    public void close() throws IOException {
        partitions.close();
    }
}
