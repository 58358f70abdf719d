/*
 * The mailbox: tagged words, two parities, and the reset of the tags before they recur.
 *
 * RANKS ranks make calls for ever, of 1 to WORDS words each. Tags run from 1 to TAGS and start over; TAGS is odd, as
 * 2^32 - 1 (pairs) and 2^16 - 1 (triples) are, so an old word meets its own tag in its own parity two rounds later. A call
 * of n words has n blocks. Block b clears its share, then puts word b, then polls word b; nothing orders the blocks of a
 * call among each other.
 *
 * RESET_ONCE clears in the last call before the start only. That is enough too, as a round has an odd number of calls: the
 * next round's last call clears the other half. Clearing in the last two is right whatever the number is.
 *
 * Properties: a word that is taken is this call's (assert); no rank waits for ever (no invalid end state); no rank is more
 * than one call ahead of another (assert).
 *
 * @run -DRANKS=2 -DWORDS=2
 * @run -DRANKS=3 -DWORDS=1
 * @run -DRANKS=2 -DWORDS=2 -DRESET_ONCE
 * @mutant -DRANKS=2 -DWORDS=1 -DONE_PARITY: invalid end state
 * @mutant -DRANKS=2 -DWORDS=1 -DPARITY_OF_TAG: invalid end state
 * @mutant -DRANKS=2 -DWORDS=2 -DNO_RESET: assertion violated
 * @mutant -DRANKS=2 -DWORDS=2 -DRESET_OWN_EXTENT: assertion violated
 * @mutant -DRANKS=2 -DWORDS=1 -DRESET_OWN_PARITY: invalid end state
 * @mutant -DRANKS=2 -DWORDS=1 -DRESET_AFTER_PUT: invalid end state
 * @mutant -DRANKS=2 -DWORDS=1 -DTAG_ZERO: assertion violated
 */
#define TAGS 3
/* Calls are told apart modulo CALLS; words that meet their own tag again are 2 * TAGS calls old. */
#define CALLS 4
#define NONE 15

/* mailbox.cuh: mailbox_slot. A word is a tag, and the call that its value belongs to. */
#define SLOT(owner, parity, writer, word) (((((owner) * 2 + (parity)) * RANKS + (writer)) * WORDS) + (word))
typedef Word {
    byte tag;
    byte call = NONE
}
Word slot[RANKS * 2 * RANKS * WORDS];
/* Words of a call, which all ranks agree on; 0: nobody has begun it. */
byte size[CALLS];
byte at[RANKS];

#ifdef ONE_PARITY
#define NEXT_PARITY 0
#elif defined(PARITY_OF_TAG)
#define NEXT_PARITY (tag % 2)
#else
/* mailbox.cuh: advance_mailbox */
#define NEXT_PARITY (1 - parity)
#endif

#ifdef RESET_OWN_PARITY
#define CLEARED parity
#else
#define CLEARED (1 - parity)
#endif

/* mailbox.cuh: forget_old_tags */
#ifdef NO_RESET
#define RESETS false
#elif defined(RESET_ONCE)
#define RESETS (tag == TAGS)
#else
#define RESETS (tag >= TAGS - 1)
#endif

/* mailbox.cuh: forget_old_tags. Block b forgets one writer's words of its share. */
#define FORGET(b, peer) \
    :: atomic { (b < words && peer < RANKS && (clears & (1 << (b * RANKS + peer)))) -> \
                clears = clears & ~(1 << (b * RANKS + peer)); \
                word = 0; \
                do \
                :: word < WORDS -> \
                    if \
                    :: SHARED(b) -> slot[SLOT(me, CLEARED, peer, word)].tag = 0; slot[SLOT(me, CLEARED, peer, word)].call = NONE \
                    :: else \
                    fi; \
                    word++ \
                :: else -> break \
                od; \
                word = 0 }
#ifdef RESET_OWN_EXTENT
#define SHARED(b) (word == b)
#else
#define SHARED(b) (word % words == b)
#endif

/* all_reduce_mailbox.cuh: all_reduce_mailbox_one_shot; mailbox.cuh: put_words, put. Word b reaches one peer. */
#ifdef RESET_AFTER_PUT
#define CLEARED_SHARE(b) true
#else
#define CLEARED_SHARE(b) ((clears & (((1 << RANKS) - 1) << (b * RANKS))) == 0)
#endif
#define PUT(b, peer) \
    :: d_step { (b < words && peer < RANKS && (puts & (1 << (b * RANKS + peer))) && CLEARED_SHARE(b)) -> \
                puts = puts & ~(1 << (b * RANKS + peer)); \
                slot[SLOT(peer, parity, me, b)].tag = tag; \
                slot[SLOT(peer, parity, me, b)].call = call }

/* mailbox.cuh: poll_mail, try_words. Word b of one peer carries the tag; it must be this call's. */
#define POLL(b, peer) \
    :: d_step { (b < words && peer < RANKS && (polls & (1 << (b * RANKS + peer))) && slot[SLOT(me, parity, peer, b)].tag == tag) -> \
                polls = polls & ~(1 << (b * RANKS + peer)); \
                assert(slot[SLOT(me, parity, peer, b)].call == call) }

proctype Rank(byte me) {
    byte call = 0, words = 0, word = 0, i = 0;
    /* call.cuh: next_tag gives the first tag, 1; TAG_ZERO takes the one that memory starts with. */
#ifdef TAG_ZERO
    byte tag = TAGS;
#else
    byte tag = 0;
#endif
    bit parity = 0;
    byte puts = 0, polls = 0, clears = 0, everyone = 0;
    do
    :: atomic {
        /* call.cuh: enter, next_tag */
#ifdef TAG_ZERO
        tag = (tag == TAGS -> 0 : tag + 1);
#else
        tag = (tag == TAGS -> 1 : tag + 1);
#endif
        parity = NEXT_PARITY;
        if
        :: size[call] == 0 -> select(words : 1 .. WORDS); size[call] = words
        :: else -> words = size[call]
        fi;
        size[(call + 2) % CALLS] = 0;
        at[me] = call;
        i = 0;
        everyone = 0;
        do
        :: i < RANKS ->
            assert((at[i] + CALLS - call + 1) % CALLS <= 2);
            everyone = everyone | ((i != me) << i);
            i++
        :: else -> break
        od;
        puts = everyone | (words > 1 -> everyone << RANKS : 0);
        polls = puts;
        clears = (RESETS -> puts : 0);
        everyone = 0;
        i = 0
       }
       do
       FORGET(0, 0) FORGET(0, 1) FORGET(0, 2) FORGET(1, 0) FORGET(1, 1)
       PUT(0, 0) PUT(0, 1) PUT(0, 2) PUT(1, 0) PUT(1, 1)
       POLL(0, 0) POLL(0, 1) POLL(0, 2) POLL(1, 0) POLL(1, 1)
       :: puts == 0 && polls == 0 && clears == 0 -> break
       od;
       atomic { call = (call + 1) % CALLS; words = 0 }
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
