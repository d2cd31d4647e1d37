package io.emphatic.logs.file;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Gives streams, which come sorted, what they have learned before: both are read side by side. */
public final class EarlierModels implements Closeable {
    private final StreamModels models; // null where there are none

    /** @param models null for none */
    public EarlierModels(StreamModels models) {
        this.models = models;
    }

    /** A stream begins; null at the end of the log. */
    BegunStream begin(StreamKey stream) throws IOException {
        List<StreamModel> skipped = new ArrayList<>();
        while (models != null
                && models.stream() != null
                && (stream == null || models.stream().compareTo(stream) < 0)) {
            skipped.addAll(models.take());
        }
        boolean known = models != null && stream != null && stream.equals(models.stream());
        return new BegunStream(stream, known ? models.take() : List.of(), skipped);
    }

    /** Leaves out the streams up to this one, which an interrupted run has dealt with. */
    public void skipTo(StreamKey stream) throws IOException {
        while (models != null && models.stream() != null && models.stream().compareTo(stream) <= 0) {
            models.take();
        }
    }

    @Override
    public void close() throws IOException {
        if (models != null) {
            models.close();
        }
    }
}
