package dev.negzero.runtime;

import dev.negzero.runtime.engine.Agreement;
import dev.negzero.runtime.engine.Engine;
import dev.negzero.runtime.engine.EngineSetup;
import dev.negzero.runtime.engine.FaultSignal;
import dev.negzero.runtime.engine.RankPort;
import dev.negzero.runtime.engine.Split;
import dev.negzero.runtime.group.Batches;
import dev.negzero.runtime.host.HostEngine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Ranks that make collective calls together.
 *
 * <pre>{@code
 * try (Group group = Group.open(2)) {
 *   group.run(rank -> {
 *     var sums = SumsLauncher.open(rank);
 *     var in = rank.buffer(BF16.class, 4096);
 *     var out = rank.buffer(BF16.class, 4096);
 *     sums.allReduce(in, out, 4096);
 *     rank.synchronize();
 *   });
 * }
 * }</pre>
 *
 * <p>Calls are asynchronous and keep their order on each rank. One thread may drive all ranks, without {@link #run}: its
 * calls are queued. A group in which a rank has failed refuses further calls until {@link #reset}.
 */
public final class Group implements AutoCloseable {
    private final int size;
    private final GroupOptions options;
    private final Engine engine;
    private final List<Rank> ranks;
    private final Batches batches;
    private final Captures captures;
    private final Faults faults;
    private final AtomicInteger resets;
    private final AtomicBoolean running;
    private final Subgroups subgroups = new Subgroups(this);
    /** The group that this one was split from. */
    private final @Nullable Group whole;

    private final Runnable afterwards;
    private volatile boolean closed;

    /** A group; {@code afterwards} cleans up behind the engine. */
    private Group(int size, GroupOptions options, Engine engine, IntStream local, Runnable afterwards) {
        this.size = size;
        this.options = options;
        this.engine = engine;
        this.afterwards = afterwards;
        this.whole = null;
        this.batches = new Batches();
        this.captures = new Captures();
        this.faults = new Faults(options.deadline());
        this.resets = new AtomicInteger();
        this.running = new AtomicBoolean();
        this.ranks = local.mapToObj(rank -> new Rank(this, engine.port(rank))).toList();
    }

    /** A subgroup, without ranks yet. What keeps the order of calls is that of the whole group. */
    private Group(Group whole, int size) {
        this.size = size;
        this.options = whole.options;
        this.engine = new SubgroupEngine(whole.engine);
        this.whole = whole;
        this.batches = whole.batches;
        this.captures = whole.captures;
        this.faults = whole.faults;
        this.resets = whole.resets;
        this.running = whole.running;
        this.afterwards = () -> {};
        this.ranks = new CopyOnWriteArrayList<>();
    }

    static Group part(Group whole, int size) {
        return new Group(whole, size);
    }

    /** Takes a rank of this process into a subgroup. */
    Rank adopt(Rank rank, Split split) {
        ((SubgroupEngine) engine).add(split.port(), split.closing());
        Rank member = rank.member(this, split.port());
        int place = (int) ranks.stream().filter(r -> r.index() < member.index()).count();
        ranks.add(place, member);
        return member;
    }

    /**
     * Opens a group with default options.
     *
     * @param size number of ranks, 2 .. 16
     * @throws ArgumentException NZ601 for another size
     * @throws LoadingException NZ808, NZ809 if the engine that {@code -Dnegzero.engine=} names is not there
     */
    public static Group open(int size) {
        return open(size, GroupOptions.defaults());
    }

    /**
     * Opens a group whose ranks all live in this process.
     *
     * @param size number of ranks, 2 .. 16
     * @throws ArgumentException NZ601 for another size
     * @throws LoadingException NZ808, NZ809 if the engine that {@code -Dnegzero.engine=} names is not there
     */
    public static Group open(int size, GroupOptions options) {
        return new Group(size, options, Engines.open(setup(size, options)), IntStream.range(0, size), () -> {});
    }

    /**
     * Joins a group whose ranks are processes of this machine, over files that all of them map; the host engine runs it.
     * Any rank may be a program in another language that keeps to the same bytes. Returns when all ranks have created
     * their control files.
     *
     * @param base start of the files' names, {@code <base>.<region>.<rank>}; new for each group, on a local file system
     * @param rank the rank of this process
     * @param size number of ranks, 2 .. 16
     * @throws ArgumentException NZ601, NZ603 if size or rank is out of range
     * @throws LoadingException NZ814 if a file is there already or can't be used, or a rank didn't join in time
     */
    public static Group join(Path base, int rank, int size, GroupOptions options) {
        EngineSetup setup = setup(size, options);
        if (rank < 0 || rank >= size) {
            throw RuntimeProblem.RANK_INDEX.argument("rank " + rank + " of " + size);
        }
        return new Group(size, options, HostEngine.join(base, rank, setup), IntStream.of(rank), () -> {});
    }

    /**
     * Joins a group whose ranks are processes of this machine: on GPUs if there are any, else on the host engine, as
     * {@code -Dnegzero.engine=} says. Returns when all ranks have joined and have proven that they reach each other.
     *
     * @param membership which rank this process is, and where the ranks find each other
     * @throws LoadingException NZ851 if the ranks don't find each other within the deadline; NZ834 that names two ranks
     *     whose GPUs can't reach each other; NZ808, NZ809, NZ837 if the engine or the GPU asked for is not there
     * @throws CollectiveException if a rank that had come fails or leaves
     */
    public static Group join(Membership membership, GroupOptions options) {
        EngineSetup setup = setup(membership.size(), options);
        try {
            Engines.Joined joined = Engines.join(membership, setup);
            Group group = new Group(
                    membership.size(), options, joined.engine(), IntStream.of(membership.rank()), joined.job()::close);
            group.meet();
            return group;
        } catch (FaultSignal fault) {
            throw new Faults(options.deadline()).exception(fault.record(), null);
        }
    }

    /**
     * Joins the group that torchrun or mpirun has started; see {@link Membership#fromEnvironment}.
     *
     * @throws ArgumentException NZ601, NZ603, NZ850 if the environment doesn't say which rank of how many this is
     * @throws LoadingException see {@link #join(Membership, GroupOptions)}
     * @throws CollectiveException if a rank that had come fails or leaves
     */
    public static Group fromEnvironment(GroupOptions options) {
        return join(Membership.fromEnvironment(System.getenv()), options);
    }

    /** No rank goes on, and perhaps away again, before all have opened what the others reach for. */
    private void meet() {
        try {
            ranks.get(0).port().meet(agreement("the group", "the group"));
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private static EngineSetup setup(int size, GroupOptions options) {
        if (size < 2 || size > 16) {
            throw RuntimeProblem.GROUP_SIZE.argument("size " + size);
        }
        return new EngineSetup(size, options.deadline().toNanos(), options.probe());
    }

    /** Number of ranks. */
    public int size() {
        return size;
    }

    /** The options it was opened with. */
    public GroupOptions options() {
        return options;
    }

    /** Name of the engine that runs it: {@code host}. */
    public String engine() {
        return engine.name();
    }

    /**
     * A rank of this process.
     *
     * @throws ArgumentException NZ603 if there is no such rank, or it lives in another process
     */
    public Rank rank(int index) {
        for (Rank rank : ranks) {
            if (rank.index() == index) {
                return rank;
            }
        }
        throw RuntimeProblem.RANK_INDEX.argument("rank " + index + " of " + size
                + (index >= 0 && index < size ? ", which lives in another process" : ""));
    }

    /** The ranks of this process, in order: all of them, unless the group was joined. */
    public List<Rank> ranks() {
        return List.copyOf(ranks);
    }

    /**
     * Runs a body for each rank of this process, each on a thread of its own, and returns when all have returned. The
     * first exception of a body aborts the ranks that wait in a call, and is thrown here; a checked one as the cause of
     * a {@link java.util.concurrent.CompletionException}. If the calling thread is interrupted, all ranks are aborted
     * and interrupted.
     *
     * @throws CollectiveException if the ranks failed each other and no body threw anything else
     * @throws StateException NZ617 if the group is already running a body, NZ604 if it is closed
     */
    public void run(RankBody body) {
        requireOpen("run");
        refuseHeld("Group.run");
        if (!running.compareAndSet(false, true)) {
            throw RuntimeProblem.RUN_BUSY.state("a second Group.run");
        }
        try {
            new RankThreads(ranks).run(body);
        } finally {
            running.set(false);
        }
    }

    /** Starts a batch: calls that this thread makes until {@link #end} are checked now and issued together there. */
    public void start() {
        requireOpen("start");
        batches.start();
    }

    /**
     * Ends the batch that {@link #start} began, and issues its calls: each rank's in order, the ranks' in turns. None of them
     * runs on this thread.
     *
     * @throws StateException NZ618 without a start of the same thread
     */
    public void end() {
        batches.end();
    }

    /**
     * Makes a symmetric buffer on each rank, from one thread. The ranks are all in this process.
     *
     * @param count elements of each rank's buffer, above 0
     * @return one buffer a rank, in order
     * @see Rank#symmetricBuffer
     */
    public <T extends Element> List<SymmetricBuffer<T>> symmetricBuffers(Class<T> element, long count) {
        return onEachRank(rank -> rank.symmetricBuffer(element, count));
    }

    /**
     * Captures calls on each rank, from one thread. The ranks are all in this process.
     *
     * @param calls makes the calls of the rank it is given
     * @return the captured calls of each rank, in order
     * @see Rank#capture
     */
    public List<CapturedCalls> capture(Consumer<Rank> calls) {
        return onEachRank(rank -> rank.capture(() -> calls.accept(rank)));
    }

    /**
     * Splits the group, from one thread; see {@link Rank#split}. The ranks are all in this process.
     *
     * @param colorOf the colour of each rank, 0 or more
     * @return each rank as a member of its subgroup, in the order of the ranks here
     * @throws ArgumentException NZ628 for a negative colour
     * @throws CollectiveException if a rank fails
     */
    public List<Rank> split(IntUnaryOperator colorOf) {
        return onEachRank(rank -> rank.split(colorOf.applyAsInt(rank.index())));
    }

    /** Lets each rank of this process take part in a collective step, from one thread. */
    <T> List<T> onEachRank(Function<Rank, T> step) {
        requireOpen("a collective step");
        return new RankThreads(ranks).map(step);
    }

    /**
     * Recovers from a fault: waits for the ranks to leave their calls, forgets the fault and initialises what launchers
     * share. Buffers keep their content; captured calls can't be replayed any more. Collective: one thread of each process
     * that has ranks of the group calls it, outside {@link #run}.
     *
     * @throws StateException NZ620 while the group runs a body, or for a subgroup
     * @throws CollectiveException NZ701 if a rank of another process doesn't come within the deadline. The group has failed
     *     then; all ranks may reset it again
     */
    public void reset() {
        requireOpen("reset");
        refuseHeld("Group.reset");
        if (whole != null) {
            throw RuntimeProblem.RESET.state("a subgroup: reset the group that it was split from");
        }
        if (!running.compareAndSet(false, true)) {
            throw RuntimeProblem.RESET.state("a body that runs");
        }
        try {
            resets.incrementAndGet();
            engine.reset();
        } catch (FaultSignal fault) {
            throw faults.exception(fault.record(), null);
        } finally {
            running.set(false);
        }
    }

    /**
     * Closes the group. Ranks that are inside a call, or have calls queued, are aborted at once; in other processes too.
     * Closing again does nothing.
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        subgroups.close();
        List<RankPort> ports = new ArrayList<>();
        ranks.forEach(rank -> ports.add(rank.port()));
        // A body of the whole group may close a subgroup that nobody uses any more.
        boolean inside = whole == null && running.get();
        if (inside || ports.stream().anyMatch(RankPort::busy)) {
            ports.forEach(RankPort::abort);
        }
        engine.close();
        afterwards.run();
    }

    Engine implementation() {
        return engine;
    }

    Batches batches() {
        return batches;
    }

    Subgroups subgroups() {
        return subgroups;
    }

    Captures captures() {
        return captures;
    }

    /** How often the group was reset. */
    int resets() {
        return resets.get();
    }

    /** Refuses what must not be held in a batch or recorded in a capture of the calling thread. */
    void refuseHeld(String what) {
        batches.refuseInside(what);
        captures.refuseInside(what);
    }

    Faults faults() {
        return faults;
    }

    void requireOpen(String what) {
        if (closed) {
            throw RuntimeProblem.GROUP_CLOSED.state(what);
        }
        if (whole != null) {
            whole.requireOpen(what);
        }
    }

    /** An agreement of all ranks on what they are about to do. */
    Agreement agreement(String subject, String text) {
        return Agreement.on(subject, "engine " + engine.name() + ", " + size + " ranks, " + text);
    }
}
