/*
 * The sticky error: a rank that gives up tells all ranks, once, and every later call leaves at entry.
 *
 * RANKS ranks make calls for ever; in each, a rank sends a word to every peer and waits for theirs. At any step a rank may
 * stop for ever, as a killed process does, at most STOPS of them. Its deadline may pass although the peers are only slow;
 * and where nothing else can happen it does pass (Promela's `timeout`). With RIVAL a second thread of rank 0 (another
 * block, or the host that aborts) may report at any time as well.
 *
 * COARSE makes one step of a record in one region, and of a call's words to all peers.
 *
 * Properties: with a fault every live rank ends with the error: nobody waits for ever (no invalid end state). Whoever
 * leaves because of a fault finds a whole record (assert). No call that begins after a report is complete returns as if
 * nothing had happened (assert). A wait doesn't sit out its deadline once it has been told (assert).
 *
 * @run -DRANKS=2 -DSTOPS=1
 * @run -DRANKS=2 -DSTOPS=1 -DRIVAL
 * @run -DRANKS=3 -DSTOPS=1 -DCOARSE
 * @mutant -DRANKS=2 -DSTOPS=0 -DOWN_REGION_ONLY: assertion violated
 * @mutant -DRANKS=2 -DSTOPS=1 -DNO_DEADLINE: invalid end state
 * @mutant -DRANKS=2 -DSTOPS=0 -DSUMMARY_FIRST: assertion violated
 * @mutant -DRANKS=2 -DSTOPS=0 -DFLAG_FIRST: assertion violated
 * @mutant -DRANKS=2 -DSTOPS=0 -DRIVAL -DNO_CLAIM: assertion violated
 * @mutant -DRANKS=2 -DSTOPS=0 -DNO_LOOK_AT_ENTRY: assertion violated
 * @mutant -DRANKS=3 -DSTOPS=1 -DNO_LOOK_IN_WAIT: assertion violated
 */
#define CALLS 4
#ifdef COARSE
#define STEP atomic
#else
#define STEP
#endif
#define KERNEL 1
#define HOST 2

/* The newest call whose word a writer has stored at an owner; 0 before the first. */
byte word[RANKS * RANKS];

/* A control region: summary, claim, and a record a writer, of which two fields stand for all. */
bit summary[RANKS];
bit claim[RANKS];
bit flag[RANKS * RANKS];
byte kind[RANKS * RANKS];
byte more[RANKS * RANKS];
#define RECORD(owner, writer) ((owner) * RANKS + (writer))

bit killed[RANKS];
/* Whether some rank has told all ranks. */
bit told_all;

/* poll.cuh: report */
inline report(who) {
#ifdef NO_CLAIM
    if
    :: true
#else
    /* platform_cuda.cuh: claim_relaxed */
    if
    :: d_step { !claim[me] -> claim[me] = 1 }
#endif
       p = 0;
       do
       :: p < RANKS -> STEP {
#ifdef OWN_REGION_ONLY
            if :: p != me -> goto skip_region :: else fi;
#endif
#ifdef FLAG_FIRST
            flag[RECORD(p, me)] = 1;
            summary[p] = 1;
#endif
#ifdef SUMMARY_FIRST
            summary[p] = 1;
#endif
            kind[RECORD(p, me)] = who;
            more[RECORD(p, me)] = who;
#ifndef FLAG_FIRST
            flag[RECORD(p, me)] = 1;
#endif
            summary[p] = 1;
skip_region:
            p++
        }
       :: else -> break
       od;
       told_all = 1
#ifndef NO_CLAIM
    :: else
#endif
    fi
}

/* The host's look at the faults (ControlRegion.primary): one whole record at least, and none that is torn. */
inline look() {
    d_step {
        found = 0;
        p = 0;
        do
        :: p < RANKS ->
            if
            :: flag[RECORD(me, p)] ->
                found = 1;
                assert(kind[RECORD(me, p)] != 0 && kind[RECORD(me, p)] == more[RECORD(me, p)])
            :: else
            fi;
            p++
        :: else -> break
        od;
        assert(found);
        p = 0
    }
}

/* The peer's word of this call is there, perhaps already the next call's. */
#define HEARD(peer) (word[RECORD(me, peer)] == call || word[RECORD(me, peer)] == 1 + call % CALLS)

/* poll.cuh: again, look_around */
inline wait(peer) {
    if
    :: HEARD(peer)
#ifndef NO_LOOK_IN_WAIT
    :: !HEARD(peer) && summary[me] -> goto told
#endif
#ifndef NO_DEADLINE
    :: !HEARD(peer) && !summary[me] -> goto late
    :: timeout -> assert(!summary[me]); goto late
#endif
    fi
}

proctype Rank(byte me) {
    byte call = 0, p = 0, peer = 0;
    bit found = 0, after_report = 0;
    {
        do
        :: atomic {
            /* call.cuh: enter, summary_word */
            if
#ifndef NO_LOOK_AT_ENTRY
            :: summary[me] -> goto told
            :: !summary[me]
#else
            :: true
#endif
            fi;
            after_report = told_all;
            call = 1 + call % CALLS
           }
           STEP { peer = 0;
           do
           :: peer < RANKS -> if :: peer != me -> word[RECORD(peer, me)] = call :: else fi; peer++
           :: else -> break
           od };
           peer = 0;
           do
           :: peer < RANKS -> if :: peer != me -> wait(peer) :: else fi; peer++
           :: else -> break
           od;
           atomic { assert(!after_report); after_report = 0; peer = 0 }
        od;
late:
        report(KERNEL);
        goto failed;
told:
        look();
failed:
        skip
    } unless { killed[me] }
}

/* Another thread of rank 0. */
proctype Rival() {
    byte me = 0, p = 0;
    {
        report(HOST)
    } unless { killed[me] }
}

/* Stops ranks at whatever step they are. */
proctype Killer() {
    byte stops = 0, victim = 0;
    do
    :: stops < STOPS -> atomic { select(victim : 0 .. RANKS - 1); killed[victim] = 1; stops++ }
    :: break
    od
}

init {
    atomic {
        run Rank(0);
        run Rank(1);
#if RANKS > 2
        run Rank(2);
#endif
#ifdef RIVAL
        run Rival();
#endif
        run Killer()
    }
}
