package dev.negzero.tests.processor;

import static com.google.testing.compile.Compiler.javac;
import static dev.negzero.tests.processor.Compiled.GOOD;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.testing.compile.Compilation;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.stream.IntStream;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.Test;

/**
 * P24: work and output grow with the number of interfaces, and no faster. Counted: what the processor asks of the compiler, the
 * elements that it is handed, and the bytes that it writes. The benchmarks measure the time.
 */
class GrowthTest {
    /**
     * What one compilation took.
     *
     * @param work calls of the compiler, and elements in its answers
     * @param files files written
     * @param bytes in them
     */
    private record Cost(long work, long files, long bytes) {
        Cost minus(Cost other) {
            return new Cost(work - other.work, files - other.files, bytes - other.bytes);
        }

        Cost times(long factor) {
            return new Cost(work * factor, files * factor, bytes * factor);
        }
    }

    /** Names of one length, so that only the number of interfaces differs. */
    private static JavaFileObject source(int number) {
        String name = String.format("S%04d", number);
        return Compiled.source(
                "com.acme." + name,
                "package com.acme; import dev.negzero.annotations.*;\n@Collective(" + GOOD + ") interface " + name
                        + " { @Barrier void meet(); }\n");
    }

    private static Cost cost(int interfaces) {
        Watched watched = new Watched();
        Compilation compilation = javac().withClasspath(Compiled.CLASS_PATH)
                .withOptions("-proc:only")
                .withProcessors(watched)
                .compile(IntStream.range(0, interfaces)
                        .mapToObj(GrowthTest::source)
                        .toArray(JavaFileObject[]::new));
        assertEquals(Compilation.Status.SUCCESS, compilation.status());
        long bytes = compilation.generatedFiles().stream()
                .mapToLong(GrowthTest::size)
                .sum();
        return new Cost(watched.work(), compilation.generatedFiles().size(), bytes);
    }

    private static long size(JavaFileObject file) {
        try (InputStream in = file.openInputStream()) {
            return in.readAllBytes().length;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void everyFurtherInterfaceCostsTheSame() {
        Cost ten = cost(10);
        Cost hundred = cost(100);
        Cost thousand = cost(1000);
        assertEquals(hundred.minus(ten).times(10), thousand.minus(hundred));
        assertEquals(4000, thousand.files());
        assertTrue(thousand.work() <= 10 * hundred.work(), () -> hundred + " for 100, " + thousand + " for 1000");
        assertTrue(hundred.work() > 100, hundred::toString);
    }

    /** A module without an interface costs a look at each round. */
    @Test
    void nothingForOtherSources() {
        Watched watched = new Watched();
        Compilation compilation = javac().withClasspath(Compiled.CLASS_PATH)
                .withProcessors(watched)
                .compile(Compiled.source("com.acme.Plain", "package com.acme; class Plain { int x; }"));
        assertEquals(Compilation.Status.SUCCESS, compilation.status());
        assertTrue(watched.work() <= 10, () -> watched.calls().toString());
    }
}
