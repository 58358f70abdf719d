package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.negzero.spec.FlatName;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The generated class is found by the interface's name; a missing one is explained. */
class LaunchersTest {
    /** Has a launcher below, as the processor would write it. */
    public interface Sums {}

    /** Has none. */
    interface Orphan {}

    /** A type whose launcher's name would be too long for a file. */
    interface Longxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx {
        /** Its name is cut, and ends in a hash. */
        interface LongxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxInner {}
    }

    private Group group;

    @BeforeEach
    void open() {
        group = Group.open(2);
    }

    @AfterEach
    void close() {
        group.close();
    }

    @Test
    void opensTheGeneratedClass() {
        Sums launcher = Launchers.open(Sums.class, group.rank(1));
        assertSame(group.rank(1), ((LaunchersTest_SumsLauncher) launcher).rank);
    }

    @Test
    void missing() {
        LoadingException thrown =
                assertThrows(LoadingException.class, () -> Launchers.open(Orphan.class, group.rank(0)));
        assertEquals("NZ801", thrown.code());
        assertEquals(
                "NZ801: the generated launcher is missing: the negzero annotation processor did not run; found no class"
                        + " dev.negzero.runtime.LaunchersTest_OrphanLauncher with open(Rank) for"
                        + " dev.negzero.runtime.LaunchersTest$Orphan; add dev.negzero:negzero-processor to"
                        + " <annotationProcessorPaths> of maven-compiler-plugin, annotationProcessor in Gradle, or"
                        + " -processorpath of javac; on JDK 23 and later a processor that is only on the class path also"
                        + " needs -proc:full",
                thrown.getMessage());
    }

    @Test
    void exceptionsOfOpenPassThrough() {
        group.close();
        assertThrows(StateException.class, () -> Launchers.open(Sums.class, group.rank(0)));
    }

    @Test
    void aLongNameIsCutByTheProcessorsRule() {
        Class<?> inner =
                Longxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
                        .LongxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxInner
                        .class;
        String flat = FlatName.of(List.of(
                "LaunchersTest",
                Longxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
                        .class
                        .getSimpleName(),
                inner.getSimpleName()));
        assertEquals("dev.negzero.runtime." + flat + "Launcher", Launchers.launcherName(inner));
        assertEquals(200, flat.length());
    }
}
