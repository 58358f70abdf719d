package dev.negzero.runtime;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.KernelPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** G8 and G26: calls of subgroups and of the whole group alternate on the same ranks. */
class G26SplitsTest {
    private static final int ROUNDS = 200;

    static KernelPlan plan(int size) {
        Plans plans = Plans.of(size);
        for (Path path : Path.values()) {
            plans.reduce(path.name(), DType.F32, ReduceOp.SUM, path);
        }
        return plans.plan();
    }

    /** One group that a rank is in, with its launcher. */
    private record Member(Rank rank, Communicator communicator) {
        static Member of(Rank rank) {
            return new Member(rank, Communicator.open(rank, plan(rank.group().size()), "digest"));
        }

        void call(int method, int round, int count) {
            new Counting(rank, count).check(communicator, method, round, count);
        }
    }

    /** Rows and columns of a 2 x 2 are all two wide: a domain that is keyed by its width would mix them up. */
    @Test
    void rowsAndColumnsAndTheWhole() {
        long seed = new Random().nextLong();
        System.out.println("G26 seed " + seed);
        try (Group group = Group.open(4)) {
            group.run(rank -> {
                List<Member> groups = new ArrayList<>();
                groups.add(Member.of(rank.split(rank.index() / 2)));
                groups.add(Member.of(rank.split(rank.index() % 2)));
                groups.add(Member.of(rank));
                Random random = new Random(seed);
                for (int round = 0; round < ROUNDS; round++) {
                    Member member = groups.get(random.nextInt(3));
                    member.call(random.nextInt(Path.values().length), round, 1 + random.nextInt(300));
                }
            });
        }
    }

    /** A group of 4 inside a world of 8: the others make no call while it does. */
    @ParameterizedTest
    @EnumSource(Path.class)
    void fourOfEight(Path path) {
        try (Group group = Group.open(8)) {
            group.run(rank -> {
                Member half = Member.of(rank.split(rank.index() / 4));
                Member whole = Member.of(rank);
                for (int round = 0; round < 20; round++) {
                    if (rank.index() < 4) {
                        half.call(path.ordinal(), round, 5 + round);
                    }
                    whole.call(path.ordinal(), round, 70 - round);
                }
            });
        }
    }
}
