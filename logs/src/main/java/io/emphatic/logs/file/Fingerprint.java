package io.emphatic.logs.file;

import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.PlannedPrediction;
import io.emphatic.logs.spec.RowOrder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * Identifies a run by two SHA-256 sums, so that a checkpoint is resumed by no other. The log is the bytes of its files,
 * in any directory; the spec is everything else that a result depends on.
 */
public record Fingerprint(String log, String spec) {

    /**
     * @param others what else the result depends on: the columns of the predictions file, the candidates, the checksum
     *     of the model that learning goes on from
     */
    public static Fingerprint of(Plan plan, RowOrder order, List<String> others) throws IOException {
        StringBuilder spec = new StringBuilder();
        spec.append(
                plan.log().source().query() == null ? "" : plan.log().source().query() + "\n");
        spec.append(plan.query(order, plan.stream(), 0) + "\n" + plan.featureMap() + "\n");
        spec.append(plan.spec().shape() + "\n");
        for (PlannedPrediction prediction : plan.predictions()) {
            spec.append(prediction + "\n" + prediction.config().parameters() + "\n");
        }
        spec.append(others);
        return new Fingerprint(
                ofFiles(plan.log().files()),
                HexFormat.of().formatHex(digest().digest(spec.toString().getBytes(StandardCharsets.UTF_8))));
    }

    /** The SHA-256 of the bytes of some files and of where one ends and the next begins. */
    public static String ofFiles(List<Path> files) throws IOException {
        MessageDigest sum = digest();
        byte[] buffer = new byte[1 << 16];
        for (Path file : files) {
            sum.update(("file of " + Files.size(file) + " bytes\n").getBytes(StandardCharsets.UTF_8));
            try (InputStream in = Files.newInputStream(file)) {
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    sum.update(buffer, 0, read);
                }
            }
        }
        return HexFormat.of().formatHex(sum.digest());
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
