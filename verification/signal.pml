/*
 * Signal pushes: an inbox of two slots at each rank, which the tiles of all calls take in turn, and one barrier a tile.
 *
 * RANKS ranks of BLOCKS blocks each make calls for ever. A call has 1 to TILES tiles and one stage or two, or is a barrier
 * without data, whichever the first rank that comes to it chooses. A rank pushes its part of a tile into every peer's inbox, meets the peers, pushes the
 * next tile into the other slot, and takes this one out of its own inbox. In two stages it takes its chunk only, pushes the
 * result into every peer's slot, and collects their results behind the next barrier. Movements and calls with a root push
 * less, and meet alike.
 *
 * Blocks are processes of their own: nothing orders two blocks of one kernel. A rank's next kernel starts when all blocks of
 * the one before have ended. With GRIDS the calls have grids of their own, which say how many blocks there are and which of
 * them owns an element; within a call all ranks have the same. Steps of a block between two block barriers take effect in
 * any order: flags and waits of the peers, pushes, what is taken, shared and collected.
 *
 * Properties: nothing is overwritten before it is taken, and what is taken is this tile's (assert); no block waits for ever
 * (no invalid end state); a block is at most one barrier instance ahead of its peer (assert).
 *
 * LIGHT makes one step of what a block does from one wait to the next. Only flags order blocks, so of two such steps that
 * race, spin tries both orders, and one of them breaks an assertion.
 *
 * @run -DRANKS=2 -DBLOCKS=1 -DTILES=3
 * @run -DRANKS=3 -DBLOCKS=1 -DTILES=3 -DLIGHT
 * @run -DRANKS=2 -DBLOCKS=2 -DTILES=3 -DLIGHT -DGRIDS
 * @mutant -DRANKS=2 -DBLOCKS=1 -DTILES=2 -DONE_BANK: invalid end state
 * @mutant -DRANKS=2 -DBLOCKS=1 -DTILES=2 -DNO_BARRIER: assertion violated
 * @mutant -DRANKS=2 -DBLOCKS=1 -DTILES=2 -DNO_END_BARRIER: assertion violated
 * @mutant -DRANKS=2 -DBLOCKS=1 -DTILES=2 -DPUSH_EARLY: assertion violated
 * @mutant -DRANKS=2 -DBLOCKS=1 -DTILES=2 -DONE_SLOT: assertion violated
 * @mutant -DRANKS=2 -DBLOCKS=1 -DTILES=2 -DRESULTS_ONE_SLOT: assertion violated
 * @mutant -DRANKS=2 -DBLOCKS=1 -DTILES=1 -DRESTART_SLOT: assertion violated
 * @mutant -DRANKS=2 -DBLOCKS=2 -DTILES=1 -DLIGHT -DSHARED_LINE: assertion violated
 * @mutant -DRANKS=2 -DBLOCKS=2 -DTILES=1 -DLIGHT -DGRIDS -DOWN_LINE: assertion violated
 * @mutant -DRANKS=2 -DBLOCKS=2 -DTILES=3 -DLIGHT -DOWNER_BY_TILE: assertion violated
 * @mutant -DRANKS=2 -DBLOCKS=2 -DTILES=2 -DLIGHT -DSHARED_COUNTERS: assertion violated
 * @mutant -DRANKS=2 -DBLOCKS=2 -DTILES=2 -DLIGHT -DSHARED_FLAGS: assertion violated
 */
/* Calls and instances are told apart modulo these. */
#define CALLS 2
#define INSTANCES 4
#define ALL ((1 << RANKS) - 1)
#ifdef LIGHT
#define WHOLE atomic
#else
#define WHOLE
#endif
#define IS_PEER(peer) (peer < RANKS && peer != me)
/* What the threads of a block do for each peer, in any order. */
#define EACH(ready, done, deed) ONE(ready, done, deed, 0) ONE(ready, done, deed, 1) ONE(ready, done, deed, 2)
#define ONE(ready, done, deed, peer) \
    :: d_step { ready && IS_PEER(peer) && !(done & (1 << peer)) -> done = done | (1 << peer); deed(peer) }
/* The same, as a part of one step. */
#define TOGETHER(done, deed) \
    if \
    :: done != ALL -> \
        done = ALL; \
        if :: IS_PEER(0) -> deed(0) :: else fi; \
        if :: IS_PEER(1) -> deed(1) :: else fi; \
        if :: IS_PEER(2) -> deed(2) :: else fi \
    :: else \
    fi

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
#define AT_MOST_ONE_APART(peer) true
#else
#define COUNTER(rank, block) counter[(rank) * BLOCKS + (block)]
#define AT_MOST_ONE_APART(peer) ((COUNTER(peer, block) + INSTANCES - INSTANCE) % INSTANCES != 2)
#endif
byte counter[RANKS * BLOCKS];
#define INSTANCE COUNTER(me, block)

/* signal.cuh: flag_word */
#define FLAG(owner, instance, block, writer) flag[(((owner) * 2 + BANK(instance)) * BLOCKS + ROW(block)) * RANKS + (writer)]
byte flag[RANKS * 2 * BLOCKS * RANKS];

/*
 * What ranks agree on for a call: 1 + tiles + 4 * (stages - 1) + 8 * grid; 0 while nobody has come to it. Without tiles it
 * is a barrier. How many ranks have left the older call.
 */
byte plan[CALLS];
byte left;
#define PLAN (plan[call[me]] - 1)
#define T (PLAN % 4)
#define TWO_STAGES ((PLAN / 4) % 2)
#define GRID (PLAN / 8)
/* Instances of a call. */
#define STEPS (T == 0 -> 1 : T + TWO_STAGES)
/* Grids: block e owns element e; the other one does; one block owns all. */
#define EVERY_BLOCK ((1 << BLOCKS) - 1)
#define GRID_BLOCKS (GRID == 2 -> 1 : EVERY_BLOCK)
#ifdef OWNER_BY_TILE
#define SHIFT(tile) ((tile) / 2)
#else
#define SHIFT(tile) 0
#endif
#define OWNS(e, tile) (e < BLOCKS && (GRID == 2 -> 0 : (e + GRID + SHIFT(tile)) % BLOCKS) == block)

/* The call that a rank is in, and blocks that have yet to end it. */
byte call[RANKS];
byte running[RANKS];

/* call.cuh: state_line, move_on. The slot of the next tile, by block; who writes the one of block b. */
#ifdef SHARED_LINE
#define LINE(b) slot[me]
#define WRITES(b) (b == 0 && block == 0)
#else
#define LINE(b) slot[me * BLOCKS + (b)]
#ifdef OWN_LINE
#define WRITES(b) (b == block)
#else
#define WRITES(b) (b < BLOCKS && (b == block || GRID == 2))
#endif
#endif
#ifdef RESTART_SLOT
#define MOVE_ON(b)
#else
#define MOVE_ON(b) if :: WRITES(b) -> LINE(b) = (first + T) % 2 :: else fi
#endif
bit slot[RANKS * BLOCKS];
#ifdef ONE_SLOT
#define SLOT(tile) 0
#else
#define SLOT(tile) ((first + (tile)) % 2)
#endif
#ifdef RESULTS_ONE_SLOT
#define RESULTS_SLOT(tile) 0
#else
#define RESULTS_SLOT(tile) SLOT(tile)
#endif

/* What an inbox holds: 0 for nothing, or what has been taken. */
#define CELL(owner, slot, e, writer) ((((owner) * 2 + (slot)) * BLOCKS + (e)) * RANKS + (writer))
byte inbox[RANKS * 2 * BLOCKS * RANKS];
byte results[RANKS * 2 * BLOCKS * RANKS];
#define DATA(tile) (1 + call[me] * TILES + (tile))

#define PUT(e, tile, cells, owner, slot) \
    if \
    :: OWNS(e, tile) -> \
        assert(cells[CELL(owner, slot, e, me)] == 0); \
        cells[CELL(owner, slot, e, me)] = DATA(tile) \
    :: else \
    fi
#define GET(e, tile, cells, writer, slot) \
    if \
    :: OWNS(e, tile) -> \
        assert(cells[CELL(me, slot, e, writer)] == DATA(tile)); \
        cells[CELL(me, slot, e, writer)] = 0 \
    :: else \
    fi

/* signal_call.cuh: push_tile; two_stage.cuh: push_chunks. The tile `next`, into a peer's inbox. */
#define PUSH(peer) \
    PUT(0, next, inbox, peer, SLOT(next)); \
    PUT(1, next, inbox, peer, SLOT(next))
/* signal_reduce.cuh: reduce_arrived. What a peer has pushed of the tile before. */
#define TAKE(peer) \
    GET(0, next - 1, inbox, peer, SLOT(next - 1)); \
    GET(1, next - 1, inbox, peer, SLOT(next - 1))
/* signal_call.cuh: push_pack. What was made of that tile, behind all that was taken for it. */
#define SHARE(peer) \
    PUT(0, next - 1, results, peer, RESULTS_SLOT(next - 1)); \
    PUT(1, next - 1, results, peer, RESULTS_SLOT(next - 1))
/* two_stage.cuh: collect_results. What a peer made of the tile before that one. */
#define COLLECT(peer) \
    GET(0, next - 2, results, peer, RESULTS_SLOT(next - 2)); \
    GET(1, next - 2, results, peer, RESULTS_SLOT(next - 2))

/* signal.cuh: barrier. Thread p stores its flag at peer p, and waits for the flag of peer p. */
#define ARRIVE(peer) \
    assert(AT_MOST_ONE_APART(peer)); \
    FLAG(peer, INSTANCE, block, me) = INSTANCE
#define HEARD(peer) (FLAG(me, INSTANCE, block, peer) == INSTANCE)
#define ALL_HEARD ((!IS_PEER(0) || HEARD(0)) && (!IS_PEER(1) || HEARD(1)) && (!IS_PEER(2) || HEARD(2)))
#define AWAIT(peer) \
    :: d_step { IS_PEER(peer) && (told & (1 << peer)) && !(heard & (1 << peer)) && HEARD(peer) -> \
                heard = heard | (1 << peer) }

#ifdef NO_BARRIER
#define MEETS false
#elif defined(NO_END_BARRIER)
#define MEETS (next < T)
#else
#define MEETS (next < STEPS)
#endif

#ifdef LIGHT
#define MAY_WORK ALL_HEARD
#else
#define MAY_WORK true
#endif

inline arrive() {
    if
    :: MEETS ->
        atomic {
            told = 1 << me;
            heard = 1 << me;
            INSTANCE = (INSTANCE + 1) % INSTANCES
        };
#ifdef LIGHT
        TOGETHER(told, ARRIVE)
#endif
    :: else
    fi
}

inline await() {
    if
    :: MEETS ->
#ifndef LIGHT
        do
        EACH(true, told, ARRIVE)
        AWAIT(0) AWAIT(1) AWAIT(2)
        :: atomic { told == ALL && heard == ALL -> break }
        od;
#endif
        atomic { told = 0; heard = 0 }
    :: else
    fi
}

#ifdef PUSH_EARLY
#define PUSHES_BEHIND_BARRIER false
#define PUSH_NEXT_EARLY next++; push(); next--
#else
#define PUSHES_BEHIND_BARRIER true
#define PUSH_NEXT_EARLY skip
#endif

inline push() {
    pushed = (next < T -> 1 << me : ALL);
#ifdef LIGHT
    TOGETHER(pushed, PUSH);
#else
    do
    EACH(true, pushed, PUSH)
    :: pushed == ALL -> break
    od;
#endif
    pushed = 0
}

inline work() {
    atomic {
        next++;
        pushed = (next < T && PUSHES_BEHIND_BARRIER -> 1 << me : ALL);
        taken = (next <= T -> 1 << me : ALL);
        shared = (next <= T && TWO_STAGES -> 1 << me : ALL);
        collected = (next >= 2 && TWO_STAGES -> 1 << me : ALL)
    };
#ifdef LIGHT
    TOGETHER(taken, TAKE);
    TOGETHER(shared, SHARE);
    TOGETHER(pushed, PUSH);
    TOGETHER(collected, COLLECT);
#else
    do
    EACH(true, taken, TAKE)
    EACH(taken == ALL, shared, SHARE)
    EACH(true, pushed, PUSH)
    EACH(true, collected, COLLECT)
    :: (pushed & taken & shared & collected) == ALL -> break
    od;
#endif
    atomic { pushed = 0; taken = 0; shared = 0; collected = 0 }
}

/* The rank's next kernel. What ranks agreed on for the call before is forgotten by the last one that leaves it. */
inline launch() {
    if
    :: plan[call[me]] == 0 ->
        plan[call[me]] = 1;
        do
        :: plan[call[me]] <= TILES -> plan[call[me]]++
        :: break
        od;
        if :: plan[call[me]] = plan[call[me]] + 4 :: skip fi;
#ifdef GRIDS
        if :: plan[call[me]] = plan[call[me]] + 8 :: plan[call[me]] = plan[call[me]] + 16 :: skip fi
#endif
    :: else
    fi;
    running[me] = GRID_BLOCKS
}

proctype Block(byte me; byte block) {
    /* The next tile to push, the slot of the first one, and masks of the peers that a step has dealt with. */
    byte next = 0, told = 0, heard = 0, pushed = 0, taken = 0, shared = 0, collected = 0;
    bit first = 0;
    do
    /* signal_call.cuh: SignalCall */
    :: WHOLE {
        d_step {
            running[me] & (1 << block) ->
            first = LINE(block);
            MOVE_ON(0);
            MOVE_ON(1)
        };
        push();
        PUSH_NEXT_EARLY;
        arrive()
       }
       /* signal_call.cuh: signal_one_stage; two_stage.cuh: signal_two_stage; barrier.cuh: signal_barrier */
       do
       :: WHOLE {
           next < STEPS && MAY_WORK ->
           await();
           work();
           PUSH_NEXT_EARLY;
           arrive()
          }
       :: atomic { next == STEPS -> break }
       od;
       atomic {
        next = 0;
        first = 0;
        running[me] = running[me] & ~(1 << block);
        if
        :: running[me] == 0 ->
            left++;
            if :: left == RANKS -> left = 0; plan[call[me]] = 0 :: else fi;
            call[me] = (call[me] + 1) % CALLS;
            launch()
        :: else
        fi
       }
    od
}

init {
    atomic {
        byte me = 0;
        do
        :: me < RANKS ->
            launch();
            run Block(me, 0);
            if :: BLOCKS > 1 -> run Block(me, 1) :: else fi;
            me++
        :: else -> break
        od
    }
}
