package io.emphatic.lab.study;

import io.emphatic.lab.study.PreparedMdp.EdgeWalk;
import io.emphatic.lab.study.PreparedSimulation.DrawnWalk;

/** The experience of one run, the same for every setting. */
public sealed interface Walk permits EdgeWalk, DrawnWalk {
    int steps();
}
