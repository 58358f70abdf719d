/*
 * Credits: calls in which a rank doesn't hear data from every peer (broadcast, reduce, gather, scatter).
 *
 * RANKS ranks make calls for ever. In each, data goes from the root to the receivers (broadcast) or from all to the root
 * (reduce); which, and who the root is, is chosen anew for each call, and all ranks agree on it. A data word stays in its
 * slot of this parity until the call after the next. Every rank also sends the call's signature to every peer, and doesn't
 * complete before it has every peer's: that is the credit. A peer's signature of call e - 1 proves that the peer has
 * finished call e - 2, so that its slots of this parity are free. Within a call everything takes effect in any order.
 *
 * LIGHT works through the peers' signatures one after the other.
 *
 * Properties: no word and no signature is overwritten before it is taken (assert); no rank waits for ever (no invalid end
 * state); no rank is more than one call ahead of another (assert).
 *
 * @run -DRANKS=2
 * @run -DRANKS=3 -DLIGHT
 * @mutant -DRANKS=2 -DNO_CREDIT: assertion violated
 * @mutant -DRANKS=3 -DCREDIT_OF_SENDERS: assertion violated
 * @mutant -DRANKS=2 -DONE_PARITY: assertion violated
 */
#define CALLS 4
#define NONE 15

#ifdef ONE_PARITY
#define PARITY 0
#else
#define PARITY (call % 2)
#endif

/* mailbox.cuh: mailbox_slot; signature.cuh: signature_slot. What is in a slot is the call that it belongs to. */
#define AT(owner, parity, writer) (((owner) * 2 + (parity)) * RANKS + (writer))
byte data[RANKS * 2 * RANKS] = NONE;
byte signature[RANKS * 2 * RANKS] = NONE;
/* Root of a call, plus RANKS where data goes to it, plus 1; 0: nobody has begun it. */
byte kind[CALLS];
byte at[RANKS];

#ifdef LIGHT
#define FIRST(p, mask) (((mask) & ((1 << p) - 1)) == 0)
#else
#define FIRST(p, mask) true
#endif

#define SENDS(from, to) (reduces -> root == to : root == from)

/* mailbox.cuh: put_words. What was in the slot has been taken. */
#define PUT(p) :: d_step { (puts & (1 << p)) -> assert(data[AT(p, PARITY, me)] == NONE); puts = puts & ~(1 << p); data[AT(p, PARITY, me)] = call }
/* mailbox.cuh: try_words. A word of another call carries another tag, and isn't taken. */
#define TAKE(p) :: d_step { ((takes & (1 << p)) && data[AT(me, PARITY, p)] == call) -> takes = takes & ~(1 << p); data[AT(me, PARITY, p)] = NONE }
/* signature.cuh: put_signature */
#define SIGN(p) :: d_step { ((signs & (1 << p)) && FIRST(p, signs)) -> assert(signature[AT(p, PARITY, me)] == NONE); signs = signs & ~(1 << p); signature[AT(p, PARITY, me)] = call }
/* signature.cuh: check_signatures, wait_to_agree */
#define CHECK(p) :: d_step { ((checks & (1 << p)) && FIRST(p, checks) && signature[AT(me, PARITY, p)] == call) -> checks = checks & ~(1 << p); signature[AT(me, PARITY, p)] = NONE }

proctype Rank(byte me) {
    byte call = 0, i = 0, root = 0;
    byte puts = 0, takes = 0, signs = 0, checks = 0;
    bit reduces = 0;
    do
    :: atomic {
        /* call.cuh: enter */
        if
        :: kind[call] == 0 -> select(root : 1 .. 2 * RANKS); kind[call] = root
        :: else -> root = kind[call]
        fi;
        kind[(call + 2) % CALLS] = 0;
        reduces = root > RANKS;
        root = (root - 1) % RANKS;
        at[me] = call;
        i = 0;
        do
        :: i < RANKS ->
            assert((at[i] + CALLS - call + 1) % CALLS <= 2);
            if
            :: i != me ->
                puts = puts | (SENDS(me, i) << i);
                takes = takes | (SENDS(i, me) << i);
                signs = signs | (1 << i);
                checks = checks | (1 << i)
            :: else
            fi;
            i++
        :: else -> break
        od;
#ifdef NO_CREDIT
        signs = 0;
        checks = 0;
#endif
#ifdef CREDIT_OF_SENDERS
        /* Only who receives data waits for the sender's signature. */
        signs = puts;
        checks = takes;
#endif
        i = 0
       }
       do
       PUT(0) PUT(1) PUT(2)
       TAKE(0) TAKE(1) TAKE(2)
       SIGN(0) SIGN(1) SIGN(2)
       CHECK(0) CHECK(1) CHECK(2)
       :: puts == 0 && signs == 0 && takes == 0 && checks == 0 -> break
       od;
       atomic { call = (call + 1) % CALLS; root = 0; reduces = 0 }
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
