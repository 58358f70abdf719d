package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.FaultKind;
import dev.negzero.plan.KernelPlan;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A rank throws while its peers wait for it in a collective step: they are told at once, and behind a reset all ranks count
 * steps, regions and splits alike again.
 */
@Timeout(60)
class CollectiveStepFaultTest {
    private static final int RANKS = 3;
    private static final KernelPlan PLAN = Plans.single(RANKS, DType.F32, ReduceOp.SUM, Path.LAMPORT);

    private enum Step {
        OPEN {
            @Override
            void make(Rank rank) {
                Communicator communicator = Communicator.open(rank, PLAN, "digest");
                new Counting(rank, 10).check(communicator, 0, 1, 10);
            }
        },
        SYMMETRIC {
            @Override
            void make(Rank rank) {
                SymmetricBuffer<F32> buffer = rank.symmetricBuffer(F32.class, 100);
                Communicator communicator = Communicator.open(rank, PLAN, "digest");
                new Counting(rank, buffer, rank.buffer(F32.class, 100)).check(communicator, 0, 1, 100);
            }
        },
        SPLIT {
            @Override
            void make(Rank rank) {
                Rank member = rank.split(0);
                OPEN.make(member);
                OPEN.make(member.split(1));
            }
        },
        CAPTURE {
            @Override
            void make(Rank rank) {
                Communicator communicator = Communicator.open(rank, PLAN, "digest");
                DeviceBuffer<F32> buffer = rank.buffer(F32.class, 10);
                try (CapturedCalls calls = rank.capture(() -> communicator.allReduce(0, buffer, buffer, 10))) {
                    calls.replay();
                    rank.synchronize();
                }
                new Counting(rank, 10).check(communicator, 0, 1, 10);
            }
        };

        abstract void make(Rank rank);
    }

    @ParameterizedTest
    @CsvSource({
        "OPEN, 0",
        "OPEN, 2",
        "SYMMETRIC, 0",
        "SYMMETRIC, 1",
        "SPLIT, 0",
        "SPLIT, 2",
        "CAPTURE, 0",
        "CAPTURE, 1",
    })
    void aResetBringsTheGroupBack(Step step, int failing) {
        IllegalStateException own = new IllegalStateException("mine");
        ConcurrentLinkedQueue<CollectiveException> told = new ConcurrentLinkedQueue<>();
        GroupOptions patient = GroupOptions.defaults().withDeadline(Duration.ofHours(1));
        try (Group group = Group.open(RANKS, patient)) {
            for (int round = 0; round < 3; round++) {
                group.run(step::make);
                assertSame(
                        own,
                        assertThrows(
                                IllegalStateException.class,
                                () -> group.run(rank -> {
                                    if (rank.index() == failing) {
                                        throw own;
                                    }
                                    told.add(assertThrows(CollectiveException.class, () -> step.make(rank)));
                                })));
                group.reset();
            }
            group.run(step::make);
        }
        assertEquals(3 * (RANKS - 1), told.size());
        assertEquals(
                List.of(FaultKind.ABORT),
                told.stream().map(CollectiveException::kind).distinct().toList());
    }

    /** Half of the ranks' steps are behind them when another one fails. */
    @ParameterizedTest
    @CsvSource({"0", "1", "2"})
    void aStepThatHasBegun(int failing) {
        GroupOptions patient = GroupOptions.defaults().withDeadline(Duration.ofHours(1));
        try (Group group = Group.open(RANKS, patient)) {
            assertThrows(
                    IllegalStateException.class,
                    () -> group.run(rank -> {
                        rank.split(0);
                        if (rank.index() == failing) {
                            throw new IllegalStateException("mine");
                        }
                        rank.symmetricBuffer(F32.class, 100);
                    }));
            group.reset();
            group.run(Step.SPLIT::make);
            group.run(Step.SYMMETRIC::make);
        }
    }
}
