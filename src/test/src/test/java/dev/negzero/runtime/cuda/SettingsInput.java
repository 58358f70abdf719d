package dev.negzero.runtime.cuda;

import dev.negzero.runtime.ArgumentException;
import dev.negzero.runtime.LoadingException;
import dev.negzero.runtime.Membership;
import java.util.List;
import java.util.Map;

/** What a user sets for the runtime, by properties and by the environment: it is taken, or refused with a code. */
public final class SettingsInput {
    private static final int DEVICES = 3;

    private SettingsInput() {}

    /** {@code -Dnegzero.devices=}. */
    public static void devices(String property, int ranks) {
        try {
            List<Integer> choice = GpuChoice.of(property, ranks, DEVICES);
            if (choice.size() != ranks || !choice.stream().allMatch(gpu -> gpu >= 0 && gpu < DEVICES)) {
                throw new AssertionError(property + " gave " + choice);
            }
        } catch (LoadingException e) {
            expect("NZ837", e.code());
        }
    }

    /** {@code -Dnegzero.cache=} and the folders of the environment. Nothing is written there. */
    public static void cache(String property, Map<String, String> environment) {
        try {
            KernelCache.configured(property, environment, "home");
        } catch (LoadingException e) {
            expect("NZ839", e.code());
        }
    }

    /** What launchers of processes set. */
    public static void membership(Map<String, String> environment) {
        try {
            Membership.fromEnvironment(environment);
        } catch (ArgumentException e) {
            expect("NZ601 NZ603 NZ850", e.code());
        }
    }

    private static void expect(String codes, String code) {
        if (!codes.contains(code)) {
            throw new AssertionError(code);
        }
    }
}
