package dev.negzero.runtime;

import dev.negzero.annotations.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Replays captured calls for a long time: random calls of all operations, with random inputs, some ranks late, a few tapes
 * in turn, and now and then the same calls one by one. Behind each replay every byte of every output is compared.
 */
final class Replays {
    /** A group and the launchers that it opens, one for each dtype. */
    record Form(int ranks, List<DType> dtypes) {}

    static final List<Form> FORMS = List.of(
            new Form(2, List.of(DType.BF16)),
            new Form(3, List.of(DType.F64, DType.I8)),
            new Form(4, List.of(DType.F8E4M3)),
            new Form(8, List.of(DType.F32)));

    private static final int LIVE = 3;
    /** So few that all launches of a play fit into a stream's queue, 1024: no thread waits in a launch for room there. */
    private static final int ROUNDS = 50;

    private Replays() {}

    /** Runs at least so many calls, and prints a line of CSV. */
    static void run(Form form, long calls, long seed) {
        Random random = new Random(seed);
        List<CallPlan> plans = form.dtypes().stream()
                .map(dtype -> EveryCallGpuTest.plan(form.ranks(), dtype))
                .toList();
        long began = System.nanoTime();
        int tapes = 0;
        try (Group group = Group.open(form.ranks())) {
            List<Lane> lanes = group.onEachRank(rank -> new Lane(rank, plans));
            while (lanes.get(0).calls < calls) {
                ReplayTape tape = new ReplayTape(plans, random);
                long play = random.nextLong();
                group.run(rank -> lanes.get(rank.index()).play(tape, play));
                tapes++;
            }
            System.out.println("replays," + group.engine() + "," + form.ranks() + "," + lanes.get(0).calls + "," + tapes
                    + "," + (System.nanoTime() - began) / 1_000_000_000 + "," + seed + ","
                    + lanes.get(0).check.place());
        }
    }

    /** One rank: its buffers, and the tapes that it has captured. */
    private static final class Lane {
        private record Captured(ReplayTape tape, CapturedCalls calls, List<DeviceBuffer<?>> ins, int slot) {}

        private final Rank rank;
        private final List<Communicator> communicators = new ArrayList<>();
        private final List<DeviceBuffer<?>> plain = new ArrayList<>();
        private final List<DeviceBuffer<?>> symmetric = new ArrayList<>();
        private final List<DeviceBuffer<?>> outs = new ArrayList<>();
        private final List<Captured> live = new ArrayList<>();
        private final ReplayCheck check;
        private int tapes;
        private long calls;

        /** Collective. */
        Lane(Rank rank, List<CallPlan> plans) {
            this.rank = rank;
            for (CallPlan plan : plans) {
                Class<? extends Element> element =
                        Elements.markerOf(plan.kinds().get(0).dtype());
                communicators.add(Communicator.open(rank, plan.plan(), "digest"));
                plain.add(rank.buffer(element, ReplayTape.CAPACITY));
                symmetric.add(rank.symmetricBuffer(element, ReplayTape.CAPACITY));
                outs.add(rank.buffer(element, ReplayTape.CAPACITY));
            }
            check = ReplayCheck.of(rank, outs, LIVE);
        }

        /** Captures a tape, and replays it and older ones. */
        void play(ReplayTape tape, long seed) {
            Random shared = new Random(seed);
            Random own = new Random(seed + 1 + rank.index());
            add(tape, own);
            for (int round = 0; round < ROUNDS; round++) {
                Captured next = live.get(shared.nextInt(live.size()));
                int set = shared.nextInt(ReplayTape.SETS);
                boolean oneByOne = shared.nextInt(10) == 0;
                check.prepare(next.slot, set, next.ins);
                if (own.nextInt(4) == 0) {
                    check.delay(own.nextDouble());
                }
                if (oneByOne) {
                    next.tape.issue(rank.index(), communicators, next.ins, outs);
                } else {
                    next.calls.replay();
                }
                check.check(next.slot, set);
                calls += next.tape.calls();
            }
            rank.synchronize();
            check.end();
        }

        private void add(ReplayTape tape, Random own) {
            if (live.size() == LIVE) {
                live.remove(0).calls.close();
            }
            // Each rank for itself: peers read one rank's input in place, another's from its staging region.
            List<DeviceBuffer<?>> ins = own.nextBoolean() ? plain : symmetric;
            CapturedCalls captured = rank.capture(() -> tape.issue(rank.index(), communicators, ins, outs));
            // The slot of the tape that was let go of.
            int slot = tapes++ % LIVE;
            check.keep(slot, tape);
            live.add(new Captured(tape, captured, ins, slot));
        }
    }
}
