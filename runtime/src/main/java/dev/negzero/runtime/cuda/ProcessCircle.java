package dev.negzero.runtime.cuda;

import dev.negzero.runtime.signal.ControlRegion;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/** The one rank of this process; its peers are processes too, and meet it by files. */
final class ProcessCircle implements Circle {
    private record Subgroup(ProcessDirectory directory, ProcessFiles files, ProcessCircle circle) {}

    private final Driver driver;
    private final Path base;
    private final long deadlineNanos;
    private final List<String> places;
    private final PeerImports imports;
    private final List<CudaRank> ranks = new CopyOnWriteArrayList<>();
    private final List<Subgroup> subgroups = new CopyOnWriteArrayList<>();

    /**
     * The circle of a group or subgroup.
     *
     * @param base start of the names of its files
     * @param deadlineNanos bound of each wait for a peer
     * @param places the GPUs of all its ranks, for messages
     * @param imports what is mapped of the peers
     */
    ProcessCircle(Driver driver, Path base, long deadlineNanos, List<String> places, PeerImports imports) {
        this.driver = driver;
        this.base = base;
        this.deadlineNanos = deadlineNanos;
        this.places = List.copyOf(places);
        this.imports = imports;
    }

    @Override
    public void add(CudaRank rank) {
        ranks.add(rank);
    }

    @Override
    public void alarm() {
        ranks.forEach(CudaRank::ring);
    }

    @Override
    public boolean spansProcesses() {
        return true;
    }

    @Override
    public CudaRank.Parts subgroup(CudaRank.Parts whole, String name, Membership membership) {
        Path subbase = base.resolveSibling(base.getFileName() + "-" + name);
        List<String> subplaces = membership.ranks().stream().map(places::get).toList();
        ProcessFiles files = new ProcessFiles(subbase, membership.member(), subplaces.size(), deadlineNanos);
        ProcessCircle circle = new ProcessCircle(driver, subbase, deadlineNanos, subplaces, imports);
        ProcessDirectory directory =
                new ProcessDirectory(driver, files.handles(), membership.member(), whole.arena(), subplaces, imports);
        subgroups.add(new Subgroup(directory, files, circle));
        List<ControlRegion> regions = files.controls();
        return new CudaRank.Parts(whole.gpu(), whole.arena(), regions, directory, circle);
    }

    /** Leaves all subgroups, when nothing of the peers is mapped any more; see {@link ProcessDirectory#leave}. */
    void leave(BooleanSupplier failed, long nanos, long nanosIfFailed) {
        for (Subgroup subgroup : subgroups) {
            subgroup.circle().leave(failed, nanos, nanosIfFailed);
            subgroup.directory().leave(failed, nanos, nanosIfFailed);
        }
    }

    /** Removes the files of all subgroups. */
    void close() {
        for (Subgroup subgroup : subgroups) {
            subgroup.circle().close();
            subgroup.files().close();
        }
    }
}
