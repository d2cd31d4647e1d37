package io.emphatic.logs.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.evaluation.result.Trust;
import io.emphatic.logs.evaluating.Evaluating;
import io.emphatic.logs.evaluating.EvaluationReport;
import io.emphatic.logs.file.ProgressListener;
import io.emphatic.logs.spec.EvaluationReader;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import java.util.StringJoiner;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Simulated logs of decisions; {@code -Dalike.logs=200} prints the table of docs/decisions/evaluation.md. */
class AlikeRowsTest {
    private static final int LOGS = Integer.getInteger("alike.logs", 6);
    private static final String ROWS =
            "terminated: \"true\"\ndiscount: 0\nbehaviour: mu\ntargets: {new: pi}\ncumulant: r\n";

    @TempDir
    private Path directory;

    /** Kinds of logs; the level and the fewest groups were chosen by looking at those above HEAVY only. */
    private enum Kind {
        USERS("k", 0.8),
        RARE_CLICKS("cookie", 0.6),
        UNRELATED("k", -0.17),
        DWELL_TIME("ms", -0.17),
        HEAVY("uid", 0.5),
        SESSIONS("uid", 0.8),
        USERS_WITH_ONE_ARM("uid", 0.8),
        SIX_UNRELATED("k", -0.17),
        ARMS_NOT_NAMED("shown", -0.34),
        NAMES_OF_ARMS("label", -0.17),
        CENTS("cents", -0.17),
        DRIFTING_DAYS("d", -0.17);

        private final String column;
        private final double most; // at least this share is found; at most this share, if negative

        Kind(String column, double most) {
            this.column = column;
            this.most = most;
        }

        String spec() {
            return this == SESSIONS
                    ? ROWS.replace("terminated: \"true\"", "stream: s\norder: t\nterminated: t = 2")
                    : ROWS + (this == NAMES_OF_ARMS ? "action: a\n" : "");
        }

        /** A log, by its seed alone. */
        String csv(int seed) {
            Random random = new Random(1000L * ordinal() + seed);
            int n = this == RARE_CLICKS ? 3000 : 900;
            int users = this == RARE_CLICKS ? 300 : this == ARMS_NOT_NAMED || this == NAMES_OF_ARMS ? 40 : 90;
            double[] effect = random.doubles(users).toArray();
            StringJoiner lines = new StringJoiner("\n", "s,t,a,mu,pi,r," + column + ",j1,j2,j3,j4,j5\n", "\n");
            int user = 0;
            for (int k = 0; k < n; k++) {
                boolean isNext = this == SESSIONS ? k % 3 == 0 : this != DRIFTING_DAYS || k % (n / users) == 0;
                boolean isDay = this == DRIFTING_DAYS;
                user = !isNext ? user : isDay ? Math.min(users - 1, k * users / n) : random.nextInt(users);
                int arm = this == USERS_WITH_ONE_ARM ? user % 2 : random.nextInt(2);
                lines.add(line(k, user, arm, effect[user], users, random));
            }
            return lines.toString();
        }

        private String line(int k, int user, int arm, double effect, int users, Random random) {
            double noise = random.nextGaussian();
            boolean isArm = this == ARMS_NOT_NAMED || this == NAMES_OF_ARMS;
            double reward =
                    switch (this) {
                        case RARE_CLICKS -> random.nextDouble() < (effect < 0.8 ? 0.02 : 0.2) ? 1 : 0;
                        case UNRELATED, SIX_UNRELATED -> 0.2 * arm + noise;
                        case DWELL_TIME, CENTS -> arm + noise;
                        case HEAVY -> Math.exp(3 * (effect - 0.5) + noise);
                        case DRIFTING_DAYS -> 3.0 * user / users + noise;
                        default -> 0.2 * arm + 2 * (effect - 0.5) + noise;
                    };
            long value =
                    switch (this) {
                        case DWELL_TIME -> Math.round(30 + 5 * (reward + random.nextGaussian()));
                        case CENTS -> Math.round(10 * reward);
                        default -> 7919L * user % 104_729;
                    };
            boolean isText = this == RARE_CLICKS || this == NAMES_OF_ARMS;
            double mu = isArm ? (1.0 + user) / (users * (users + 1) / 2.0) : 0.5;
            double pi = isArm ? 1.0 / users : arm == 1 ? 0.8 : 0.2;
            String cells = "%d,%d,%d,%s,%s,%.6f,%s%d,%d,%d,%d,%d,%d";
            int junk = this == SIX_UNRELATED ? 100 : 1;
            return String.format(
                    Locale.ROOT,
                    cells,
                    k / 3,
                    k % 3,
                    isArm ? user : arm,
                    mu,
                    pi,
                    reward,
                    isText ? "v" : "",
                    this == DRIFTING_DAYS ? user : value,
                    random.nextInt(junk),
                    random.nextInt(junk),
                    random.nextInt(junk),
                    random.nextInt(junk),
                    random.nextInt(junk));
        }
    }

    private EvaluationReport evaluate(Kind kind, int seed) throws IOException {
        Path file = Files.writeString(directory.resolve("log.csv"), kind.csv(seed));
        Path spec = Files.writeString(directory.resolve("spec.yaml"), kind.spec());
        try (Log log = Log.open(file.toString())) {
            return Evaluating.evaluate(log, EvaluationReader.read(spec, false).spec(), ProgressListener.NONE);
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void whatSharesAnOutcomeEndsTrustWhateverItsName(Kind kind) throws IOException {
        int found = 0;
        int trusted = 0;
        for (int seed = 0; seed < LOGS; seed++) {
            EvaluationReport report = evaluate(kind, seed);
            boolean isFound =
                    report.findings().stream().anyMatch(one -> one.check().equals("alike-rows"));
            boolean isTrusted = report.result().targets().get(0).verdict() == Trust.TRUST;
            assertThat(isFound && isTrusted).isFalse();
            found += isFound ? 1 : 0;
            trusted += isTrusted ? 1 : 0;
        }
        if (LOGS > 6) {
            System.out.println(kind + " " + found + " " + trusted + " of " + LOGS);
        }
        assertThat((double) found / LOGS)
                .matches(share -> kind.most > 0 ? share >= kind.most : share <= -kind.most, kind + ": " + found);
    }
}
