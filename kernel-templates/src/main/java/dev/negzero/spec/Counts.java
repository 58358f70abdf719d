package dev.negzero.spec;

/** How a method says how many elements travel. */
public enum Counts {
    /** One number for all ranks. */
    ONE,
    /** {@code long[groupSize]}: the elements of each rank. */
    PER_RANK,
    /** {@code long[groupSize * groupSize]}: at {@code from * groupSize + to}, the elements that go from one to the other. */
    PER_PAIR;

    /** Numbers that a call of this kind carries in a group of {@code ranks}, beside the largest of them. */
    public int numbers(int ranks) {
        return switch (this) {
            case ONE -> 0;
            case PER_RANK -> ranks;
            case PER_PAIR -> ranks * ranks;
        };
    }
}
