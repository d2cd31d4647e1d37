package io.emphatic.engine.internal.choice;

import io.emphatic.engine.Engine;
import io.emphatic.experience.Features;

/** An engine in whose place another one learns, and answers what is asked of the last step and of θ. */
interface ForwardingEngine extends Engine {
    Engine active();

    @Override
    default double predict(Features features) {
        return active().predict(features);
    }

    @Override
    default double[] weights() {
        return active().weights();
    }

    @Override
    default double followOn() {
        return active().followOn();
    }

    @Override
    default double emphasis() {
        return active().emphasis();
    }

    @Override
    default long boundedSteps() {
        return active().boundedSteps();
    }
}
