package io.emphatic.logs.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.logs.spec.PlannedPrediction.PolicyColumns;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyColumnsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-0.2 | -0.2 | behaviour is not in the interval (0, 1]: -0.2", // on-policy: one column is both
                "1.5 | 0.5 | target is not in the interval [0, 1]: 1.5",
                "NaN | 0.5 | target is not in the interval [0, 1]: NaN",
                "0.5 | 0 | behaviour is not in the interval (0, 1]: 0.0",
                "0.5 | 1.5 | behaviour is not in the interval (0, 1]: 1.5",
                "1 | 4.9e-324 | target / behaviour is not a finite number: 1.0 / 4.9E-324",
            })
    void aMisfitNamesTheNumberThatIsWrong(double target, double behaviour, String message) {
        PolicyColumns policy = new PolicyColumns(NumberSource.slot(0), NumberSource.slot(1), null);
        double[][] columns = {{0.5, target}, {0.5, behaviour}};
        int wrong = policy.read(columns, 2, new double[2]);
        assertThat(wrong).isEqualTo(1);
        assertThat(policy.misfit(columns, wrong)).hasMessage(message);
    }
}
