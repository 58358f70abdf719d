package dev.negzero.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LaunchShapeTest {
    private static final int MOST_RANKS = 16;

    @Test
    void aBlockMoreForEveryFullBlock() {
        LaunchShape shape = new LaunchShape(128, 4, 2);
        assertEquals(1, shape.blocks(0));
        assertEquals(1, shape.blocks(1));
        assertEquals(1, shape.blocks(256));
        assertEquals(2, shape.blocks(257));
        assertEquals(4, shape.blocks(1024));
        assertEquals(4, shape.blocks(1025));
        assertEquals(4, shape.blocks(Long.MAX_VALUE / 2));
    }

    /** No block without a pack: the mailbox's reset relies on hearing from every block. */
    @Test
    void everyBlockHasAPack() {
        LaunchShape shape = new LaunchShape(32, 7, 1);
        for (long packs = 1; packs < 1000; packs++) {
            assertTrue((long) (shape.blocks(packs) - 1) * 32 < packs);
        }
    }

    @Test
    void shippedShapesAreWithinTheLimits() {
        for (Algorithm algorithm : Algorithm.values()) {
            LaunchShape shape = Tuning.shipped().shape(algorithm);
            assertEquals(0, shape.threads() % 32, algorithm::id);
            assertTrue(shape.threads() > MOST_RANKS, algorithm::id);
            assertTrue(shape.threads() * shape.blocksPerProcessor() <= 1024, algorithm::id);
            assertTrue(shape.maxBlocks() >= 1 && shape.maxBlocks() <= LaunchShape.BLOCK_LIMIT, algorithm::id);
        }
    }
}
