package dev.negzero.runtime.cuda;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes lines into an emitted CUDA source that record when each block passes certain places, for benchmarks/native/timeline.cu:
 * what bounds a call shows in them. The sources that ship have none of it. A place is named by its function and a line of it,
 * so a change of the device headers that moves one is found out: {@link #mark} throws, and so KernelMarksTest fails.
 */
final class KernelMarks {
    /**
     * A place: in front of a line of a function, or behind it.
     *
     * @param function name of a device function that has the parameter {@code call}
     * @param nth which of the lines that read so, from 1
     * @param line without the space around it
     * @param stage what is over when a block comes here
     */
    private record Place(String function, Side side, int nth, String line, String stage) {}

    private enum Side {
        BEFORE,
        BEHIND
    }

    private static final String LAMPORT = "reduce_by_lamport";
    private static final String RECEIVE = "reduce_received";
    private static final String TWO_STAGE = "signal_two_stage";

    /**
     * Loads are in flight behind a place in front of which they were issued, until what they bring is used. Where a loop passes
     * a place again, its last time stays.
     */
    private static final List<Place> PLACES = List.of(
            new Place(LAMPORT, Side.BEFORE, 1, "kernel_enter();", "started"),
            new Place(LAMPORT, Side.BEHIND, 1, "kernel_enter();", "the call before is over"),
            new Place(
                    LAMPORT,
                    Side.BEFORE,
                    1,
                    "const Turn turn = enter<K>(call, lamport_state<K>());",
                    "input asked for"),
            new Place(LAMPORT, Side.BEFORE, 1, "if (!turn.ok) {", "state is here"),
            new Place(LAMPORT, Side.BEFORE, 1, "const u64 second = ahead.index + ahead.step;", "first packs pushed"),
            new Place(LAMPORT, Side.BEFORE, 1, "put_signature<K, Moves>(call, turn);", "second packs pushed"),
            new Place(LAMPORT, Side.BEFORE, 1, "clear<K>(call, turn.line);", "state moved on"),
            new Place(LAMPORT, Side.BEFORE, 1, "if (reduce_all<K, Moves>(ahead, turn)) {", "cleared"),
            new Place(
                    RECEIVE,
                    Side.BEFORE,
                    1,
                    "const bool aligned = pack_aligned<K>(call.output);",
                    "packs have arrived"),
            new Place(RECEIVE, Side.BEFORE, 1, "return true;", "packs stored"),
            new Place(LAMPORT, Side.BEFORE, 1, "check_signatures<K, Moves>(call, turn);", "all is received"),
            new Place(LAMPORT, Side.BEHIND, 1, "check_signatures<K, Moves>(call, turn);", "signatures compared"),
            new Place(TWO_STAGE, Side.BEFORE, 1, "kernel_enter();", "started"),
            new Place(TWO_STAGE, Side.BEHIND, 1, "kernel_enter();", "the call before is over"),
            new Place(TWO_STAGE, Side.BEFORE, 1, "if (!signal.turn.ok) {", "state is here, signature put"),
            new Place(TWO_STAGE, Side.BEFORE, 1, "signal.advance();", "first tile pushed"),
            new Place(TWO_STAGE, Side.BEFORE, 1, "while (tile.packs != 0) {", "state moved on"),
            new Place(TWO_STAGE, Side.BEFORE, 1, "const Tile next = signal.after(tile);", "tile has arrived"),
            new Place(
                    TWO_STAGE,
                    Side.BEFORE,
                    1,
                    "push_chunks<K>(call, moves, next, size);",
                    "tile reduced, results pushed"),
            new Place(TWO_STAGE, Side.BEFORE, 1, "before = tile;", "next tile pushed, results before it collected"),
            new Place(TWO_STAGE, Side.BEFORE, 2, "if (moves.most_received() != 0) {", "last results have arrived"),
            new Place(TWO_STAGE, Side.BEFORE, 1, "signal.leave();", "last results collected"),
            new Place(TWO_STAGE, Side.BEHIND, 1, "signal.leave();", "signatures compared"));

    private static final String PRELUDE = """
            // Inserted by KernelMarks: when each block's first thread passed each place of the last call.
            struct NzMark {
                unsigned long long ns;      // of the GPU's clock
                unsigned long long cycles;  // of the processor's
            };
            constexpr const char* nz_mark_names[] = {%s};
            constexpr int nz_mark_count = %d;
            __device__ NzMark nz_marks[Plan::kGroupSize][Plan::kMaxBlocks][nz_mark_count];
            static __device__ __forceinline__ void nz_mark(unsigned rank, int mark) {
                if (threadIdx.x == 0) {
                    unsigned long long ns, cycles;
                    asm volatile("mov.u64 %%0, %%%%globaltimer;" : "=l"(ns)::"memory");
                    asm volatile("mov.u64 %%0, %%%%clock64;" : "=l"(cycles)::"memory");
                    nz_marks[rank][blockIdx.x][mark] = NzMark{ns, cycles};
                }
            }
            """;

    private KernelMarks() {}

    /** How many places there are. */
    static int count() {
        return PLACES.size();
    }

    /**
     * A source with the lines that record.
     *
     * @throws IllegalArgumentException if a place is not in the source, which it names
     */
    static String mark(String source) {
        List<String> lines = new ArrayList<>(source.lines().toList());
        for (int i = 0; i < PLACES.size(); i++) {
            Place place = PLACES.get(i);
            int at = find(lines, place) + (place.side() == Side.BEHIND ? 1 : 0);
            lines.add(at, "    nz_mark(call.rank, " + i + ");");
        }
        int head = lines.indexOf("namespace nz {");
        String names = PLACES.stream().map(p -> '"' + p.stage() + '"').collect(Collectors.joining(", "));
        lines.addAll(head, PRELUDE.formatted(names, count()).lines().toList());
        return String.join("\n", lines) + "\n";
    }

    private static int find(List<String> lines, Place place) {
        int begin = 0;
        while (begin < lines.size() && !opens(lines.get(begin), place.function())) {
            begin++;
        }
        int seen = 0;
        for (int at = begin; at < lines.size() && !lines.get(at).equals("}"); at++) {
            if (lines.get(at).strip().equals(place.line()) && ++seen == place.nth()) {
                return at;
            }
        }
        throw new IllegalArgumentException("no line " + place.nth() + " that reads \"" + place.line()
                + "\" in function " + place.function() + ": name the place \"" + place.stage() + "\" anew");
    }

    private static boolean opens(String line, String function) {
        return line.startsWith("NZ_DEVICE ") && line.contains(" " + function + "(");
    }
}
