package io.emphatic.lab.study;

import io.emphatic.lab.Seeds;
import org.apache.commons.rng.UniformRandomProvider;

/** What randomness in a study is for. Each purpose has its own generator, whatever the others draw. */
enum RandomPurpose {
    /** The runs of the study itself. */
    STUDY,
    /** The runs of the winners on fresh seeds. */
    RERUN,
    /** Resampling for confidence intervals. */
    BOOTSTRAP,
    /** True values of a problem that does not know them. */
    TRUTH;

    UniformRandomProvider generator(long seed, int run) {
        return Seeds.generator(seed, ordinal(), run);
    }
}
