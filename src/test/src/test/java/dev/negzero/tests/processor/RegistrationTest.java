package dev.negzero.tests.processor;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.processor.NegzeroProcessor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

    @Test
    void isIsolatingForGradle() throws IOException {
        try (var in =
                NegzeroProcessor.class.getResourceAsStream("/META-INF/gradle/incremental.annotation.processors")) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(text.contains(NegzeroProcessor.class.getName() + ",isolating"), text);
        }
    }
}
