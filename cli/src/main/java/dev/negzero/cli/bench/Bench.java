package dev.negzero.cli.bench;

import dev.negzero.runtime.BF16;
import dev.negzero.runtime.Element;
import dev.negzero.runtime.F16;
import dev.negzero.runtime.F32;
import dev.negzero.runtime.Group;
import dev.negzero.runtime.Launchers;
import java.util.List;

/** Measures one collective over a range of sizes. */
public final class Bench {
    private static final String ENGINE = "negzero.engine";

    private Bench() {}

    /**
     * Measures.
     *
     * @throws dev.negzero.runtime.LoadingException NZ809 if the engine isn't there; NZ813, NZ838 if memory doesn't suffice
     */
    public static void run(BenchOptions options, BenchListener listener) {
        try (Group group = group(options)) {
            listener.opened(group.engine());
            switch (options.type()) {
                case F32 -> measure(group, options, F32.class, BenchInterfaces.OF_F32, listener);
                case BF16 -> measure(group, options, BF16.class, BenchInterfaces.OF_BF16, listener);
                case F16 -> measure(group, options, F16.class, BenchInterfaces.OF_F16, listener);
            }
        }
    }

    /**
     * A group of as many ranks, on the engine that the options name. The runtime reads the engine's name from a property;
     * whatever it was is put back.
     *
     * @throws dev.negzero.runtime.LoadingException NZ809 if the engine isn't there
     */
    public static Group group(BenchOptions options) {
        if (options.engine().equals("auto")) {
            return Group.open(options.ranks());
        }
        String before = System.getProperty(ENGINE);
        System.setProperty(ENGINE, options.engine());
        try {
            return Group.open(options.ranks());
        } finally {
            if (before == null) {
                System.clearProperty(ENGINE);
            } else {
                System.setProperty(ENGINE, before);
            }
        }
    }

    private static <T extends Element> void measure(
            Group group,
            BenchOptions options,
            Class<T> element,
            List<Class<? extends BenchCalls<T>>> interfaces,
            BenchListener listener) {
        Class<? extends BenchCalls<T>> type = interfaces.get(options.ranks() - 2);
        BenchLanes<T> lanes = BenchLanes.open(group, options, element, rank -> Launchers.open(type, rank));
        for (long count : options.counts()) {
            listener.measured(lanes.measure(count));
        }
    }
}
