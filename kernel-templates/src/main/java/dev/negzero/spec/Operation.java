package dev.negzero.spec;

import java.util.Locale;

/** The collectives that exist. One constant for each op annotation. */
public enum Operation {
    /** Every rank gets the reduction of all inputs. */
    ALL_REDUCE("AllReduce", Role.REDUCTION, Rooted.NO, Segments.ONE),
    /** Rank r gets the reduction of the r-th segments of all inputs. */
    REDUCE_SCATTER("ReduceScatter", Role.REDUCTION, Rooted.NO, Segments.ONE_A_RANK),
    /** The root gets the reduction of all inputs. */
    REDUCE("Reduce", Role.REDUCTION, Rooted.YES, Segments.ONE),
    /** Every rank gets all inputs, in rank order. */
    ALL_GATHER("AllGather", Role.MOVEMENT, Rooted.NO, Segments.ONE),
    /** Every rank gets the root's elements. */
    BROADCAST("Broadcast", Role.MOVEMENT, Rooted.YES, Segments.ONE),
    /** Rank r gets the r-th segment of the root's input. */
    SCATTER("Scatter", Role.MOVEMENT, Rooted.YES, Segments.ONE_A_RANK),
    /** The root gets all inputs, in rank order. */
    GATHER("Gather", Role.MOVEMENT, Rooted.YES, Segments.ONE),
    /** Rank r gets the r-th segments of all inputs, in rank order. */
    ALL_TO_ALL("AllToAll", Role.MOVEMENT, Rooted.NO, Segments.ONE_A_RANK),
    /** One rank hands elements to another, which receives them. */
    SEND("Send", Role.HAND_OFF, Rooted.NO, Segments.ONE),
    /** One rank takes the elements that another sends. */
    RECEIVE("Receive", Role.HAND_OFF, Rooted.NO, Segments.ONE),
    /** Ranks wait for each other. */
    BARRIER("Barrier", Role.NO_DATA, Rooted.NO, Segments.ONE);

    private enum Role {
        REDUCTION,
        MOVEMENT,
        HAND_OFF,
        NO_DATA
    }

    private enum Rooted {
        YES,
        NO
    }

    private enum Segments {
        ONE,
        ONE_A_RANK
    }

    private final String annotation;
    private final Role role;
    private final Rooted rooted;
    private final Segments segments;

    Operation(String annotation, Role role, Rooted rooted, Segments segments) {
        this.annotation = annotation;
        this.role = role;
        this.rooted = rooted;
        this.segments = segments;
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
        return rooted == Rooted.YES;
    }

    /** Whether an input has a segment of its own for each rank, so that {@code count} is a segment's. */
    public boolean segmentsInput() {
        return segments == Segments.ONE_A_RANK;
    }
}
