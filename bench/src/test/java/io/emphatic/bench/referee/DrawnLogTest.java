package io.emphatic.bench.referee;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DrawnLogTest {
    @Test
    void thereAreAtLeastSixtyKindsWithDistinctNames() {
        List<String> names = LogKinds.all().stream().map(LogKind::name).toList();
        assertThat(names).hasSizeGreaterThanOrEqualTo(60).doesNotHaveDuplicates();
        assertThat(names.stream().map(String::hashCode)).doesNotHaveDuplicates();
    }

    @Test
    void theEffectiveShareIsOneWhereTheBehaviourIsTheTarget() {
        LogKind kind = LogKinds.all().stream()
                .filter(known -> known.name().equals("random walk"))
                .findFirst()
                .orElseThrow();
        DrawnLog log = Trial.draw(kind, 2);
        assertThat(log.episodes()).isEqualTo(200);
        assertThat(log.effectiveShare(0)).isEqualTo(1);
    }
}
