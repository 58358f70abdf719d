package dev.negzero.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class LaunchShapeTest {
    private static final int MOST_RANKS = 16;

    @Test
    void aBlockMoreForEveryFullBlock() {
        LaunchShape shape = new LaunchShape(128, 4, 2, 0);
        assertEquals(1, shape.blocks(0));
        assertEquals(1, shape.blocks(1));
        assertEquals(1, shape.blocks(256));
        assertEquals(2, shape.blocks(257));
        assertEquals(4, shape.blocks(1024));
        assertEquals(4, shape.blocks(1025));
        assertEquals(4, shape.blocks(Long.MAX_VALUE / 2));
    }

    @Test
    void theSpareThreadsHaveNoPacksWhileTheGridMayGrow() {
        LaunchShape shape = new LaunchShape(128, 7, 2, 64);
        assertEquals(1, shape.blocks(0));
        assertEquals(1, shape.blocks(128));
        assertEquals(2, shape.blocks(129));
        assertEquals(7, shape.blocks(7 * 256 - 128));
        assertEquals(7, shape.blocks(7 * 256));
    }

    @Test
    void noBlockMoreThanPacksAndSpareThreadsFill() {
        LaunchShape shape = new LaunchShape(96, 7, 1, 32);
        for (long packs = 0; packs < 1000; packs++) {
            assertTrue((long) (shape.blocks(packs) - 1) * 96 < packs + 32);
        }
    }

    @Test
    void shippedShapesAreWithinTheLimits() {
        for (int ranks = 2; ranks <= MOST_RANKS; ranks++) {
            for (int width : List.of(1, 2, 4, 8, 16)) {
                for (Algorithm algorithm : Algorithm.values()) {
                    String what = algorithm.id() + ", " + ranks + " ranks, width " + width;
                    LaunchShape shape = Tuning.shipped().shape(algorithm, ranks, width);
                    assertEquals(0, shape.threads() % 32, what);
                    assertTrue(shape.threads() > MOST_RANKS, what);
                    assertTrue(shape.threads() * shape.blocksPerProcessor() <= 1024, what);
                    assertTrue(shape.maxBlocks() >= 1 && shape.maxBlocks() <= LaunchShape.BLOCK_LIMIT, what);
                }
            }
        }
    }

    /** The measured shapes hold as far as registers do; from there on fewer threads share a processor. */
    @Test
    void fewerThreadsAProcessorWhereRegistersWouldRunOut() {
        assertEquals(4, lamportBlocksPerProcessor(8, 8));
        assertEquals(4, lamportBlocksPerProcessor(4, 16));
        assertEquals(2, lamportBlocksPerProcessor(5, 16));
        assertEquals(2, lamportBlocksPerProcessor(9, 8));
        assertEquals(
                384, Tuning.shipped().shape(Algorithm.SIGNAL_TWO_STAGE, 8, 16).threads());
        assertEquals(
                256, Tuning.shipped().shape(Algorithm.SIGNAL_TWO_STAGE, 9, 4).threads());
    }

    private static int lamportBlocksPerProcessor(int groupSize, int width) {
        return Tuning.shipped()
                .shape(Algorithm.LAMPORT_ONE_SHOT, groupSize, width)
                .blocksPerProcessor();
    }
}
