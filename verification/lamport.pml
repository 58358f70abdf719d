/*
 * The Lamport exchange: a slot holds the sentinel until data arrives; three generations rotate.
 *
 * RANKS ranks make calls for ever, of 1 to WORDS words each. Within a call, pushes, clears and polls take effect in any
 * order: threads and blocks are not ordered among each other, and relaxed stores aren't either. Only the boundary between
 * two calls of one rank orders. So the model allows more than the code does. A racing rank is one of the interleavings.
 *
 * With TWO_SHOT a call of two words is one of two shots: the second word of every rank is what it made of the first words
 * that it received, and leaves only when it has all of these. In one shot a thread's later packs leave in the same order: a
 * pack of theirs is sent when one of a lower index has been received from every peer.
 *
 * Properties: a word that is taken for data is this call's (assert); no rank waits for ever (no invalid end state); no
 * rank is more than one call ahead of another (assert).
 *
 * @run -DRANKS=2 -DWORDS=2
 * @run -DRANKS=3 -DWORDS=1
 * @run -DRANKS=2 -DWORDS=2 -DTWO_SHOT
 * @mutant -DRANKS=2 -DWORDS=1 -DTWO_GENERATIONS: invalid end state
 * @mutant -DRANKS=2 -DWORDS=1 -DCLEAR_NEXT: invalid end state
 * @mutant -DRANKS=2 -DWORDS=1 -DCLEAR_NOTHING: assertion violated
 * @mutant -DRANKS=2 -DWORDS=2 -DCLEAR_OWN_EXTENT: assertion violated
 * @mutant -DRANKS=2 -DWORDS=1 -DKEEP_NEG_ZERO: invalid end state
 * @mutant -DRANKS=2 -DWORDS=2 -DPOLL_FIRST_WORD: assertion violated
 * @mutant -DRANKS=2 -DWORDS=2 -DTWO_SHOT -DTWO_GENERATIONS: invalid end state
 */
#ifdef TWO_GENERATIONS
#define GENERATIONS 2
#else
#define GENERATIONS 3
#endif
#define SENTINEL 0
/* Calls are told apart modulo CALLS: a slot's older values are 3, 6 and 9 calls old, the peers at most one call away. */
#define CALLS 4

#define BITS (RANKS * WORDS)
#define PEER(i) ((i) / WORDS)
#define WORD(i) ((i) % WORDS)
/* lamport.cuh: lamport_slot */
#define SLOT(owner, generation, writer, word) slot[((((owner) * GENERATIONS + (generation)) * RANKS + (writer)) * WORDS) + (word)]

byte slot[RANKS * GENERATIONS * RANKS * WORDS];
/* Words of call k, which all ranks agree on; 0: nobody has begun it. */
byte size[CALLS];
byte at[RANKS];

/* lamport_one_shot.cuh: push_packs, reduce_all; lamport.cuh: push; pack.cuh: remove_neg_zero. One word reaches one peer. */
#ifdef KEEP_NEG_ZERO
#define DATA (call == 2 -> SENTINEL : call + 1)
#else
#define DATA (call + 1)
#endif
#ifdef TWO_SHOT
#define FIRST_WORDS 5 /* of two peers */
#define MAY_LEAVE(i) (WORD(i) == 0 || (polls & FIRST_WORDS) == 0)
#else
#define MAY_LEAVE(i) true
#endif
#define PUSH(i) :: d_step { (i < BITS && (pushes & (1 << i)) && MAY_LEAVE(i)) -> pushes = pushes & ~(1 << i); SLOT(PEER(i), generation, me, WORD(i)) = DATA }

/* lamport.cuh: clear, clear_index. One word of what the previous call left becomes free. */
#ifdef CLEAR_NEXT
#define CLEARED ((generation + 1) % GENERATIONS)
#else
#define CLEARED ((generation + GENERATIONS - 1) % GENERATIONS)
#endif
#define CLEAR(i) :: d_step { (i < BITS && (clears & (1 << i))) -> clears = clears & ~(1 << i); SLOT(me, CLEARED, PEER(i), WORD(i)) = SENTINEL }

/* lamport.cuh: poll_packs, has_sentinel. One word is found to be data; it must be this call's. */
#define POLL(i) :: d_step { (i < BITS && (polls & (1 << i)) && READY(i)) -> polls = polls & ~(1 << i); assert(SLOT(me, generation, PEER(i), WORD(i)) == call + 1) }
#ifdef POLL_FIRST_WORD
#define READY(i) (SLOT(me, generation, PEER(i), 0) != SENTINEL)
#else
#define READY(i) (SLOT(me, generation, PEER(i), WORD(i)) != SENTINEL)
#endif

/* The bits of the first `words` words of every peer. */
inline mask_of(mask, words) {
    mask = 0;
    i = 0;
    do
    :: i < BITS ->
        if
        :: PEER(i) != me && WORD(i) < words -> mask = mask | (1 << i)
        :: else
        fi;
        i++
    :: else -> break
    od
}

proctype Rank(byte me) {
    byte call = 0, generation = 0, previous = 0, words = 0, i = 0;
    byte pushes = 0, clears = 0, polls = 0;
    do
    :: atomic {
        /* call.cuh: enter */
        if
        :: size[call] == 0 -> select(words : 1 .. WORDS); size[call] = words
        :: else -> words = size[call]
        fi;
        size[(call + 2) % CALLS] = 0;
        at[me] = call;
        i = 0;
        do
        :: i < RANKS -> assert((at[i] + CALLS - call + 1) % CALLS <= 2); i++
        :: else -> break
        od;
        mask_of(pushes, words);
        mask_of(polls, words);
#if defined(CLEAR_NOTHING)
        clears = 0;
#elif defined(CLEAR_OWN_EXTENT)
        mask_of(clears, (previous == 0 -> 0 : words));
#else
        mask_of(clears, previous);
#endif
        i = 0
       }
       do
       PUSH(0) PUSH(1) PUSH(2) PUSH(3)
       CLEAR(0) CLEAR(1) CLEAR(2) CLEAR(3)
       POLL(0) POLL(1) POLL(2) POLL(3)
       :: pushes == 0 && clears == 0 && polls == 0 -> break
       od;
       atomic {
        /* lamport.cuh: advance_lamport; call.cuh: move_on. The state moves on; the next call begins behind this one. */
        previous = words;
        generation = (generation + 1) % GENERATIONS;
        call = (call + 1) % CALLS;
        words = 0
       }
    od
}

init {
    atomic {
        run Rank(0);
        run Rank(1);
#if RANKS > 2
        run Rank(2);
#endif
    }
}
