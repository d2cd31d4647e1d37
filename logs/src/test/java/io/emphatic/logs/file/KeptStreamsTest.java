package io.emphatic.logs.file;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeptStreamsTest {
    /** Earlier versions wrote one time line for up to three predictions. */
    @Test
    void openStreamsWithFewerTimeLinesAreRefused() throws IOException {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        StreamState.Layout earlier = new StreamState.Layout(List.of("0"), List.of("p", "q"), 0);
        new StreamState.Sharing(earlier).write(earlier, new DataOutputStream(stream));
        byte[] open = stream.toByteArray();
        open[1] = 1; // behind whether there is a time

        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(1);
        StreamKey.of("a").write(out);
        out.writeBoolean(true);
        out.write(open);

        StreamState.Layout now = new StreamState.Layout(List.of("0", "1"), List.of("p", "q"), 0);
        LogStreams.Kept kept = new LogStreams.Kept(true, now);
        assertThatThrownBy(() -> kept.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("earlier version");
    }
}
