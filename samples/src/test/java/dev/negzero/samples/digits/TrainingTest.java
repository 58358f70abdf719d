package dev.negzero.samples.digits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.Protocol;
import dev.negzero.plan.Algorithm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The real exchange: generated launchers on the host engine, against the single-thread reference. */
class TrainingTest {
    private static final Digits DIGITS = Digits.load();
    private static final int STEPS = 23;

    private static final class Watch implements TrainingListener {
        private final List<EpochReport> epochs = new ArrayList<>();
        private int steps;

        @Override
        public void open(String engine) {
            assertFalse(engine.isBlank());
        }

        @Override
        public void step(int epoch, int step, int of) {
            steps++;
            assertEquals(STEPS, of);
        }

        @Override
        public void epoch(EpochReport report) {
            epochs.add(report);
        }
    }

    private static Watch assertEqualsReference(TrainingOptions options) {
        Watch watch = new Watch();
        TrainingResult result = Training.run(DIGITS, options, watch);
        assertEquals(options.ranks(), result.parameters().size());
        assertTrue(result.ranksAgree(), options.toString());
        assertTrue(result.equalTo(Reference.train(DIGITS, options)), options.toString());
        assertEquals(options.epochs(), watch.epochs.size());
        assertEquals(options.epochs() * STEPS, watch.steps);
        return watch;
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8})
    void everyGroupSizeEqualsTheReference(int ranks) {
        for (Wire wire : Wire.values()) {
            assertEqualsReference(new TrainingOptions(ranks, wire, Protocol.AUTO, 1, 40 + ranks));
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyProtocolEqualsTheReference(Protocol protocol) {
        for (Wire wire : Wire.values()) {
            Watch watch = assertEqualsReference(new TrainingOptions(4, wire, protocol, 2, 7));
            Map<Algorithm, Integer> calls = watch.epochs.get(1).calls();
            assertEquals(2 * STEPS, calls.values().stream().mapToInt(n -> n).sum());
            if (protocol != Protocol.AUTO) {
                assertTrue(
                        calls.entrySet().stream()
                                .anyMatch(call -> call.getKey().protocol() == protocol && call.getValue() >= STEPS),
                        calls.toString());
            }
        }
    }

    @Test
    void itLearns() {
        Watch watch = new Watch();
        TrainingResult result = Training.run(DIGITS, new TrainingOptions(4, Wire.F32, Protocol.AUTO, 20, 1), watch);
        assertTrue(result.accuracy() >= 0.95, "accuracy " + result.accuracy());
        assertEquals(result.accuracy(), watch.epochs.get(19).accuracy());
        assertTrue(watch.epochs.get(19).loss() < watch.epochs.get(0).loss() / 4);
    }

    @Test
    void aSingleBitIsNoticed() {
        float[] zeros = new float[2];
        TrainingResult same = new TrainingResult(List.of(zeros, new float[2]), 1);
        assertTrue(same.ranksAgree());
        assertTrue(same.equalTo(new float[2]));
        assertFalse(same.equalTo(new float[] {0, -0f}));
        assertFalse(new TrainingResult(List.of(zeros, new float[] {-0f, 0}), 1).ranksAgree());
    }
}
