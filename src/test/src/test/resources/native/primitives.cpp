// The device primitives by name, one at a time, on a plan of two ranks. Exit status 0: all as promised.
// Usage: primitives SEED [short]
#include "ranks.h"

#include "primitives.cuh"

#include <functional>

namespace {

using nz::Pack;

template <class T, int Width, class Op>
using Kernel = nz::Kernel<Plan, T, Width, Op, 0xC0FFEE01u, 2>;
typedef Kernel<nz::BF16, 8, nz::Sum> Wide;     // four words
typedef Kernel<nz::F32, 1, nz::Sum> Single;    // one word
typedef Kernel<nz::F16, 4, nz::Sum> TwoWords;  // two words
typedef Kernel<nz::F8E4M3, 4, nz::Sum> Bytes;  // one word
typedef Kernel<nz::F64, 2, nz::Sum> Doubles;   // two lanes of two words
typedef Kernel<nz::I8, 16, nz::Sum> Integers;
typedef nz::AllReduce<Plan::kGroupSize> Moves;

void equal(u64 got, u64 wanted, const std::string& what) {
    if (got != wanted) {
        char text[64];
        std::snprintf(text, sizeof text, " is %llX, must be %llX", got, wanted);
        fail(what + text);
    }
}

/// Runs code as thread `thread` of a block of its own.
void as_thread(const std::function<void()>& body) {
    nz::host::Block block(1);
    nz::host::Launch launch;
    nz::host::Context context;
    context.block = &block;
    context.launch = &launch;
    context.threads = 1;
    context.blocks = 1;
    nz::host::context = &context;
    body();
    nz::host::context = nullptr;
}

void sentinel() {
    equal(nz::sentinel(), 0x80000000u, "sentinel");
    const Pack<Wide> fill = nz::set_neg_zero<Wide>();
    for (u32 word : fill.w) {
        equal(word, 0x80000000u, "word of set_neg_zero");
    }
    expect(nz::has_sentinel<Wide>(fill), "has_sentinel of set_neg_zero");
    for (int i = 0; i < 4; i++) {
        Pack<Wide> one{};
        expect(!nz::has_sentinel<Wide>(one), "has_sentinel of zero");
        one.w[i] = 0x80000000u;
        expect(nz::has_sentinel<Wide>(one), "has_sentinel finds word " + std::to_string(i));
        one.w[i] = 0x80000001u;
        expect(!nz::has_sentinel<Wide>(one), "has_sentinel takes one bit off for it");
    }
}

/// -0.0 by definition, lane by lane, against the trick with words.
template <class K>
void neg_zero_of(u32 word) {
    Pack<K> pack{};
    pack.w[K::kPackWords - 1] = word;
    const u32 lane_bits = 32 / K::kWordLanes;
    bool any = false;
    u32 mapped = 0;
    for (u32 i = 0; i < static_cast<u32>(K::kWordLanes); i++) {
        const u64 lane = static_cast<u64>(word) >> (i * lane_bits) & ((1ull << lane_bits) - 1);
        const bool negative_zero = lane == 1ull << (lane_bits - 1);
        any = any || negative_zero;
        mapped |= negative_zero ? 0 : static_cast<u32>(lane << (i * lane_bits));
    }
    equal(nz::has_neg_zero<K>(pack), any, "has_neg_zero");
    const Pack<K> removed = nz::remove_neg_zero<K>(pack);
    equal(removed.w[K::kPackWords - 1], mapped, "remove_neg_zero");
    expect(!nz::has_sentinel<K>(removed), "a sentinel is left after remove_neg_zero");
}

void neg_zero() {
    const u32 edges[] = {0, 1, 0x7FFF, 0x8000, 0x8001, 0xFFFF, 0x7F80, 0xFF80, 0x7FC1, 0x0080, 0x8080};
    for (u32 high : edges) {
        for (u32 low = 0; low <= 0xFFFF; low++) {
            neg_zero_of<Wide>(high << 16 | low);
            neg_zero_of<Wide>(low << 16 | high);
            neg_zero_of<TwoWords>(high << 16 | low);
        }
    }
    for (u32 word : {0u, 1u, 0x80000000u, 0x80000001u, 0x00000001u, 0x7FFFFFFFu, 0xFFFFFFFFu, 0x80008000u, 0x8000u}) {
        neg_zero_of<Single>(word);
    }
    for (u32 high = 0; high <= 0xFFFF; high++) {
        for (u32 low : {0u, 0x80u, 0x8000u, 0x8080u, 0x7F81u, 0x80FFu, 0x0180u}) {
            neg_zero_of<Bytes>(high << 16 | low);
            neg_zero_of<Bytes>(low << 16 | high);
        }
    }
}

/// Types of 64 bits: -0.0 and the sentinel are of two words. Integers have neither.
void wide_neg_zero() {
    const u32 words[] = {0, 1, 0x80000000u, 0x80000001u, 0xFFFFFFFFu};
    for (u32 low : words) {
        for (u32 high : words) {
            const bool negative_zero = low == 0 && high == 0x80000000u;
            for (int lane = 0; lane < 2; lane++) {
                Pack<Doubles> pack{{7, 7, 7, 7}};
                pack.w[2 * lane] = low;
                pack.w[2 * lane + 1] = high;
                equal(nz::lane<Doubles>(pack, lane), low | static_cast<u64>(high) << 32, "lane of 64 bits");
                equal(nz::has_neg_zero<Doubles>(pack), negative_zero, "has_neg_zero of 64 bits");
                equal(nz::has_sentinel<Doubles>(pack), negative_zero, "has_sentinel of 64 bits");
                const Pack<Doubles> removed = nz::remove_neg_zero<Doubles>(pack);
                equal(removed.w[2 * lane], low, "low word of remove_neg_zero");
                equal(removed.w[2 * lane + 1], negative_zero ? 0 : high, "high word of remove_neg_zero");
                equal(removed.w[2 - 2 * lane], 7, "the other lane of remove_neg_zero");
            }
        }
    }
    const Pack<Doubles> fill = nz::set_neg_zero<Doubles>();
    equal(fill.w[0], 0, "low word of set_neg_zero");
    equal(fill.w[3], 0x80000000u, "high word of set_neg_zero");
    const Pack<Integers> integers{{0x80808080u, 0x80000000u, 0x80u, 0x8000u}};
    expect(!nz::has_neg_zero<Integers>(integers), "has_neg_zero of integers");
    equal(nz::remove_neg_zero<Integers>(integers).w[0], 0x80808080u, "remove_neg_zero of integers");
}

void generations() {
    for (u32 at = 0; at < 3; at++) {
        for (u32 step = 0; step <= 3; step++) {
            equal(nz::circular_add(at, step, 3), (at + step) % 3, "circular_add");
        }
    }
    for (u32 generation = 0; generation < 3; generation++) {
        const nz::Words4 line{{0xFFFFFFFFu, generation, 0x89ABCDEFu, 0x1}};
        equal(nz::data_index(line), generation, "data_index");
        equal(nz::clear_index(line), (generation + 2) % 3, "clear_index");
        equal(nz::previous_bytes(line), 0x189ABCDEFull, "previous_bytes");
        const nz::Words4 next = nz::advance_lamport(line, 0x2000000010ull);
        equal(next.w[0], 0, "calls after 2^32 - 1");
        equal(nz::data_index(next), (generation + 1) % 3, "data_index of the next call");
        equal(nz::previous_bytes(next), 0x2000000010ull, "previous_bytes of the next call");
    }
}

void tags() {
    equal(nz::next_tag(0), 1, "next_tag of 0");
    equal(nz::next_tag(0x7FFFFFFFu), 0x80000000u, "next_tag of 2^31 - 1");
    equal(nz::next_tag(0xFFFFFFFEu), 0xFFFFFFFFu, "next_tag of 2^32 - 2");
    equal(nz::next_tag(0xFFFFFFFFu), 1, "next_tag of 2^32 - 1: 0 is no tag");
    const nz::Words4 line = nz::advance_mailbox(nz::post_of<nz::Pairs<Wide>>(nz::Words4{{0xFFFFFFFFu, 1, 0, 0}}));
    equal(line.w[0], 1, "the mailbox's tag after 2^32 - 1");
    equal(line.w[1], 0, "the mailbox's parity after 1");
    const nz::Words4 triples = nz::advance_mailbox(nz::post_of<nz::Triples<Wide>>(nz::Words4{{0xFFFFu, 0, 0, 0}}));
    equal(triples.w[0], 1, "the triples' tag after 2^16 - 1");
    equal(triples.w[1], 1, "the triples' parity after 0");
    equal(nz::post_of<nz::Triples<Wide>>(nz::Words4{{0xFFFEu, 0, 0, 0}}).tag, 0xFFFFu, "the triples' last tag");
    equal(nz::tagged(0x89ABCDEFu, 0xF0000001u), 0xF000000189ABCDEFull, "tagged");
    equal(nz::value_of(0xF000000189ABCDEFull), 0x89ABCDEFu, "value_of");
    equal(nz::tag_of(0xF000000189ABCDEFull), 0xF0000001u, "tag_of");
}

/// Put and poll of a pack, and of one with a word of another call.
template <class Mail>
void mail(const u64 (&wanted)[Mail::kWords], const Pack<Wide>& sent, u32 tag) {
    u64 slots[Mail::kWords + 1];
    for (u64& slot : slots) {
        slot = 7;
    }
    nz::put_words<Mail>(slots, sent, tag);
    Pack<Wide> got{};
    expect(nz::try_words<Mail>(slots, tag, got), "try_words of a whole pack");
    for (int i = 0; i < 4; i++) {
        equal(got.w[i], sent.w[i], "word of try_words");
    }
    for (int i = 0; i < Mail::kWords; i++) {
        equal(slots[i], wanted[i], "word " + std::to_string(i) + " of put_words");
    }
    equal(slots[Mail::kWords], 7, "the word behind put_words");
    for (int i = 0; i < Mail::kWords; i++) {
        const u64 whole = slots[i];
        slots[i] ^= 1ull << 63;
        expect(!nz::try_words<Mail>(slots, tag, got), "try_words waits for word " + std::to_string(i));
        slots[i] = whole;
    }
}

void mailbox() {
    as_thread([] {
        u64 slots[2] = {7, 7};
        nz::put<Wide>(slots, 0x80000000u, 3);
        equal(slots[0], 0x380000000ull, "put");
        equal(slots[1], 7, "the word behind a put");
        const Pack<Wide> sent{{0x22221111u, 0x80003333u, 0xFFFF5555u, 0x88887777u}};
        mail<nz::Pairs<Wide>>({0x922221111ull, 0x980003333ull, 0x9FFFF5555ull, 0x988887777ull}, sent, 9);
        mail<nz::Triples<Wide>>({0xABCD333322221111ull, 0xABCDFFFF55558000ull, 0xABCD000088887777ull}, sent, 0xABCD);
    });
}

/// The signature's formula as the protocol states it.
void signatures() {
    const u64 count = 0x00ABCDEF12345678ull;
    const u32 epoch = 0x80000001u;
    Call call{};
    call.count = count;
    call.root = 5;
    call.counts_hash = 0xFEDCBA98u;
    u32 wanted = 0xC0FFEE01u;
    for (u32 word : {0x12345678u, 0x00ABCDEFu, 2u, 5u, 0xFEDCBA98u, epoch}) {
        const u64 product = static_cast<u64>(wanted ^ word) * 0x9E3779B1ull % 0x100000000ull;
        equal(nz::mix(wanted, word), product ^ product / 32768, "mix");
        wanted = static_cast<u32>(product ^ product / 32768);
    }
    const nz::Signature signature = nz::signature_of<Wide>(call, epoch);
    equal(signature.w[0], wanted, "signature");
    equal(signature.w[1], 0x12345678u, "count, low half");
    equal(signature.w[2], 0x0205CDEFu, "count, 16 bits of the high half, root and algorithm");
    equal(signature.w[3], 0xC0FFEE01u, "method digest");
}

/// One thread of rank `rank` in `barriers` below.
struct Meeting {
    const World& world;
    u32 rank;
    u32 thread;
    u32 instance;

    /// A barrier, behind which what the peer pushed is there, and another, behind which the peer has taken what came to it.
    void round(u32 i) const {
        const u32 peer = 1 - rank;
        const nz::Turn turn{1, 0, {}, true};
        Call call{};
        world.connect(call, rank);
        call.deadline_ns = 60000000000ull;
        nz::put_signature<Single, Moves>(call, turn);
        if (thread == kThreads - 1) {  // not a thread that signals
            world.word(peer, Plan::kInbox) = 100 * rank + i;
        }
        expect(nz::barrier<Single, nz::BarrierKind::start>(call, turn, instance + 2 * i), "start barrier");
        equal(world.word(rank, Plan::kInbox), 100 * peer + i, "the peer's word behind the start barrier");
        expect(nz::barrier<Single, nz::BarrierKind::end>(call, turn, instance + 2 * i + 1), "end barrier");
    }
};

/// Blocks of two ranks meet; what either did before is seen behind. Instances pass 2^32.
void barriers() {
    for (u32 first : {1u, 0xFFFFFFFBu}) {
        const World world;
        std::deque<nz::host::Block> blocks;
        std::vector<std::thread> threads;
        for (u32 r = 0; r < kRanks; r++) {
            nz::host::Block* block = &blocks.emplace_back(kThreads);
            for (u32 t = 0; t < kThreads; t++) {
                threads.emplace_back([&, block, r, t] {
                    nz::host::Context context;
                    context.block = block;
                    context.thread = t;
                    context.threads = kThreads;
                    context.blocks = 1;
                    context.random = r * kThreads + t + 1;
                    nz::host::context = &context;
                    for (u32 i = 0; i < 8; i++) {
                        Meeting{world, r, t, first}.round(i);
                    }
                });
            }
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
    }
}

/// Runs code as every thread of one block of each rank.
void as_blocks(const std::function<void(u32 rank, u32 thread)>& body) {
    nz::host::Launch launch;
    std::deque<nz::host::Block> blocks;
    std::vector<std::thread> threads;
    for (u32 r = 0; r < kRanks; r++) {
        nz::host::Block* block = &blocks.emplace_back(kThreads);
        for (u32 t = 0; t < kThreads; t++) {
            threads.emplace_back([&, block, r, t] {
                nz::host::Context context;
                context.block = block;
                context.launch = &launch;
                context.thread = t;
                context.threads = kThreads;
                context.blocks = 1;
                context.random = r * kThreads + t + 1;
                context.haste = 3;
                nz::host::context = &context;
                body(r, t);
            });
        }
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}

/// Bulk data that a word announces: one thread's by `publish`, a block's by `put_release_all`; read behind `acquire`.
void publishing() {
    const World world;
    u32 bulk[kRanks][2][kThreads] = {};
    u64 slots[kRanks][2] = {};
    as_blocks([&](u32 rank, u32 thread) {
        Call call{};
        world.connect(call, rank);
        call.deadline_ns = 60000000000ull;
        const u32 peer = 1 - rank;
        bulk[rank][1][thread] = 200 + thread;
        nz::put_release_all<Single>(call, 7, 5, [&](u32 p) { return &slots[p][1]; });
        u32 value[1];
        if (thread == 3) {
            bulk[rank][0][0] = 100;
            nz::publish<Single>(&slots[peer][0], 6, 5);
            expect(nz::poll<Single>(call, &slots[rank][0], 5, peer, value) && value[0] == 6, "the published word");
            nz::acquire<Single>();
            equal(bulk[peer][0][0], 100, "what a thread published");
        }
        expect(nz::poll<Single>(call, &slots[rank][1], 5, peer, value) && value[0] == 7, "the word that announces a block");
        nz::acquire_system();
        for (u32 t = 0; t < kThreads; t++) {
            equal(bulk[peer][1][t], 200 + t, "what a block published");
        }
    });
}

/// Half of a block's waves (here: threads) meet, again and again, without the others.
void waves() {
    u32 count = 0xFFFFFFF0u;
    u32 marks[kThreads] = {};
    as_blocks([&](u32 rank, u32 thread) {
        if (rank == 0 && thread % 2 == 0) {
            for (u32 round = 1; round <= 4; round++) {
                marks[thread] = round;
                nz::wave_sync(&count, 0xFFFFFFF0u + kThreads / 2 * (2 * round - 1));
                for (u32 t = 0; t < kThreads; t += 2) {
                    equal(marks[t], round, "what a wave did before it met the others");
                }
                nz::wave_sync(&count, 0xFFFFFFF0u + kThreads * round);
            }
        }
    });
}

void polls() {
    as_thread([] {
        const World world;
        Call call{};
        world.connect(call, 0);
        call.deadline_ns = 1;
        u64 slots[4] = {nz::tagged(1, 9), nz::tagged(0xFFFFFFFFu, 9), nz::tagged(3, 8), 77};
        u32 two[2];
        u32 three[3];
        expect(nz::poll<Single>(call, slots, 9, 1, two) && two[0] == 1 && two[1] == 0xFFFFFFFFu, "poll of pairs");
        expect(!nz::poll<Single>(call, slots, 9, 1, three), "poll gives up on a word that doesn't come");
        equal(world.word(0, 0), 0, "the region");
        const World other;
        other.connect(call, 0);
        nz::put_triple<Single>(slots, 0x11111u, 0x22222u, 0xFFFFFu, 0xABCD);
        equal(slots[0], 0xABCDFFFF22221111ull, "put_triple");
        nz::put_triple<Single>(slots + 1, 1, 2, 3, 0xABCD);
        u64 values[2];
        expect(nz::poll_triples<Single>(call, slots, 0xABCD, 1, values), "poll of triples");
        equal(values[0], 0xFFFF22221111ull, "the values of a triple");
        equal(values[1], 0x000300020001ull, "the values of the next triple");
        nz::fail<Single>(call, 12, Plan::kSiteMailboxPoll, 2);
        for (u32 r = 0; r < kRanks; r++) {
            const u32* record = reinterpret_cast<const u32*>(other.control(r) + Plan::kFaultRecords);
            equal(record[0], 1, "the flag of fail's record");
            equal(record[3], 12, "its epoch");
            equal(record[5], 2, "its missing peers");
        }
    });
}

void device_words() {
    as_thread([] {
        alignas(16) u32 memory[8] = {1, 2, 3, 4, 5, 6, 7, 8};
        u32 one[1];
        u32 two[2];
        u32 four[4];
        nz::load_dev(memory + 1, one);
        nz::load_dev(memory + 2, two);
        nz::load_dev(memory + 4, four);
        expect(one[0] == 2 && two[0] == 3 && two[1] == 4 && four[0] == 5 && four[3] == 8, "load_dev");
        nz::store_dev(memory, four);
        nz::store_dev(memory + 4, two);
        nz::store_dev(memory + 7, one);
        expect(memory[0] == 5 && memory[3] == 8 && memory[4] == 3 && memory[5] == 4 && memory[6] == 7 && memory[7] == 2,
               "store_dev");
        const nz::Words4 words = nz::load128(memory + 4);
        expect(words.w[0] == 3 && words.w[3] == 2, "load128");
    });
}

/// One lane of two ranks, in every order of ranks, against the reference.
template <class K>
void reduce_lane(reference::Op op, const reference::Format& format, u64 a, u64 b) {
    typedef typename K::Type::Lane Lane;
    const std::vector<u64> bits{a, b};
    const int lane = K::kWidth - 1;
    Pack<K> parts[2] = {};
    nz::set_lane<K>(parts[0], lane, static_cast<Lane>(a));
    nz::set_lane<K>(parts[1], lane, static_cast<Lane>(b));
    parts[0] = nz::remove_neg_zero<K>(parts[0]);
    parts[1] = nz::remove_neg_zero<K>(parts[1]);
    const u64 wanted = reference::reduce(op, format, bits);
    for (u32 rank = 0; rank < 2; rank++) {
        Pack<K> others[2] = {parts[0], parts[1]};
        others[rank] = nz::set_neg_zero<K>();  // must not be looked at
        const u64 got = nz::lane<K>(nz::reduce<K>(others, rank, parts[rank]), lane);
        if (got != wanted) {
            char text[128];
            std::snprintf(text, sizeof text, "op %d of %llX and %llX, %d bits, is %llX, must be %llX", static_cast<int>(op),
                          a, b, format.bits(), got, wanted);
            fail(text);
        }
    }
}

/// Values at the edges of a type.
std::vector<u64> edges(const reference::Format& f) {
    const u64 top = f.sign_bit();
    if (!f.is_float()) {
        return {0, 1, 2, f.mask(), f.mask() - 1, top, top - 1, top + 1};
    }
    const u64 infinity = f.top_exponent() << f.fraction_bits;
    return {0, top, 1, top | 1, infinity, top | infinity, infinity | 1, infinity - 1, top | (infinity - 1),
            static_cast<u64>(f.bias()) << f.fraction_bits};
}

template <class T, int Width, class Op>
void reduce_op(reference::Op op, const reference::Format& format, Random& random) {
    typedef Kernel<T, Width, Op> K;
    const std::vector<u64> special = edges(format);
    for (u64 i = 0; i <= 0xFFFF; i++) {
        if (format.bits() == 8) {  // every pair
            reduce_lane<K>(op, format, i >> 8, i & 0xFF);
            continue;
        }
        const u64 any = format.bits() == 16 ? i : (i << (format.bits() - 16)) | random.next() >> (80 - format.bits());
        reduce_lane<K>(op, format, any, random.next() & format.mask());
        reduce_lane<K>(op, format, any, any ^ random.below(16));  // close by: sums that cancel or tie
        reduce_lane<K>(op, format, any, special[i % special.size()]);
        reduce_lane<K>(op, format, special[(i + i / special.size()) % special.size()], any);
    }
}

template <class T, int Width>
void reduce_type(const reference::Format& format, Random& random) {
    reduce_op<T, Width, nz::Sum>(reference::Op::SUM, format, random);
    reduce_op<T, Width, nz::Prod>(reference::Op::PROD, format, random);
    reduce_op<T, Width, nz::Min>(reference::Op::MIN, format, random);
    reduce_op<T, Width, nz::Max>(reference::Op::MAX, format, random);
    if constexpr (T::kFloat) {
        reduce_op<T, Width, nz::Avg>(reference::Op::AVG, format, random);
    }
}

template <class T>
void rounding(u32 bits, const reference::Format& format, const char* name) {
    const double value = reference::decode(bits, reference::kF32);
    const u64 wanted = reference::encode(reference::round_to(value, format), format);
    if (nz::final_bits<T>(nz::float_of(bits)) != wanted) {
        char text[96];
        std::snprintf(text, sizeof text, "%s of %08X is %X, must be %llX", name, bits,
                      nz::final_bits<T>(nz::float_of(bits)), wanted);
        fail(text);
    }
}

/// Every F32 that matters to a rounding to 8 or 16 bits: each kept pattern with each kind of remainder.
void roundings() {
    for (u32 high = 0; high <= 0xFFFF; high++) {
        for (u32 low : {0u, 1u, 0x0FFFu, 0x1000u, 0x1001u, 0x7FFFu, 0x8000u, 0x8001u, 0xFFFFu}) {
            const u32 bits = high << 16 | low;
            rounding<nz::BF16>(bits, reference::kBF16, "BF16");
            rounding<nz::F16>(bits, reference::kF16, "F16");
            rounding<nz::F8E4M3>(bits, reference::kF8E4M3, "F8E4M3");
            rounding<nz::F8E5M2>(bits, reference::kF8E5M2, "F8E5M2");
        }
    }
}

}  // namespace

int main(int, char** argv) {
    const u64 seed = argv[1] == nullptr ? 1 : std::strtoull(argv[1], nullptr, 10);
    std::printf("primitives, seed %llu\n", seed);
    Random random(seed);
    barriers();
    publishing();
    waves();
    if (argv[1] != nullptr && argv[2] != nullptr) {
        return 0;  // what threads do together, without the numbers
    }
    sentinel();
    neg_zero();
    wide_neg_zero();
    generations();
    tags();
    mailbox();
    signatures();
    polls();
    device_words();
    roundings();
    reduce_type<nz::BF16, 8>(reference::kBF16, random);
    reduce_type<nz::F16, 4>(reference::kF16, random);
    reduce_type<nz::F32, 1>(reference::kF32, random);
    reduce_type<nz::F64, 2>(reference::kF64, random);
    reduce_type<nz::F8E4M3, 8>(reference::kF8E4M3, random);
    reduce_type<nz::F8E5M2, 16>(reference::kF8E5M2, random);
    reduce_type<nz::I8, 4>(reference::kI8, random);
    reduce_type<nz::U8, 16>(reference::kU8, random);
    reduce_type<nz::I32, 2>(reference::kI32, random);
    reduce_type<nz::I64, 1>(reference::kI64, random);
    return 0;
}
