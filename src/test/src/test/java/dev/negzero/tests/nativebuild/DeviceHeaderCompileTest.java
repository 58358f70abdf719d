package dev.negzero.tests.nativebuild;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.emit.PrimitivesEmitter;
import dev.negzero.tests.tools.Clang;
import dev.negzero.tests.tools.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A user's kernel that includes the header of device primitives, through the GPU compilers. No GPU is needed. */
class DeviceHeaderCompileTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    /** Sends a pack by mailbox to a peer and polls its answer; removes -0.0 and pushes into Lamport slots. */
    private static final String KERNEL = """
            #include "Sums.device.cuh"
            #include "Sums.device.cuh"

            namespace mine = negzero_com_acme_Sums;
            using K = mine::Kernel<nz::BF16, 8>;

            NZ_KERNEL(128) void ping(const nz::u8* in, nz::u8* out, nz::u64* there, const nz::u64* here, nz::u32 tag) {
                using Mail = nz::Pairs<K>;
                nz::Pack<K> pack = nz::load_pack<K>(in, nz::thread_id(), 1024, nz::pack_aligned<K>(in));
                nz::put_words<Mail>(there + nz::thread_id() * Mail::kWords, pack, tag);
                for (int spin = 0; spin < 1000000; spin++) {
                    if (nz::try_words<Mail>(here + nz::thread_id() * Mail::kWords, tag, pack)) {
                        break;
                    }
                }
                nz::store_pack<K>(out, nz::thread_id(), 1024, nz::pack_aligned<K>(out), pack);
            }

            NZ_KERNEL(128) void announce(NZ_PARAMETER mine::Call call, nz::u64* here, nz::u64* there, nz::u32* shared, nz::u32 tag) {
                NZ_SHARED(nz::u32, waves);
                nz::u32 words[4];
                nz::load_dev(shared, words);
                nz::put_release_all<K>(call, 1, tag, [&](nz::u32 peer) { return there + peer; });
                nz::put_triple<K>(there + 8, words[0], words[1], words[2], tag & 0xFFFFu);
                nz::u32 values[2];
                nz::u64 triples[3];
                if (!nz::poll<K>(call, here, tag, 1, values) || !nz::poll_triples<K>(call, here + 8, tag & 0xFFFFu, 1, triples)) {
                    nz::fail<K>(call, tag, K::Plan::kSiteMailboxPoll, 2);
                }
                nz::acquire<K>();
                nz::acquire_system();
                nz::wave_sync(&waves, 2);
                nz::store_dev(shared, nz::load128(here).w);
                nz::publish<K>(there, 3, tag + 1);
            }

            NZ_KERNEL(128) void push(NZ_PARAMETER mine::Call call) {
                const nz::Turn turn = nz::enter<K>(call, K::Plan::kStateLamport);
                if (turn.ok) {
                    const nz::Pack<K> pack = nz::load_segment<K>(call.input, 0, nz::grid_thread(), call.count);
                    nz::push<K>(call, nz::data_index(turn.line), nz::grid_thread() * K::kPackBytes, nz::remove_neg_zero<K>(pack));
                    nz::clear<K>(call, turn.line);
                }
            }
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    void write() throws IOException {
        String header = PrimitivesEmitter.emit(
                NativePlans.of(2).reduce(DType.BF16, 8, ReduceOp.SUM).shipped());
        String name = header.lines()
                .filter(line -> line.startsWith("namespace negzero_"))
                .findFirst()
                .orElseThrow()
                .split(" ")[1];
        Files.writeString(folder.resolve("Sums.device.cuh"), header);
        Files.writeString(folder.resolve("mine.cu"), KERNEL.replace("negzero_com_acme_Sums", name));
        Files.writeString(folder.resolve("mine.hip.cpp"), KERNEL.replace("negzero_com_acme_Sums", name));
    }

    private void compile(List<String> command) {
        Run run = Run.of(LIMIT, folder, command);
        assertTrue(run.succeeded(), run::output);
    }

    @Test
    void nvcc() {
        String nvcc = Tools.require("nvcc").toString();
        List<String> flags = List.of("-std=c++17", "-arch=sm_90", "-cubin", "-Werror", "all-warnings");
        compile(Stream.of(List.of(nvcc), flags, List.of("-o", "mine.cubin", "mine.cu"))
                .flatMap(List::stream)
                .toList());
    }

    @Test
    void clangForCuda() {
        compile(Clang.cuda("sm_90", "-O3", "-Werror", "-S", "-o", "mine.ptx", "mine.cu"));
    }

    @Test
    void clangForHip() {
        compile(Clang.hip("gfx942", "-Werror", "-S", "-o", "mine.s", "mine.hip.cpp"));
    }
}
