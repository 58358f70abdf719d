/*
 * Opening: initialise the own region, meet, reach for the peers' regions, meet again, exchange, close; then once more.
 *
 * RANKS ranks open a launcher and then another one, each over regions of its own. What a rank opens is its own choice, so
 * the digests that the ranks bring may differ. A meeting takes two steps: in the first each rank brings its digest, in the
 * second it says that it has read the others'. A fresh region holds garbage.
 *
 * Properties: what is read is the peer's word, never garbage (assert); nothing is wiped, so nobody waits for ever (no
 * invalid end state); a region is there when a peer reaches for it (assert); in a meeting all ranks agree, or all of them
 * see that they don't (assert).
 *
 * @run -DRANKS=2
 * @run -DRANKS=3 -DSAME
 * @mutant -DRANKS=2 -DNO_INIT: assertion violated
 * @mutant -DRANKS=2 -DPUBLISH_BEFORE_INIT: invalid end state
 * @mutant -DRANKS=2 -DONE_STEP: assertion violated
 * @mutant -DRANKS=2 -DNO_SECOND_MEETING: assertion violated
 * @mutant -DRANKS=2 -DSTEP_BEFORE_DIGEST: assertion violated
 */
#define ROUNDS 2
#define GARBAGE 9
#define FREE 0
#define UNKNOWN 2

/* A domain region of each rank and round, with one slot a writer; SignalBuffer.init */
#define SLOT(owner, round, writer) slot[((owner) * ROUNDS + (round)) * RANKS + (writer)]
byte slot[RANKS * ROUNDS * RANKS] = GARBAGE;
#define EXISTS(owner, round) exists[(owner) * ROUNDS + (round)]
bit exists[RANKS * ROUNDS];

/* ControlRegion: rendezvous step and digest of each rank. */
byte step[RANKS];
byte digest[RANKS];

/* What the ranks made of each round's first meeting: 1 if all digests were alike, 0 if not. */
byte outcome[ROUNDS] = UNKNOWN;

/* Rendezvous.arrive; ControlRegion.arrive: the digest, then the step with release. */
inline arrive() {
#ifdef STEP_BEFORE_DIGEST
    step[me]++;
    digest[me] = mine;
#else
    digest[me] = mine;
    step[me]++;
#endif
    i = 0;
    do
    :: i < RANKS -> step[i] >= step[me]; i++
    :: else -> break
    od
}

/* Rendezvous.meet */
inline meet() {
    arrive();
    alike = 1;
    i = 0;
    do
    :: i < RANKS -> alike = alike && digest[i] == mine; i++
    :: else -> break
    od;
    i = 0
#ifndef ONE_STEP
    ;
    arrive()
#endif
}

/* SignalBuffer.init: the slots one after the other */
inline initialise() {
    i = 0;
    do
    :: i < RANKS -> SLOT(me, round, i) = FREE; i++
    :: else -> break
    od
}

/* A call's words: lamport.cuh: push, poll_packs */
inline exchange() {
    i = 0;
    do
    :: i < RANKS -> if :: i != me -> SLOT(i, round, me) = 1 + me :: else fi; i++
    :: else -> break
    od;
    i = 0;
    do
    :: i < RANKS ->
        if
        :: i != me -> atomic { SLOT(me, round, i) != FREE -> assert(SLOT(me, round, i) == 1 + i) }
        :: else
        fi;
        i++
    :: else -> break
    od
}

/* HostRank.connect */
proctype Rank(byte me) {
    byte round = 0, mine = 0, i = 0;
    bit alike = 0, goes_on = 0;
    do
    :: round < ROUNDS ->
#ifdef SAME
        mine = round;
#else
        if :: mine = 2 * round :: mine = 2 * round + 1 fi;
#endif
        EXISTS(me, round) = 1;
#if !defined(PUBLISH_BEFORE_INIT) && !defined(NO_INIT)
        initialise();
#endif
        meet();
        atomic {
            if
            :: outcome[round] == UNKNOWN -> outcome[round] = alike
            :: else -> assert(outcome[round] == alike)
            fi;
            goes_on = alike
        }
        if
        :: goes_on ->
            /* DomainBytes: reach for the peers' regions */
            i = 0;
            do
            :: i < RANKS -> assert(EXISTS(i, round)); i++
            :: else -> break
            od;
#ifndef NO_SECOND_MEETING
            meet();
            assert(alike);
#ifdef PUBLISH_BEFORE_INIT
            initialise();
#endif
            /* Nothing but the meetings orders the first round and the second. */
            if
            :: round == ROUNDS - 1 -> exchange()
            :: else
            fi
#endif
        :: else
        fi;
        /* DomainPort.close; peers keep what they have reached for. */
        EXISTS(me, round) = 0;
        i = 0;
        round++
    :: else -> break
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
