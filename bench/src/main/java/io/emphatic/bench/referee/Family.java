package io.emphatic.bench.referee;

import java.util.List;

/**
 * Kinds of logs that resemble each other in what is hard about them. Rules are chosen on some families and reported on
 * the others: siblings are never on both sides.
 *
 * @param choosing whether rules may be chosen by it
 * @param rightInputs whether what the log says is so, and the log can answer the question at all
 * @param lightTails whether terms of episodes have light tails: rewards neither heavy nor rare, no huge ratios
 */
record Family(String name, boolean choosing, boolean rightInputs, boolean lightTails, List<LogKind> kinds) {
    /** How a table names what is special about it. */
    String marked() {
        return name + (rightInputs ? "" : " †") + (lightTails ? "" : " ‡");
    }
}
