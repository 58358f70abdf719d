package dev.negzero.samples.small;

import dev.negzero.annotations.AllReduce;
import dev.negzero.annotations.Collective;
import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.runtime.BF16;
import dev.negzero.runtime.DeviceBuffer;
import dev.negzero.runtime.Group;
import dev.negzero.runtime.Rank;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Protocols by name. They move data in different ways and give the same bits: ranks are added in rank order. */
public final class Sample07Protocols {
    /** One sum, four ways. */
    @Collective(dtype = DType.BF16, width = 8, groupSize = 3, maxBytes = 4096)
    public interface Sums {
        /** The size of the message decides how. */
        @AllReduce
        void auto(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count);

        /** Packs are pushed into slots that hold -0.0 until then. */
        @AllReduce(protocol = Protocol.LAMPORT)
        void lamport(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count);

        /** Peers' inputs are read between barriers. */
        @AllReduce(protocol = Protocol.SIGNAL)
        void signal(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count);

        /** Each word carries the number of its call. */
        @AllReduce(protocol = Protocol.MAILBOX)
        void mailbox(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count);
    }

    private Sample07Protocols() {}

    /** Runs the sample; takes no arguments. */
    public static void main(String[] args) {
        run(System.out);
    }

    /** Runs the sample and prints rank 0's results. */
    public static void run(PrintStream out) {
        List<String> lines = new ArrayList<>();
        try (Group group = Group.open(3)) {
            group.run(rank -> {
                List<String> own = sums(rank);
                if (rank.index() == 0) {
                    lines.addAll(own);
                }
            });
        }
        lines.forEach(out::println);
    }

    private static List<String> sums(Rank rank) {
        List<String> lines = new ArrayList<>();
        try (var launcher = Sample07Protocols_SumsLauncher.open(rank);
                var in = rank.buffer(BF16.class, 2);
                var out = rank.buffer(BF16.class, 2)) {
            // 256 + 1 + 1 in BF16 would be 256; in F32, rounded once, it is 258.
            in.copyFrom(new float[] {rank.index() == 0 ? 256 : 1, -0.0f});
            for (Sum sum : List.<Sum>of(launcher::auto, launcher::lamport, launcher::signal, launcher::mailbox)) {
                sum.of(in, out, 2);
                rank.synchronize();
                float[] received = new float[2];
                out.copyTo(received);
                var call = Objects.requireNonNull(launcher.communicator().lastCall());
                lines.add(call.method().replaceFirst("\\(.*", "") + " gives " + received[0] + " and " + received[1]);
            }
        }
        return lines;
    }

    private interface Sum {
        void of(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count);
    }
}
