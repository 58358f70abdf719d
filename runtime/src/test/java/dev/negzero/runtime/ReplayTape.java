package dev.negzero.runtime;

import dev.negzero.annotations.DType;
import dev.negzero.spec.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Random calls for one capture, and sets of inputs with what all ranks' outputs must hold behind them. All calls of a dtype
 * share one input and one output buffer on each rank, each call at a place of its own, so that a set is written and looked
 * at by one copy a buffer.
 */
final class ReplayTape {
    /** Elements of a buffer. */
    static final int CAPACITY = 1 << 15;

    static final int SETS = 3;
    private static final int CALLS = 20;
    private static final int MARGIN = 8;
    private static final byte POISON = (byte) 0xA5;

    /** Where one rank's input and output of a call begin, in elements; in place, both are in the output buffer. */
    private record Place(boolean inPlace, int inAt, int outAt) {}

    /** A call, by a method of one of the plans. */
    private record Item(int plan, CallPlan.Way way, CallModel model, List<Place> places) {}

    /** Bytes of one rank's buffers of a dtype: before the calls, and the output behind them. */
    record Image(byte[] in, byte[] before, byte[] after) {}

    private final List<CallPlan> plans;
    private final int ranks;
    private final List<Item> items = new ArrayList<>();
    /** Elements in use of each plan's buffers. */
    private final int[] used;
    /** By set, plan and rank. */
    private final Image[][][] images;

    /** Random calls of all plans, each of which has one dtype. */
    ReplayTape(List<CallPlan> plans, Random random) {
        this.plans = plans;
        ranks = plans.get(0).plan().groupSize();
        used = new int[plans.size()];
        for (int i = 0; i < CALLS; i++) {
            add(random);
        }
        images = new Image[SETS][plans.size()][ranks];
        for (Image[][] set : images) {
            fill(set, random);
        }
    }

    private void add(Random random) {
        int plan = random.nextInt(plans.size());
        List<CallPlan.Kind> kinds = plans.get(plan).kinds();
        CallPlan.Kind kind = kinds.get(random.nextInt(kinds.size()));
        int count = 1 + random.nextInt(1 << random.nextInt(random.nextInt(8) == 0 ? 11 : 7));
        int room = 2 * ranks * count + 4 * MARGIN;
        if (used[plan] + room > CAPACITY) {
            return;
        }
        List<CallPlan.Way> ways = plans.get(plan).ways(kind, count);
        CallModel model =
                CallModel.random(kind.operation(), kind.counts(), kind.dtype(), kind.reduceOp(), ranks, count, random);
        List<Place> places = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            places.add(place(model, rank, used[plan] + MARGIN, random));
        }
        items.add(new Item(plan, ways.get(random.nextInt(ways.size())), model, places));
        used[plan] += room;
    }

    private static Place place(CallModel model, int rank, int from, Random random) {
        OptionalInt shift = model.inPlace(rank);
        int base = from + random.nextInt(MARGIN);
        boolean broadcast = model.operation() == Operation.BROADCAST;
        if (shift.isPresent() && (broadcast || random.nextInt(3) == 0)) {
            int inAt = base + Math.max(0, -shift.getAsInt());
            return new Place(true, inAt, inAt + shift.getAsInt());
        }
        return new Place(false, from + random.nextInt(MARGIN), base);
    }

    private void fill(Image[][] set, Random random) {
        for (int plan = 0; plan < plans.size(); plan++) {
            int bytes = used[plan] * dtype(plan).bytes();
            for (int rank = 0; rank < ranks; rank++) {
                set[plan][rank] = new Image(poisoned(bytes), poisoned(bytes), poisoned(bytes));
            }
        }
        for (Item item : items) {
            long[][] in = item.model.inputs(random);
            long[][] expected = item.model.expected(in);
            for (int rank = 0; rank < ranks; rank++) {
                if (item.model.takesPart(rank)) {
                    put(item, rank, set[item.plan][rank], in[rank], expected[rank]);
                }
            }
        }
    }

    private static void put(Item item, int rank, Image image, long[] in, long @Nullable [] expected) {
        Place place = item.places.get(rank);
        DType dtype = item.model.dtype();
        if (place.inPlace) {
            put(dtype, in, image.before, place.inAt);
            put(dtype, in, image.after, place.inAt);
        } else {
            put(dtype, in, image.in, place.inAt);
        }
        if (expected != null) {
            put(dtype, expected, image.after, place.outAt);
        }
    }

    private static void put(DType dtype, long[] elements, byte[] image, int at) {
        byte[] bytes = Bits.bytes(dtype, elements);
        System.arraycopy(bytes, 0, image, at * dtype.bytes(), bytes.length);
    }

    private static byte[] poisoned(int bytes) {
        byte[] poison = new byte[bytes];
        Arrays.fill(poison, POISON);
        return poison;
    }

    DType dtype(int plan) {
        return plans.get(plan).kinds().get(0).dtype();
    }

    /** Number of calls. */
    int calls() {
        return items.size();
    }

    Image image(int set, int plan, int rank) {
        return images[set][plan][rank];
    }

    /** Issues one rank's part of all calls, by the plans' communicators and buffers. */
    void issue(int rank, List<Communicator> communicators, List<DeviceBuffer<?>> ins, List<DeviceBuffer<?>> outs) {
        for (Item item : items) {
            if (item.model.takesPart(rank)) {
                Place place = item.places.get(rank);
                CallPlan plan = plans.get(item.plan);
                int method = plan.method(item.way, item.model.operationOf(rank)).index();
                DeviceBuffer<?> out = outs.get(item.plan);
                DeviceBuffer<?> in = place.inPlace ? out : ins.get(item.plan);
                PublicCall.issue(
                        communicators.get(item.plan), method, item.model, from(in, place.inAt), from(out, place.outAt));
            }
        }
    }

    private static DeviceBuffer<?> from(DeviceBuffer<?> buffer, int at) {
        return buffer.slice(at, buffer.count() - at);
    }

    /** Which call wrote, or should have written, a byte of a rank's output buffer. */
    String writer(int plan, int rank, int at) {
        int element = at / dtype(plan).bytes();
        return items.stream()
                .filter(item -> item.plan == plan && item.places.get(rank).outAt <= element)
                .reduce((one, two) -> two)
                .map(item -> item.model + " by " + item.way.algorithm() + " at " + item.places.get(rank))
                .orElse("none");
    }
}
