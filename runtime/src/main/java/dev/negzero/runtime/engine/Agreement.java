package dev.negzero.runtime.engine;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * What all ranks must bring to a collective step.
 *
 * @param subject what this rank is doing, for people
 * @param digest 64 bits of everything that must be equal
 */
public record Agreement(String subject, long digest) {
    /**
     * An agreement on a text.
     *
     * @param subject what this rank is doing, for people
     * @param text everything that must be equal
     */
    public static Agreement on(String subject, String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            long digest = 0;
            for (int i = 0; i < 8; i++) {
                digest = (digest << 8) | (hash[i] & 0xFF);
            }
            return new Agreement(subject, digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
