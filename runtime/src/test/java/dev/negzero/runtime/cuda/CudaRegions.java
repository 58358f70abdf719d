package dev.negzero.runtime.cuda;

import dev.negzero.plan.SignalLayout;
import dev.negzero.runtime.engine.DomainPort;
import java.util.Random;

/** For fault tests: writes over a rank's region in device memory. */
public final class CudaRegions {
    private static final int LINE = 64;

    private CudaRegions() {}

    /**
     * Overwrites what a rank counts calls by, and what its peers announce theirs in: epochs, tags, counters, signatures,
     * flags and descriptors. Left alone is what a kernel would make an address of (parities, generations, extents): the
     * next store might hit anything. Data is left alone, too, as a random tag of 16 bits might be right.
     */
    public static void overwrite(DomainPort port, Random random) {
        CudaDomain domain = (CudaDomain) port;
        SignalLayout layout = domain.plan().layout();
        domain.rank().use();
        int call = random.nextInt();
        int pairs = random.nextInt();
        int triples = 1 + random.nextInt(0xFFFF);
        int inbox = random.nextInt();
        // Each store is a command of the stream: some blocks are enough, the first among them.
        for (int block = 0; block < layout.maxBlocks(); block += 32) {
            int line = block * SignalLayout.STATE_LINE;
            fill(domain, SignalLayout.STATE_CALL + line, 4, call);
            fill(domain, layout.stateMailbox() + line, 4, pairs);
            fill(domain, layout.stateTriples() + line, 4, triples);
            fill(domain, layout.stateInbox() + line, 4, inbox);
        }
        for (long at = 0; at < SignalLayout.STATE_ARRIVALS; at += 4) {
            fill(domain, at, 4, random.nextInt());
        }
        for (long at = layout.barriers(); at < layout.handoffCounters(); at += 4) {
            fill(domain, at, 4, random.nextInt());
        }
        // Flags behind what they announce: a flag that is right must not stand before a descriptor that is not.
        lines(domain, layout.handoffDescriptors(), layout.handoffMailbox(), random);
        lines(domain, layout.handoffCounters(), layout.handoffSignatures(), random);
        lines(domain, layout.handoffSignatures(), layout.handoffDescriptors(), random);
    }

    private static void lines(CudaDomain domain, long from, long end, Random random) {
        for (long at = from; at < end; at += LINE) {
            fill(domain, at, Math.min(LINE, end - at), random.nextInt());
        }
    }

    /** In stream order, so that nothing has to be allocated while a peer's kernel waits. */
    private static void fill(CudaDomain domain, long at, long bytes, int word) {
        CudaRank rank = domain.rank();
        rank.driver().fill(domain.address() + at, word, bytes / 4, rank.stream());
    }
}
