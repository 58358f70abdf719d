package dev.negzero.tests.nativebuild;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.KernelPlan;
import dev.negzero.spec.Operation;
import dev.negzero.tests.nativebuild.NativeBuild.Sanitizer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Takes out or weakens every release, acquire, clear, fence and barrier of the device headers, one at a time, and whatever
 * tells one call from the next. The native suite must fail each time: a line that can go unnoticed is a line that nobody
 * knows to be right.
 */
@Tag("native")
class MutationTest {
    /** Ends what hangs; far more than a live rank needs. */
    private static final Duration DEADLINE = Duration.ofSeconds(5);
    /** Where a rank is missing on purpose. */
    private static final Duration SHORT = Duration.ofMillis(1500);

    private static final Duration LIMIT = Duration.ofSeconds(60);
    /** Of a run that must pass, also where much else runs. */
    private static final Duration UNCHANGED_LIMIT = Duration.ofMinutes(4);

    /** Some mutants show only where a rank happens to run ahead of another; one that is caught at once costs one seed. */
    private static final int SEEDS = 6;
    /** While working on some of them: {@code -Dnegzero.mutants=} a regular expression, {@code mailbox.cuh:5.}. */
    private static final @Nullable String WANTED = System.getProperty("negzero.mutants");

    private static final String ZERO_SIGN =
            "a reduction gives the same bits for -0.0 and +0.0: no operator makes more of a"
                    + " zero's sign than the sign of another zero, and a result's is dropped; the line states the promise";

    /** The count of arrivals that follows releases too; only AMD GPUs, where it counts within one device, need the fence. */
    private static final String RELEASED_AGAIN = "the arrivals release what the fence does, in the host build";

    /** What ends a sender's hand-off is one thread's alone. */
    private static final String ONE_THREAD_ENDS =
            "behind it, one thread alone has something to do, and what the others have read of the state, which that"
                    + " thread may write, they had read ahead of the barrier in enter_pair; the kernel's end waits for all";

    /** Lines that may be changed without effect, by header, and why. */
    private static final List<Equivalent> EQUIVALENT = List.of(
            new Equivalent("signal_reduce.cuh", "keep -0.0", ".*", ZERO_SIGN),
            new Equivalent("mailbox_reduce.cuh", "keep -0.0", ".*", ZERO_SIGN),
            new Equivalent("hand_off.cuh", "delete", ".*fence_release.*", RELEASED_AGAIN),
            new Equivalent("hand_off.cuh", "no block barrier", "wait_until_read: .*", ONE_THREAD_ENDS));

    /**
     * Mutants that change nothing.
     *
     * @param line regular expression, of the function's name, a colon and the line
     */
    private record Equivalent(String header, String rule, String line, String reason) {
        boolean covers(Mutant mutant) {
            return mutant.header().equals(header)
                    && mutant.rule().equals(rule)
                    && (mutant.function() + ": " + mutant.before()).matches(line);
        }
    }

    /** A suite whose kernels are swapped: everything else is compiled once. */
    private record Bench(NativeBuild build, String suite, String kernels, boolean signed) {
        static Bench of(String name, KernelPlan plan) {
            NativeBuild build = NativeBuild.of(name, plan, Sanitizer.THREAD);
            try {
                String kernels = Files.readString(build.folder().resolve("kernels.cpp"));
                return new Bench(build, build.compile("suite.cpp"), kernels, plan.verify());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        NativeSuite unchanged() {
            return suite("unchanged", kernels);
        }

        /** The suite over these kernels. */
        NativeSuite suite(String name, String source) {
            try {
                Files.writeString(build.folder().resolve(name + ".cpp"), source);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return new NativeSuite(build.linkObjects(name, List.of(build.compile(name + ".cpp", "-w", "-g0"), suite)));
        }
    }

    /** What is run over a bench's kernels. */
    private record Trial(Bench bench, String scenarios, int calls, Duration deadline, int seeds) {
        /** Scenarios that chance has a part in. */
        Trial(Bench bench, String scenarios, int calls, Duration deadline) {
            this(bench, scenarios, calls, deadline, SEEDS);
        }

        /** Scenarios that bring about what they are for. */
        static Trial sure(Bench bench, String scenarios) {
            return new Trial(bench, scenarios, 0, DEADLINE, 1);
        }

        Run run(NativeSuite suite, int seed, Duration limit) {
            return suite.run(scenarios, seed, calls, deadline, limit);
        }
    }

    /** One all-reduce in every algorithm, and a barrier. */
    private static NativePlans one() {
        return NativePlans.of(2).reduce(DType.F32, 4, ReduceOp.SUM).barrier("barrier");
    }

    private static NativePlans mail() {
        return NativePlans.of(2)
                .by(Protocol.MAILBOX, Operation.BROADCAST, DType.F16, 8)
                .by(Protocol.MAILBOX, Operation.ALL_TO_ALL, DType.F32, 4)
                .counted(Protocol.MAILBOX, Operation.ALL_GATHER, DType.F32, 4);
    }

    private static NativePlans handOff() {
        return NativePlans.of(2).all(Operation.SEND, DType.F32, 4);
    }

    private static KernelPlan signals() {
        return NativePlans.of(3)
                .by(Protocol.SIGNAL, Operation.BROADCAST, DType.F32, 4)
                .by(Protocol.SIGNAL, Operation.ALL_TO_ALL, DType.F32, 4)
                .counted(Protocol.SIGNAL, Operation.ALL_TO_ALL, DType.F32, 4)
                .unverified()
                .plan();
    }

    private static NativePlans shots() {
        return NativePlans.of(3)
                .by(Protocol.LAMPORT, Operation.ALL_REDUCE, DType.F32, 4)
                .blocks(1);
    }

    /** What is tried on a header's mutants, the likeliest first. */
    private record Trials(List<Trial> of) {
        /** The trials of every family of headers, each found to pass unchanged. */
        static Map<String, Trials> make() {
            Bench bare = Bench.of("mutants-bare", one().unverified().plan());
            // Two of each, as a signature alone tells them apart.
            Bench signed = Bench.of(
                    "mutants-signed",
                    one().reduce(DType.F32, 4, ReduceOp.MAX).barrier("fence").plan());
            Bench mail = Bench.of("mutants-mail", mail().unverified().plan());
            Bench signedMail = Bench.of("mutants-signed-mail", mail().plan());
            Bench handOff = Bench.of("mutants-hand-off", handOff().unverified().plan());
            Bench signedHandOff = Bench.of("mutants-signed-hand-off", handOff().plan());
            Map<String, Trials> all = Map.of(
                    "",
                    new Trials(List.of(
                            new Trial(bare, "mixed,rotation,wrap", 60, DEADLINE),
                            new Trial(signed, "mixed,wrap", 40, DEADLINE),
                            new Trial(signed, NativeSuite.DISAGREEING, 0, DEADLINE),
                            new Trial(signed, "dead", 0, SHORT))),
                    "mail",
                    new Trials(List.of(
                            new Trial(mail, "mixed,rotation,wrap", 120, DEADLINE),
                            new Trial(signedMail, NativeSuite.DISAGREEING, 0, DEADLINE))),
                    "signal",
                    new Trials(List.of(new Trial(Bench.of("mutants-signals", signals()), "mixed", 40, DEADLINE))),
                    "shots",
                    new Trials(List.of(
                            new Trial(
                                    Bench.of(
                                            "mutants-shots",
                                            shots().unverified().plan()),
                                    "mixed,rotation,wrap",
                                    60,
                                    DEADLINE),
                            new Trial(
                                    Bench.of("mutants-signed-shots", shots().plan()),
                                    NativeSuite.DISAGREEING,
                                    0,
                                    DEADLINE))),
                    "hand-off",
                    new Trials(List.of(
                            Trial.sure(handOff, "epochs,struck"),
                            Trial.sure(signedHandOff, "stuck"),
                            new Trial(handOff, "mixed", 40, DEADLINE),
                            new Trial(signedHandOff, NativeSuite.DISAGREEING, 0, DEADLINE))));
            all.values().stream().flatMap(t -> t.of().stream()).forEach(trial -> trial.run(
                            trial.bench().unchanged(), 1, UNCHANGED_LIMIT)
                    .expectSuccess());
            return all;
        }

        /** Which family a mutant is of: where its line runs, and where it shows. */
        static String familyOf(Mutant mutant) {
            return switch (mutant.header()) {
                case "mailbox.cuh", "triples.cuh", "mailbox_move.cuh", "move.cuh", "all_gather.cuh" -> "mail";
                case "signal_move.cuh", "broadcast_signal.cuh", "all_to_all.cuh" -> "signal";
                case "lamport_two_shot.cuh" -> "shots";
                case "hand_off.cuh", "hand_off_mailbox.cuh", "hand_off_signal.cuh" -> "hand-off";
                case "signature.cuh" -> mutant.concernsHandOffs() ? "hand-off" : mutant.concernsCounts() ? "mail" : "";
                case "signal_call.cuh" -> mutant.concernsCounts() ? "signal" : "";
                default -> mutant.concernsCounts() ? "mail" : "";
            };
        }

        /** These, with what is likeliest to catch a mutant first. */
        List<Trial> orderedFor(Mutant mutant) {
            List<Trial> order = new ArrayList<>(of);
            if (mutant.header().equals("poll.cuh")) {
                Collections.reverse(order);
            } else if (mutant.concernsSignatures()) {
                order.sort(Comparator.comparing(trial -> !trial.bench().signed()));
            }
            return order;
        }
    }

    @Test
    void everyOrderIsNeeded() {
        Map<String, Trials> trials = Trials.make();
        List<Mutant> mutants = new ArrayList<>(Mutant.all());
        mutants.removeIf(m -> EQUIVALENT.stream().anyMatch(e -> e.covers(m)));
        mutants.removeIf(m -> !wanted(m));
        List<Mutant> survivors = IntStream.range(0, mutants.size())
                .parallel()
                .filter(i -> !caught(trials.get(Trials.familyOf(mutants.get(i))), mutants.get(i), i))
                .mapToObj(mutants::get)
                .toList();
        System.out.println(mutants.size() + " mutants, " + survivors.size() + " not caught");
        assertTrue(
                survivors.isEmpty(),
                () -> "not caught:\n" + survivors.stream().map(Mutant::toString).collect(Collectors.joining("\n")));
    }

    private static boolean wanted(Mutant mutant) {
        return WANTED == null
                || Pattern.compile(WANTED).matcher(mutant.toString()).find();
    }

    private static boolean caught(Trials trials, Mutant mutant, int number) {
        Map<Bench, NativeSuite> suites = new HashMap<>();
        try {
            for (Trial trial : trials.orderedFor(mutant)) {
                NativeSuite suite = suites.computeIfAbsent(
                        trial.bench(), bench -> bench.suite("mutant" + number, mutant.applyTo(bench.kernels())));
                for (int seed = 1; seed <= trial.seeds(); seed++) {
                    Run run = trial.run(suite, seed, LIMIT);
                    if (!run.succeeded()) {
                        System.out.println(mutant + " -- " + trial.scenarios() + ": " + run.reason());
                        return true;
                    }
                }
            }
            return false;
        } finally {
            suites.values().forEach(suite -> delete(suite.program()));
        }
    }

    private static void delete(Path program) {
        for (String ending : List.of("", ".o", ".cpp")) {
            try {
                Files.delete(Path.of(program + ending));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** No line that belongs to the exchange is left out because a rule doesn't know its form. */
    @Test
    void everyOrderingLineHasMutants() {
        List<Mutant> mutants = Mutant.all();
        for (String header : Mutant.HEADERS) {
            List<String> lines = Mutant.lines(header);
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i);
                int number = i + 1;
                Matcher ordering = Mutant.ORDERING.matcher(line);
                if (Mutant.isCode(line) && ordering.find()) {
                    assertTrue(
                            mutants.stream().anyMatch(m -> m.header().equals(header) && m.line() == number),
                            () -> "no rule changes " + header + ":" + number + ": " + line);
                }
            }
        }
    }

    /** Every exception is still about a line. */
    @Test
    void everyEquivalentIsALine() {
        for (Equivalent equivalent : EQUIVALENT) {
            assertTrue(Mutant.all().stream().anyMatch(equivalent::covers), equivalent::toString);
        }
    }
}
