package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import dev.negzero.runtime.cuda.DeviceBytes;
import dev.negzero.runtime.engine.Memory;
import dev.negzero.runtime.engine.RankPort;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares on a GPU, by a kernel behind each replay, and keeps the images there: nothing is copied between host and device
 * from one replay to the next, and the host waits for none.
 */
final class DeviceReplayCheck implements ReplayCheck {
    /** Some 50 us: as long as a tape's calls take. A delay on the host wouldn't show, as the stream is behind it anyway. */
    private static final long LONGEST_CYCLES = 100_000;

    /** Bytes of one rank's buffers of a dtype, on the device. */
    private record Kept(Memory in, Memory before, Memory after) {}

    /** A comparison that the kernel makes. */
    private record Comparison(ReplayTape tape, int set, int plan) {}

    private final RankPort rank;
    private final List<Memory> outs;
    private final DeviceBytes bytes;
    private final ReplayTape[] tapes;
    /** By slot, set and plan. */
    private final Kept[][][] kept;

    private final List<Comparison> comparisons = new ArrayList<>();
    private long issued;

    private DeviceReplayCheck(RankPort rank, List<Memory> outs, DeviceBytes bytes, int slots) {
        this.rank = rank;
        this.outs = outs;
        this.bytes = bytes;
        tapes = new ReplayTape[slots];
        kept = new Kept[slots][ReplayTape.SETS][outs.size()];
        for (Kept[][] slot : kept) {
            for (Kept[] set : slot) {
                for (int plan = 0; plan < set.length; plan++) {
                    set[plan] = new Kept(image(plan), image(plan), image(plan));
                }
            }
        }
    }

    /** Before any call of the group. */
    static DeviceReplayCheck of(Rank rank, List<DeviceBuffer<?>> outs, int slots) {
        List<Memory> memory = outs.stream().map(DeviceBuffer::memory).toList();
        return of(rank.port(), memory, slots, DeviceBytes.of(rank.port()));
    }

    static DeviceReplayCheck of(RankPort rank, List<Memory> outs, int slots, DeviceBytes bytes) {
        DeviceReplayCheck check = new DeviceReplayCheck(rank, outs, bytes, slots);
        check.findsAFault();
        return check;
    }

    private Memory image(int plan) {
        return rank.allocate(outs.get(plan).bytes());
    }

    private static void fill(Memory memory, byte[] image) {
        memory.write(0, image.length, (window, at, done, length) -> window.put(at, image, (int) done, length));
    }

    /** A check that finds nothing would pass everything. */
    private void findsAFault() {
        Kept one = kept[0][0][0];
        byte[] image = {1, 2, 3, 4, 5};
        fill(one.in(), image);
        bytes.write(one.before(), one.in(), image.length);
        image[3] ^= Byte.MIN_VALUE;
        fill(one.after(), image);
        bytes.compare(one.before(), one.after(), image.length, 7);
        assertEquals(new DeviceBytes.Report(1, 7, 3, image.length), bytes.report());
    }

    @Override
    public void keep(int slot, ReplayTape tape) {
        tapes[slot] = tape;
        for (int set = 0; set < ReplayTape.SETS; set++) {
            for (int plan = 0; plan < outs.size(); plan++) {
                ReplayTape.Image image = tape.image(set, plan, rank.index());
                fill(kept[slot][set][plan].in(), image.in());
                fill(kept[slot][set][plan].before(), image.before());
                fill(kept[slot][set][plan].after(), image.after());
            }
        }
    }

    @Override
    public void delay(double share) {
        bytes.delay((long) (share * LONGEST_CYCLES));
    }

    private int length(int slot, int plan) {
        return tapes[slot].image(0, plan, rank.index()).in().length;
    }

    @Override
    public void prepare(int slot, int set, List<DeviceBuffer<?>> ins) {
        write(slot, set, ins.stream().map(DeviceBuffer::memory).toList());
    }

    void write(int slot, int set, List<Memory> ins) {
        for (int plan = 0; plan < outs.size(); plan++) {
            Kept images = kept[slot][set][plan];
            bytes.write(ins.get(plan), images.in(), length(slot, plan));
            bytes.write(outs.get(plan), images.before(), length(slot, plan));
        }
    }

    @Override
    public void check(int slot, int set) {
        for (int plan = 0; plan < outs.size(); plan++) {
            int length = length(slot, plan);
            bytes.compare(outs.get(plan), kept[slot][set][plan].after(), length, comparisons.size());
            comparisons.add(new Comparison(tapes[slot], set, plan));
            issued += length;
        }
    }

    @Override
    public void end() {
        DeviceBytes.Report report = bytes.report();
        if (report.wrong() > 0) {
            Comparison first = comparisons.get(report.mark());
            fail(report.wrong() + " bytes of rank " + rank.index() + " are wrong; the first is byte " + report.at()
                    + " behind comparison " + report.mark() + " of " + comparisons.size() + ": "
                    + first.tape().writer(first.plan(), rank.index(), report.at()) + ", set " + first.set());
        }
        assertEquals(issued, report.compared(), "bytes that the kernel has compared");
        comparisons.clear();
        issued = 0;
    }

    @Override
    public String place() {
        return "device";
    }
}
