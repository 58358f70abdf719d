package dev.negzero.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Place;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CrossoverCheckTest {
    private static final Tuning TUNING = Tuning.shipped();
    private static final MethodSpec LAMPORT = Specs.sum("sum", DType.BF16, Protocol.LAMPORT);

    private static List<Finding> check(int groupSize, MethodSpec method) {
        CollectiveSpec spec = Specs.of(groupSize, method);
        return CrossoverCheck.check(spec, new KernelPlanner(TUNING).plan(spec), TUNING);
    }

    private static MethodSpec withMaxBytes(MethodSpec method, long maxBytes, Set<String> written) {
        return new MethodSpec(
                method.name(),
                method.key(),
                method.declaredIn(),
                method.operations(),
                method.reduceOp(),
                method.protocol(),
                method.dtypes(),
                method.width(),
                maxBytes,
                method.root(),
                written,
                method.signature());
    }

    private static long crossover() {
        return TUNING.crossover(LAMPORT.operation(), Algorithm.LAMPORT_ONE_SHOT, 2);
    }

    @Test
    void isQuietUpToTheCrossover() {
        assertEquals(List.of(), check(2, withMaxBytes(LAMPORT, crossover(), Set.of())));
    }

    @Test
    void isQuietAboutOtherProtocols() {
        MethodSpec auto = Specs.sum("sum", DType.BF16, Protocol.AUTO);
        assertEquals(List.of(), check(2, withMaxBytes(auto, 1L << 30, Set.of())));
    }

    @Test
    void warnsAboveIt() {
        long bytes = crossover() + 16;
        List<Finding> found = check(2, withMaxBytes(LAMPORT, bytes, Set.of("maxBytes")));
        assertEquals(
                List.of(Place.operation(LAMPORT, "maxBytes")),
                found.stream().map(Finding::place).toList());
        assertEquals(
                "NZ312: protocol LAMPORT by name is to carry messages that another protocol carries faster; found maxBytes "
                        + bytes + ", where AUTO leaves LAMPORT above " + crossover() + " bytes; set maxBytes to "
                        + crossover() + " or less, or use AUTO; @SuppressWarnings(\"negzero:NZ312\") if it is meant",
                found.get(0).text());
    }

    @Test
    void standsOnTheProtocolWhenMaxBytesIsInherited() {
        List<Finding> found = check(2, withMaxBytes(LAMPORT, crossover() + 16, Set.of("protocol")));
        assertEquals(
                List.of(Place.operation(LAMPORT, "protocol")),
                found.stream().map(Finding::place).toList());
    }
}
