package dev.negzero.spec;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The collectives that exist. One constant for each op annotation; it says all that rules, planner, emitters and the
 * runtime's checks know of the operation.
 */
public enum Operation {
    /** Every rank gets the reduction of all inputs. */
    ALL_REDUCE("AllReduce", Role.REDUCTION, Traffic.ALL, Layout.WHOLE, Ways.LAMPORT_CHUNKS),
    /** Rank r gets the reduction of the r-th segments of all inputs. */
    REDUCE_SCATTER("ReduceScatter", Role.REDUCTION, Traffic.ALL, Layout.SPLIT, Ways.LAMPORT),
    /** The root gets the reduction of all inputs. */
    REDUCE("Reduce", Role.REDUCTION, Traffic.TO_ROOT, Layout.WHOLE, Ways.PLAIN),
    /** Every rank gets all inputs, in rank order. */
    ALL_GATHER("AllGather", Role.MOVEMENT, Traffic.ALL, Layout.JOINED, Ways.PLAIN, Counts.PER_RANK),
    /** Every rank gets the root's elements. */
    BROADCAST("Broadcast", Role.MOVEMENT, Traffic.FROM_ROOT, Layout.ONE_BUFFER, Ways.CHUNKS),
    /** Rank r gets the r-th segment of the root's input. */
    SCATTER("Scatter", Role.MOVEMENT, Traffic.FROM_ROOT, Layout.SPLIT, Ways.PLAIN),
    /** The root gets all inputs, in rank order. */
    GATHER("Gather", Role.MOVEMENT, Traffic.TO_ROOT, Layout.JOINED, Ways.PLAIN),
    /** Rank r gets the r-th segments of all inputs, in rank order. */
    ALL_TO_ALL("AllToAll", Role.MOVEMENT, Traffic.ALL, Layout.SPLIT_AND_JOINED, Ways.PLAIN, Counts.PER_PAIR),
    /** One rank hands elements to another, which receives them. */
    SEND("Send", Role.HAND_OFF, Traffic.TO_PEER, Layout.WHOLE, Ways.PLAIN),
    /** One rank takes the elements that another sends. */
    RECEIVE("Receive", Role.HAND_OFF, Traffic.FROM_PEER, Layout.WHOLE, Ways.PLAIN),
    /** Ranks wait for each other. */
    BARRIER("Barrier", Role.NO_DATA, Traffic.NONE, Layout.WHOLE, Ways.PLAIN);

    private enum Role {
        REDUCTION,
        MOVEMENT,
        HAND_OFF,
        NO_DATA
    }

    /** Which ranks have elements for which, themselves included. */
    private enum Traffic {
        /** Every rank has some for every rank. */
        ALL,
        /** Only the root has some, for every rank. */
        FROM_ROOT {
            @Override
            boolean goes(int from, int to, int root, int ranks) {
                return from == root;
            }
        },
        /** Every rank has some for the root alone. */
        TO_ROOT {
            @Override
            boolean goes(int from, int to, int root, int ranks) {
                return to == root;
            }
        },
        /** The calling rank has some for the rank that it names. */
        TO_PEER,
        /** The calling rank gets some of the rank that it names. */
        FROM_PEER,
        /** None has any. */
        NONE;

        boolean goes(int from, int to, int root, int ranks) {
            return true;
        }

        boolean sends(int rank, int root) {
            return this == FROM_ROOT ? rank == root : this != FROM_PEER && this != NONE;
        }

        boolean receives(int rank, int root) {
            return this == TO_ROOT ? rank == root : this != TO_PEER && this != NONE;
        }
    }

    /** How segments stand in the buffers. The count of a method is one segment's, and its parameter is named so. */
    private enum Layout {
        /** One segment in, one out. */
        WHOLE("count"),
        /** The same, in one buffer. */
        ONE_BUFFER("count"),
        /** The input has a segment for each rank. */
        SPLIT("countPerRank"),
        /** The output has a segment of each rank. */
        JOINED("countPerRank"),
        /** Both. */
        SPLIT_AND_JOINED("countPerPair");

        private final String count;

        Layout(String count) {
            this.count = count;
        }
    }

    private final String annotation;
    private final Role role;
    private final Traffic traffic;
    private final Layout layout;
    private final Ways ways;
    private final Counts lists;

    Operation(String annotation, Role role, Traffic traffic, Layout layout, Ways ways) {
        this(annotation, role, traffic, layout, ways, Counts.ONE);
    }

    Operation(String annotation, Role role, Traffic traffic, Layout layout, Ways ways, Counts lists) {
        this.annotation = annotation;
        this.role = role;
        this.traffic = traffic;
        this.layout = layout;
        this.ways = ways;
        this.lists = lists;
    }

    /** Simple name of the annotation in {@code dev.negzero.annotations} that asks for this operation. */
    public String annotation() {
        return annotation;
    }

    /** Lower-case name as it stands in kernel names: {@code all_reduce}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Name of the runtime's method that carries it out: {@code allReduce}. */
    public String methodName() {
        return Character.toLowerCase(annotation.charAt(0)) + annotation.substring(1);
    }

    /** Whether it combines elements; otherwise it moves bits, or nothing. */
    public boolean reduces() {
        return role == Role.REDUCTION;
    }

    /** Whether it moves or combines elements at all. */
    public boolean hasData() {
        return role != Role.NO_DATA;
    }

    /** Whether only two ranks take part, sender and receiver. */
    public boolean isHandOff() {
        return role == Role.HAND_OFF;
    }

    /** Whether one rank has a part of its own. */
    public boolean isRooted() {
        return traffic == Traffic.FROM_ROOT || traffic == Traffic.TO_ROOT;
    }

    /** Whether only the root has elements for others. */
    public boolean isFromRoot() {
        return traffic == Traffic.FROM_ROOT;
    }

    /** Name of a hand-off's parameter for the other rank. */
    public String peerName() {
        return traffic == Traffic.TO_PEER ? "to" : "from";
    }

    /** Name of its input; empty if it has none. */
    public String inputName() {
        if (layout == Layout.ONE_BUFFER) {
            return "inOut";
        }
        return traffic == Traffic.FROM_PEER || traffic == Traffic.NONE ? "" : "in";
    }

    /** Name of its output; empty if it has none, and the input's where both are one buffer. */
    public String outputName() {
        if (layout == Layout.ONE_BUFFER) {
            return "inOut";
        }
        return traffic == Traffic.TO_PEER || traffic == Traffic.NONE ? "" : "out";
    }

    /** Names of its buffers, in the order in which a method takes them. */
    public List<String> bufferNames() {
        return Stream.of(inputName(), outputName())
                .filter(name -> !name.isEmpty())
                .distinct()
                .toList();
    }

    /** Name of its count; empty if it has none. */
    public String countName() {
        return hasData() ? layout.count : "";
    }

    /** What an array of counts would list; {@link Counts#ONE} if it takes none. */
    public Counts lists() {
        return lists;
    }

    /** Whether an input has a segment of its own for each rank, so that {@code count} is a segment's. */
    public boolean segmentsInput() {
        return layout == Layout.SPLIT || layout == Layout.SPLIT_AND_JOINED;
    }

    /** Whether an output has a segment of each rank. */
    public boolean segmentsOutput() {
        return layout == Layout.JOINED || layout == Layout.SPLIT_AND_JOINED;
    }

    /** Whether a rank has an input. */
    public boolean reads(int rank, int root) {
        return layout == Layout.ONE_BUFFER || traffic.sends(rank, root);
    }

    /** Whether a rank has an output. */
    public boolean writes(int rank, int root) {
        return traffic.receives(rank, root);
    }

    /** Whether, with one count, elements go from one rank of {@code ranks} to another, or to itself. Of no hand-off. */
    public boolean goes(int from, int to, int root, int ranks) {
        return traffic.goes(from, to, root, ranks);
    }

    /** Whether, with one count, a rank gets no elements of some peer, and must be told otherwise that the peer is done. */
    public boolean leavesPairsOut() {
        return isExchange() && traffic != Traffic.ALL;
    }

    private boolean isExchange() {
        return role == Role.REDUCTION || role == Role.MOVEMENT;
    }

    /** Which algorithms it has. */
    public Ways ways() {
        return ways;
    }
}
