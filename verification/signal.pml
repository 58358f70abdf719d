/*
 * Signal barriers: rising counters, two banks, a start and an end barrier around what peers read and write.
 *
 * RANKS ranks of BLOCKS blocks each work through tiles for ever. Blocks are processes of their own: nothing orders two
 * blocks of one kernel, nor the blocks of two launchers, each of which is a domain with flags of its own. In each tile a
 * block tells its peers where its input is (staged, or its own buffer), meets them, reads their inputs, stores a result at
 * every peer, meets them again and takes the results. Its output may be its input. Steps of different threads of a block
 * between two block barriers take effect in any order: flags and waits of the peers, reads of inputs, stores of results.
 *
 * Properties: what is read is this tile's (assert); no block waits for ever (no invalid end state); a block is at most one
 * barrier instance ahead of its peer (assert).
 *
 * LIGHT leaves out what doubles the states without touching the barriers: results, the choice of where the input is, and
 * the order in which a block's threads work through the peers.
 *
 * @run -DRANKS=2 -DBLOCKS=1
 * @run -DRANKS=2 -DBLOCKS=2 -DLIGHT
 * @run -DRANKS=3 -DBLOCKS=1 -DLIGHT
 * @mutant -DRANKS=2 -DBLOCKS=1 -DONE_BANK: invalid end state
 * @mutant -DRANKS=2 -DBLOCKS=1 -DNO_END_BARRIER: assertion violated
 * @mutant -DRANKS=2 -DBLOCKS=1 -DNO_START_BARRIER: assertion violated
 * @mutant -DRANKS=2 -DBLOCKS=2 -DLIGHT -DSHARED_COUNTERS: invalid end state
 * @mutant -DRANKS=2 -DBLOCKS=2 -DLIGHT -DSHARED_FLAGS: assertion violated
 * @mutant -DRANKS=2 -DBLOCKS=1 -DIN_PLACE_UNSTAGED: assertion violated
 * @mutant -DRANKS=2 -DBLOCKS=1 -DDESCRIPTOR_BEHIND_FLAG: assertion violated
 */
/* Instances and tiles are told apart modulo these; a tile takes two instances. */
#define INSTANCES 6
#define TILES 3
#define ALL ((1 << RANKS) - 1)
#ifdef LIGHT
/* Peers one after the other. */
#define MAY(peer, done) (peer < RANKS && !(done & (1 << peer)) && (done | ((1 << peer) - 1)) == done)
#else
#define MAY(peer, done) (peer < RANKS && !(done & (1 << peer)))
#endif

#ifdef ONE_BANK
#define BANK(instance) 0
#else
#define BANK(instance) ((instance) % 2)
#endif
#ifdef SHARED_FLAGS
#define ROW(block) 0
#else
#define ROW(block) (block)
#endif
#ifdef SHARED_COUNTERS
#define COUNTER(rank, block) counter[rank]
byte counter[RANKS];
#else
#define COUNTER(rank, block) counter[(rank) * BLOCKS + (block)]
byte counter[RANKS * BLOCKS];
#endif

/* signal.cuh: flag_word */
#define FLAG(owner, instance, block, writer) flag[(((owner) * 2 + BANK(instance)) * BLOCKS + ROW(block)) * RANKS + (writer)]
byte flag[RANKS * 2 * BLOCKS * RANKS];
/* signal.cuh: descriptor_slot. Twice the tile, plus 1 if the input is staged. */
#define DESCRIPTOR(owner, block, writer) descriptor[((owner) * BLOCKS + (block)) * RANKS + (writer)]
byte descriptor[RANKS * BLOCKS * RANKS];
byte staging[RANKS * BLOCKS];
byte input[RANKS * BLOCKS];
byte results[RANKS * BLOCKS * RANKS];
#define MINE (me * BLOCKS + block)
#define THEIRS(peer) ((peer) * BLOCKS + block)
/* What a result or an overwritten input is filled with: no input. */
#define RESULT(tile) (TILES + (tile))

#define INSTANCE COUNTER(me, block)

/* signal.cuh: barrier. Thread p stores its flag at peer p, and waits for the flag of peer p. */
#ifdef DESCRIPTOR_BEHIND_FLAG
#define TELL(peer) skip
#define TELL_LATE(peer) DESCRIPTOR(peer, block, me) = 2 * tile + staged
#else
#define TELL(peer) DESCRIPTOR(peer, block, me) = 2 * tile + staged
#define TELL_LATE(peer) skip
#endif
#define ARRIVE(peer) \
    :: atomic { MAY(peer, told) -> told = told | (1 << peer); \
                if :: starts -> TELL(peer) :: else fi; \
                FLAG(peer, INSTANCE, block, me) = INSTANCE }
#define AWAIT(peer) \
    :: atomic { ((told & (1 << peer)) && MAY(peer, heard) && FLAG(me, INSTANCE, block, peer) == INSTANCE) -> \
                heard = heard | (1 << peer); \
                if :: starts -> TELL_LATE(peer) :: else fi }

inline meet(start) {
    atomic {
        starts = start;
        told = 1 << me;
        heard = 1 << me;
        INSTANCE = (INSTANCE + 1) % INSTANCES
    }
    do
    ARRIVE(0) ARRIVE(1) ARRIVE(2)
    AWAIT(0) AWAIT(1) AWAIT(2)
    :: told == ALL && heard == ALL -> break
    od
}

/* signal_call.cuh: load_source; signal_reduce.cuh: reduce_sources; signal.cuh: resolve. Where the peer says its input is. */
#define READ(peer) \
    :: d_step { MAY(peer, told) -> told = told | (1 << peer); \
                assert(DESCRIPTOR(me, block, peer) / 2 == tile); \
                if \
                :: DESCRIPTOR(me, block, peer) % 2 == 1 -> assert(staging[THEIRS(peer)] == tile) \
                :: else -> assert(input[THEIRS(peer)] == tile) \
                fi }
/* all_reduce_signal.cuh: all_reduce_signal_two_stage. The result of the own chunk, stored at a peer. */
#define SHARE(peer) \
    :: d_step { MAY(peer, heard) -> heard = heard | (1 << peer); \
                results[THEIRS(peer) * RANKS + me] = RESULT(tile) }

proctype Block(byte me; byte block) {
    byte tile = 0, told = 0, heard = 0, i = 0;
    bit staged = 0, in_place = 0, starts = 0;
    do
    :: atomic {
        /* The caller fills its input; whether output is input, and whether peers may read it, is each rank's own choice. */
        input[MINE] = tile;
#ifdef LIGHT
        staged = 1;
#else
        if :: in_place = 0 :: in_place = 1 fi;
        if :: staged = 0 :: staged = 1 fi;
#endif
#ifndef IN_PLACE_UNSTAGED
        /* signal_call.cuh: SignalCall */
        if :: in_place -> staged = 1 :: else fi;
#endif
       }
       /* signal_call.cuh: stage */
       if :: staged -> staging[MINE] = tile :: else fi;
#ifndef NO_START_BARRIER
       meet(1);
#endif
       atomic {
        told = 1 << me;
#ifdef LIGHT
        heard = ALL
#else
        heard = 1 << me
#endif
       };
       do
       READ(0) READ(1) READ(2)
       SHARE(0) SHARE(1) SHARE(2)
       /* pack.cuh: store_pack */
       :: in_place && input[MINE] == tile -> input[MINE] = RESULT(tile)
       :: told == ALL && heard == ALL && (!in_place || input[MINE] != tile) -> break
       od;
#ifndef NO_END_BARRIER
       meet(0);
#endif
       /* two_stage.cuh: collect_results */
#ifndef LIGHT
       atomic {
        i = 0;
        do
        :: i < RANKS ->
            assert(i == me || results[MINE * RANKS + i] == RESULT(tile));
            i++
        :: else -> break
        od;
        i = 0
       };
#endif
       atomic { tile = (tile + 1) % TILES; told = 0; heard = 0 }
    od
}

init {
    atomic {
        byte r = 0;
        do
        :: r < RANKS ->
            run Block(r, 0);
            if :: BLOCKS > 1 -> run Block(r, 1) :: else fi;
            r++
        :: else -> break
        od
    }
}
