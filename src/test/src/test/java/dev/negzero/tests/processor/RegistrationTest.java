package dev.negzero.tests.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.processor.NegzeroProcessor;
import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.ServiceLoader;
import javax.annotation.processing.Processor;
import org.junit.jupiter.api.Test;

/** How compilers and build tools find the processor. */
class RegistrationTest {
    @Test
    void isAService() {
        assertTrue(ServiceLoader.load(Processor.class).stream()
                .anyMatch(provider -> provider.type() == NegzeroProcessor.class));
    }

    /** AutoService writes the one and doesn't know the other. */
    @Test
    void theDescriptorProvidesWhatTheServicesFileNames() throws IOException {
        String service = Processor.class.getName();
        try (var in = NegzeroProcessor.class.getResourceAsStream("/META-INF/services/" + service)) {
            List<String> named = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .toList();
            assertEquals(named, provided(service));
        }
    }

    private static List<String> provided(String service) {
        return ModuleFinder.of(Compiled.folder(NegzeroProcessor.class).toPath())
                .find("dev.negzero.processor")
                .orElseThrow()
                .descriptor()
                .provides()
                .stream()
                .filter(provides -> provides.service().equals(service))
                .flatMap(provides -> provides.providers().stream())
                .toList();
    }

    @Test
    void isIsolatingForGradle() throws IOException {
        try (var in =
                NegzeroProcessor.class.getResourceAsStream("/META-INF/gradle/incremental.annotation.processors")) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(text.contains(NegzeroProcessor.class.getName() + ",isolating"), text);
        }
    }
}
