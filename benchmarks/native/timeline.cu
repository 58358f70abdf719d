// When blocks pass the stages of a call: what bounds it. Runs the kernels that KernelMarks.java has put marks into, as bare.cu
// runs the others; the marks cost some time themselves, so compare the times of calls that both print.
//
// Build: as bare.cu, with -DKERNELS='"marked.cu"'
// Run:   timeline GPUS PDL < launches.csv     launches as for bare.cu
// Prints: entry,bytes,blocks,us,rank,stage,first_ns,median_ns,last_ns,median_cycles
//         us is the time of a call. Behind it the last call of a graph, the median of 15 replays: when the first of the rank's
//         blocks, the one in the middle and the last came to the end of the stage, in ns behind the first block that came to
//         a mark; and the cycles of a block's own processor since its first mark, the block in the middle.
// %globaltimer may move in steps of 32 ns or more; cycles are exact, but of one block each.
#include "ranks.h"

namespace {

constexpr int kReplays = 15;

/// What one rank's blocks came to in one stage.
struct Passed {
    double first, median, last, cycles;
};

double middle(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// The marks of a rank's last call, by block and stage.
std::vector<NzMark> read_marks(int rank, int blocks) {
    std::vector<NzMark> marks(static_cast<size_t>(blocks) * nz_mark_count);
    use(rank);
    CHECK(cudaMemcpyFromSymbol(marks.data(), nz_marks, marks.size() * sizeof(NzMark),
                               sizeof(NzMark) * rank * Plan::kMaxBlocks * nz_mark_count));
    return marks;
}

/// What is left of another entry's calls, or of more blocks, must not pass for this one's.
void clear_marks() {
    void* address;
    for (int g = 0; g < gpus; g++) {
        CHECK(cudaSetDevice(g));
        CHECK(cudaGetSymbolAddress(&address, nz_marks));
        CHECK(cudaMemset(address, 0, sizeof(nz_marks)));
        CHECK(cudaDeviceSynchronize());
    }
}

/// The stages that a rank's blocks have passed; a median below 0 says that none has.
std::vector<Passed> look(int rank, int blocks) {
    const std::vector<NzMark> marks = read_marks(rank, blocks);
    unsigned long long start = ~0ull;
    std::vector<unsigned long long> first(blocks, ~0ull);
    for (int b = 0; b < blocks; b++) {
        for (int s = 0; s < nz_mark_count; s++) {
            const NzMark& mark = marks[b * nz_mark_count + s];
            if (mark.ns == 0) continue;
            start = std::min(start, mark.ns);
            first[b] = std::min(first[b], mark.cycles);
        }
    }
    std::vector<Passed> passed;
    for (int s = 0; s < nz_mark_count; s++) {
        std::vector<double> ns, cycles;
        for (int b = 0; b < blocks; b++) {
            const NzMark& mark = marks[b * nz_mark_count + s];
            if (mark.ns == 0) continue;
            ns.push_back(static_cast<double>(mark.ns - start));
            cycles.push_back(static_cast<double>(mark.cycles - first[b]));
        }
        if (ns.empty()) {
            passed.push_back(Passed{-1, -1, -1, -1});
        } else {
            passed.push_back(Passed{*std::min_element(ns.begin(), ns.end()), middle(ns),
                                    *std::max_element(ns.begin(), ns.end()), middle(cycles)});
        }
    }
    return passed;
}

/// Replays a graph of each rank, and looks behind each time.
void observe(const Launch& launch, std::vector<std::vector<Passed>> (&seen)[kRanks]) {
    cudaGraphExec_t graphs[kRanks];
    for (int r = 0; r < kRanks; r++) graphs[r] = make_graph(launch, r);
    for (int replay = 0; replay < kReplays; replay++) {
        for (int r = 0; r < kRanks; r++) {
            use(r);
            CHECK(cudaGraphLaunch(graphs[r], streams[r]));
        }
        for (int r = 0; r < kRanks; r++) {
            use(r);
            CHECK(cudaStreamSynchronize(streams[r]));
        }
        for (int r = 0; r < kRanks; r++) seen[r].push_back(look(r, launch.blocks));
    }
    for (cudaGraphExec_t graph : graphs) CHECK(cudaGraphExecDestroy(graph));
}

double over_replays(const std::vector<std::vector<Passed>>& replays, int stage, double Passed::* what) {
    std::vector<double> values;
    for (const std::vector<Passed>& replay : replays) values.push_back(replay[stage].*what);
    return middle(values);
}

}  // namespace

int main(int argc, char** argv) {
    begin(argc, argv);
    bool warm = false;
    Launch l;
    std::printf("entry,bytes,blocks,us,rank,stage,first_ns,median_ns,last_ns,median_cycles\n");
    while (next_launch(l)) {
        if (!warm) warm_up(l);
        warm = true;
        double median, least;
        time_graph(l, median, least);
        clear_marks();
        std::vector<std::vector<Passed>> seen[kRanks];
        observe(l, seen);
        for (int r = 0; r < kRanks; r++) {
            for (int s = 0; s < nz_mark_count; s++) {
                if (over_replays(seen[r], s, &Passed::median) < 0) continue;
                std::printf("%s,%llu,%d,%.2f,%d,\"%s\",%.0f,%.0f,%.0f,%.0f\n", l.entry.c_str(), l.count * l.element_bytes,
                            l.blocks, median, r, nz_mark_names[s], over_replays(seen[r], s, &Passed::first),
                            over_replays(seen[r], s, &Passed::median), over_replays(seen[r], s, &Passed::last),
                            over_replays(seen[r], s, &Passed::cycles));
            }
        }
        std::fflush(stdout);
    }
    return failed() ? 1 : 0;
}
