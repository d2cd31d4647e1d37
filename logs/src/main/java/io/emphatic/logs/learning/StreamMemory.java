package io.emphatic.logs.learning;

import io.emphatic.experience.Features;
import io.emphatic.experience.FeaturesFormat;
import io.emphatic.experience.Transition;
import io.emphatic.logs.file.StreamPosition;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/** Where a stream was left by time lines that go on with other streams meanwhile. */
public class StreamMemory {
    private final StreamPosition position = new StreamPosition();
    private final Transition[] steps;
    private final double[] rewards; // of the last action, where it has led nowhere yet

    /** @param lines how many time lines there are */
    public StreamMemory(int lines) {
        this.steps = new Transition[lines];
        this.rewards = new double[lines];
        for (int k = 0; k < lines; k++) {
            steps[k] = new Transition();
        }
    }

    public final StreamPosition position() {
        return position;
    }

    final void turnTo(TimeLine[] lines) {
        for (int k = 0; k < lines.length; k++) {
            lines[k].turnTo(steps[k], rewards[k]);
        }
    }

    final void leave(TimeLine[] lines) {
        for (int k = 0; k < lines.length; k++) {
            rewards[k] = lines[k].pendingReward();
        }
    }

    /** φ of the last row; null before the first. */
    public final Features here() {
        Features here = null;
        for (int k = 0; here == null && k < steps.length; k++) {
            here = steps[k].here(); // null for a time line that is new
        }
        return here;
    }

    /**
     * Writes where the stream stands. All time lines are in the same state, whose features are written once.
     *
     * @param names of the time lines
     */
    public final void writeSteps(List<String> names, DataOutput out) throws IOException {
        position.write(out);
        Features here = here();
        out.writeBoolean(here != null);
        if (here != null) {
            FeaturesFormat.write(here, out);
        }
        out.writeInt(steps.length);
        for (int k = 0; k < steps.length; k++) {
            out.writeUTF(names.get(k));
            steps[k].write(out);
            out.writeDouble(rewards[k]);
        }
    }

    /** Continues with the time lines of these names; those that are not found begin with the stream's next row. */
    public final void readSteps(List<String> names, DataInput in) throws IOException {
        position.read(in);
        Features here = in.readBoolean() ? FeaturesFormat.read(in) : null;
        for (int left = in.readInt(); left > 0; left--) {
            int k = names.indexOf(in.readUTF());
            Transition step = k < 0 ? new Transition() : steps[k];
            step.read(in, here);
            double reward = in.readDouble();
            if (k >= 0) {
                rewards[k] = reward;
            }
        }
    }
}
