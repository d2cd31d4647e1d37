package io.emphatic.serve.http;

import io.emphatic.documents.source.SourceReader;
import io.emphatic.documents.text.Sha256;
import io.emphatic.serve.service.RefusedRequestException.Reason;
import io.javalin.security.RouteRole;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Who may do what: with tokens, as the file says; without, this machine alone, and no page of another origin. */
public final class Access {
    private static final int MIN_TOKEN_LENGTH = 16;
    private static final String BEARER = "Bearer ";

    /** What a caller may do. Each right stands for itself: who may learn may not read. */
    public enum Right implements RouteRole {
        READ,
        LEARN,
        ADMIN
    }

    private record Token(byte[] digest, Set<Right> rights) {}

    private final List<Token> tokens; // none if everything is allowed to this machine

    private Access(List<Token> tokens) {
        this.tokens = tokens;
    }

    public static Access ofThisMachine() {
        return new Access(List.of());
    }

    public static Access read(Path file) throws IOException {
        List<Token> tokens = new ArrayList<>();
        List<String> lines = SourceReader.text(file).lines().toList();
        for (int k = 0; k < lines.size(); k++) {
            String line = lines.get(k).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                tokens.add(token(file + ", line " + (k + 1), line.split("\\s+")));
            }
        }
        if (tokens.isEmpty()) {
            throw new IllegalArgumentException(file + " has no token: its lines are RIGHTS TOKEN, as in"
                    + "\nread,learn " + "0".repeat(2 * MIN_TOKEN_LENGTH));
        }
        return new Access(tokens);
    }

    private static Token token(String place, String[] words) {
        if (words.length != 2) {
            throw new IllegalArgumentException(place + ": a line is RIGHTS TOKEN, with one blank between them");
        }
        if (words[1].length() < MIN_TOKEN_LENGTH) {
            throw new IllegalArgumentException(place + ": a token has at least " + MIN_TOKEN_LENGTH
                    + " characters\n`openssl rand -hex 32` makes a good one.");
        }
        Set<Right> rights = EnumSet.noneOf(Right.class);
        for (String word : words[0].split(",")) {
            try {
                rights.add(Right.valueOf(word.toUpperCase(Locale.ROOT)));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        place + ": there is no right " + word + "\nThere are: read, learn, admin", e);
            }
        }
        return new Token(Sha256.of(words[1]), rights);
    }

    /** Whether there are tokens: only then other machines may be let in. */
    public boolean hasTokens() {
        return !tokens.isEmpty();
    }

    /** Refuses who may not; headers are null where there are none. */
    void require(Right right, String authorization, String host, String origin) {
        if (tokens.isEmpty()) {
            requireThisMachine(host, origin);
            return;
        }
        String given = authorization != null && authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
                ? authorization.substring(BEARER.length()).strip()
                : "";
        byte[] digest = Sha256.of(given);
        boolean known = false;
        boolean allowed = false;
        // every token is looked at, and each in constant time
        for (Token token : tokens) {
            boolean same = MessageDigest.isEqual(token.digest, digest);
            known |= same;
            allowed |= same & token.rights.contains(right);
        }
        if (!known) {
            throw Reason.NO_TOKEN.refusal("a token is needed: Authorization: Bearer TOKEN, one of the --token-file");
        }
        if (!allowed) {
            String name = right.name().toLowerCase(Locale.ROOT);
            throw Reason.FORBIDDEN.refusal("this token does not give the right to " + name);
        }
    }

    private static void requireThisMachine(String host, String origin) {
        if (host == null || !isLoopback("http://" + host)) {
            throw Reason.FORBIDDEN.refusal(
                    "without --token-file only http://127.0.0.1 and http://localhost are served");
        }
        if (origin != null && !origin.equals("http://" + host)) {
            throw Reason.FORBIDDEN.refusal("pages of other sites are not served");
        }
    }

    private static boolean isLoopback(String address) {
        try {
            String name = URI.create(address).getHost();
            return name != null && Set.of("127.0.0.1", "localhost", "[::1]").contains(name.toLowerCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
