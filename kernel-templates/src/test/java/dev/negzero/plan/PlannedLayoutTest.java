package dev.negzero.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Operation;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;

/** What holds for the layout of every plan, over random interfaces. */
class PlannedLayoutTest {
    private static final int ALIGN = 256;
    /** What MaxBytesRule takes: at least one pack, however many ranks there are. */
    private static final long LEAST = 16;

    private static final long MOST = 1L << 30;

    private record Area(String name, long offset, long bytes) {}

    /** One to six methods that the rules would take, of 2 to 16 ranks. */
    @Provide
    Arbitrary<CollectiveSpec> specs() {
        Arbitrary<List<MethodSpec>> methods = Arbitraries.of(Operation.values())
                .flatMap(PlannedLayoutTest::methods)
                .list()
                .ofMinSize(1)
                .ofMaxSize(6);
        return Combinators.combine(Arbitraries.integers().between(2, 16), methods)
                .as((ranks, list) -> Specs.of(ranks, list.toArray(MethodSpec[]::new)));
    }

    private static Arbitrary<MethodSpec> methods(Operation operation) {
        return Combinators.combine(
                        Arbitraries.of(DType.values()),
                        Arbitraries.of(4, 8, 16),
                        Arbitraries.of(Protocol.values()),
                        Arbitraries.longs().between(LEAST, MOST))
                .filter((dtype, pack, protocol, max) -> pack >= dtype.bytes() && legal(operation, dtype, protocol))
                .as((dtype, pack, protocol, max) -> Specs.withMaxBytes(
                        Specs.method("call", "call()", operation, ReduceOp.SUM, protocol, dtype, pack / dtype.bytes()),
                        max));
    }

    private static boolean legal(Operation operation, DType dtype, Protocol protocol) {
        if (!operation.hasData()) {
            return protocol == Protocol.SIGNAL;
        }
        return protocol != Protocol.LAMPORT || operation.ways().byLamport() && dtype.isFloat();
    }

    private static List<Area> areas(SignalLayout layout) {
        long n = layout.groupSize();
        long blocks = layout.maxBlocks();
        long rows = layout.handoffBlocks();
        long pairs = rows == 0 ? 0 : n;
        List<Area> areas = new ArrayList<>();
        long lines = SignalLayout.STATE_LINE * blocks;
        areas.add(new Area("call", SignalLayout.STATE_CALL, lines));
        areas.add(new Area("lamport state", layout.stateLamport(), lines));
        areas.add(new Area("lamport64 state", layout.stateLamport64(), lines));
        areas.add(new Area("mailbox state", layout.stateMailbox(), lines));
        areas.add(new Area("triples state", layout.stateTriples(), lines));
        areas.add(new Area("inbox state", layout.stateInbox(), lines));
        areas.add(new Area("barriers", layout.barriers(), 4 * blocks));
        areas.add(new Area("handoff counters", layout.handoffCounters(), 2 * rows * n * 4));
        areas.add(new Area("signatures", layout.signatures(), 2 * n * SignalLayout.SIGNATURE_BYTES));
        areas.add(new Area("flags", layout.flags(), 2 * blocks * n * 4));
        areas.add(new Area("handoff signatures", layout.handoffSignatures(), 2 * pairs * SignalLayout.SIGNATURE_BYTES));
        areas.add(new Area("handoff done", layout.handoffDone(), 8 * pairs));
        areas.add(new Area("handoff flags", layout.handoffFlags(), 2 * rows * n * 4));
        areas.add(
                new Area("handoff descriptors", layout.handoffDescriptors(), rows * n * SignalLayout.DESCRIPTOR_BYTES));
        areas.add(new Area("handoff mailbox", layout.handoffMailbox(), n * layout.handoffWords() * 8));
        areas.add(new Area("handoff staging", layout.handoffStaging(), layout.handoffStagingBytes()));
        areas.add(new Area("mailbox", layout.mailbox(), 2 * n * layout.mailboxWords() * 8));
        areas.add(new Area("triples", layout.triples(), 2 * n * layout.tripleWords() * 8));
        areas.add(new Area("inbox", layout.inbox(), SignalLayout.SLOTS * layout.inboxBytes()));
        areas.add(new Area("lamport", layout.lamport(), SignalLayout.GENERATIONS * n * layout.lamportBytes()));
        areas.add(new Area("lamport64", layout.lamport64(), SignalLayout.GENERATIONS * n * layout.lamport64Bytes()));
        areas.add(new Area("end", layout.total(), 0));
        return areas;
    }

    @Property
    void areasLieBehindEachOtherAndAreAligned(@ForAll("specs") CollectiveSpec spec) {
        List<Area> areas = areas(new KernelPlanner().plan(spec).layout());
        for (int i = 1; i < areas.size(); i++) {
            Area before = areas.get(i - 1);
            Area area = areas.get(i);
            assertEquals(0, area.offset() % ALIGN, area::toString);
            assertTrue(before.offset() + before.bytes() <= area.offset(), () -> before + " runs into " + area);
        }
    }

    /** What a variant may be called with fits into what one writer has of its area. */
    @Property
    void theLongestCallOfEachVariantFits(@ForAll("specs") CollectiveSpec spec) {
        KernelPlan plan = new KernelPlanner().plan(spec);
        for (MethodPlan method : plan.methods()) {
            for (KernelVariant variant : method.variants()) {
                fits(plan.layout(), method, variant);
            }
        }
    }

    private static void fits(SignalLayout layout, MethodPlan method, KernelVariant variant) {
        long pack = method.operation().hasData() ? method.packBytes() : 1;
        long packs = variant.limitBytes() / pack + (variant.limitBytes() % pack == 0 ? 0 : 1);
        long lamport = method.dtype().bytes() == 8 ? layout.lamport64Bytes() : layout.lamportBytes();
        long mail = method.operation().isHandOff() ? layout.handoffWords() : layout.mailboxWords();
        switch (variant.algorithm()) {
            case LAMPORT_ONE_SHOT -> least(lamport, packs * pack, variant);
            case LAMPORT_TWO_SHOT -> least(lamport, 2 * pack * ceil(packs, layout.groupSize()), variant);
            case MAILBOX_ONE_SHOT -> least(mail, packs * (pack / 4), variant);
            case MAILBOX_TRIPLES -> least(layout.tripleWords(), packs * ceil(pack, 6), variant);
            case SIGNAL_ONE_STAGE, SIGNAL_TWO_STAGE -> tile(layout, method, variant);
            case SIGNAL_BARRIER -> {}
        }
        least(layout.maxBlocks(), variant.shape().maxBlocks(), variant);
        if (method.operation().isHandOff()) {
            least(layout.handoffBlocks(), variant.shape().maxBlocks(), variant);
        }
    }

    /** A tile has at least a pack, and what the writers push of it fits into what they push it to. */
    private static void tile(SignalLayout layout, MethodPlan method, KernelVariant variant) {
        long tile = layout.tilePacks(method, variant.algorithm()) * method.packBytes();
        least(tile, method.packBytes(), variant);
        if (method.operation().isHandOff()) {
            least(layout.handoffStagingBytes(), tile, variant);
        } else if (variant.algorithm() == Algorithm.SIGNAL_TWO_STAGE) {
            long chunks = layout.groupSize() * layout.chunkPacks(method) * method.packBytes();
            least(layout.inboxBytes(), chunks + tile, variant);
        } else {
            least(layout.inboxBytes(), (method.operation().isFromRoot() ? 1 : layout.groupSize()) * tile, variant);
        }
    }

    private static long ceil(long what, long by) {
        return (what + by - 1) / by;
    }

    private static void least(long there, long needed, KernelVariant variant) {
        assertTrue(there >= needed, () -> variant + " needs " + needed + " and has " + there);
    }

    /** Chunks of any size stay within the rows of the counter banks. */
    @Property
    void gridsStayInTheBanks(@ForAll("specs") CollectiveSpec spec, @ForAll @LongRange(min = 0) long packs) {
        KernelPlan plan = new KernelPlanner().plan(spec);
        for (MethodPlan method : plan.methods()) {
            for (KernelVariant variant : method.variants()) {
                int blocks = variant.shape().blocks(packs / 4);
                assertTrue(blocks >= 1 && blocks <= plan.layout().maxBlocks(), variant::toString);
            }
        }
    }

    @Property(tries = 200)
    void equalSpecsGiveEqualPlans(@ForAll("specs") CollectiveSpec spec) {
        assertEquals(new KernelPlanner().plan(spec), new KernelPlanner().plan(spec));
    }
}
