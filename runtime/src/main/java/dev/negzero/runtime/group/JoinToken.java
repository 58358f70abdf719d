package dev.negzero.runtime.group;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Proofs that both ends of a connection know the job's token, without sending it: each end answers the other's random
 * bytes, so an answer that somebody overheard is of no use later.
 */
final class JoinToken {
    /** Bytes of a challenge and of a proof. */
    static final int BYTES = 32;

    private static final String ALGORITHM = "HmacSHA256";
    private static final SecureRandom RANDOM = new SecureRandom();

    private final SecretKeySpec key;

    JoinToken(String token) {
        // A key may not be empty, a token may.
        key = new SecretKeySpec(("negzero " + token).getBytes(StandardCharsets.UTF_8), ALGORITHM);
    }

    /** Fresh random bytes. */
    static byte[] challenge() {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return bytes;
    }

    /**
     * Proves knowledge of the token.
     *
     * @param who which end of the connection proves it, so that neither can send the other's answer back
     * @param parts what the proof is about
     */
    byte[] proof(String who, byte[]... parts) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(who.getBytes(StandardCharsets.UTF_8));
            for (byte[] part : parts) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }

    /** Compares proofs in a time that tells nothing of where they differ. */
    static boolean same(byte[] proof, byte[] other) {
        return MessageDigest.isEqual(proof, other);
    }
}
