/*
 * Send and receive: epochs of an ordered pair of ranks, and a word that the receiver stores after it has read.
 *
 * A sender sends messages of 1 to WORDS words to a receiver for ever. Each call's words carry the pair's epoch, which runs
 * from 1 to TAGS and starts over. The sender's call ends when it sees the receiver's "done" with this epoch, so the next
 * message finds the slot free. In the call with the last epoch the receiver empties the slot before it says so. Within a
 * call everything takes effect in any order that the guards leave open.
 *
 * Properties: a word that is taken is this message's (assert); no word is overwritten before it is taken (assert); nobody
 * waits for ever (no invalid end state).
 *
 * @run -DWORDS=2
 * @mutant -DWORDS=1 -DNO_DONE: assertion violated
 * @mutant -DWORDS=2 -DDONE_BEFORE_READ: assertion violated
 * @mutant -DWORDS=2 -DNO_RESET: assertion violated
 * @mutant -DWORDS=2 -DRESET_BEHIND_DONE: assertion violated
 * @mutant -DWORDS=1 -DDONE_OF_NEXT: invalid end state
 */
#define TAGS 3
/* Messages are told apart modulo MESSAGES. */
#define MESSAGES 4
#define NONE 15

/* The sender's slot in the receiver's region: tag, the message that the value belongs to, and whether it was taken. */
byte tag_in[WORDS];
byte message_in[WORDS] = NONE;
bit taken[WORDS] = 1;
/* The receiver's word in the sender's region. */
byte finished;
/* Words of a message; 0: not begun. */
byte size[MESSAGES];

#define NEXT(tag) (tag == TAGS -> 1 : tag + 1)

/* mailbox.cuh: put_words, put */
#define PUT(w) \
    :: d_step { (puts & (1 << w)) -> \
                assert(taken[w]); \
                puts = puts & ~(1 << w); \
                taken[w] = 0; \
                message_in[w] = message; \
                tag_in[w] = epoch }
/* mailbox.cuh: try_words */
#define TAKE(w) \
    :: d_step { (takes & (1 << w)) && tag_in[w] == epoch -> \
                assert(message_in[w] == message); \
                takes = takes & ~(1 << w); \
                taken[w] = 1 }

inline forget(w) {
    if
    :: epoch == TAGS && w < WORDS -> tag_in[w] = 0; message_in[w] = NONE
    :: else
    fi
}

proctype Sender() {
    byte epoch = 0, message = 0, puts = 0, words = 0;
    do
    :: atomic {
        /* call.cuh: next_tag */
        epoch = NEXT(epoch);
        select(words : 1 .. WORDS);
        size[message] = words;
        puts = (1 << words) - 1;
        words = 0
       }
       do
       PUT(0) PUT(1)
       :: puts == 0 -> break
       od;
#if defined(NO_DONE)
       skip;
#elif defined(DONE_OF_NEXT)
       finished == NEXT(epoch);
#else
       finished == epoch;
#endif
       message = (message + 1) % MESSAGES
    od
}

proctype Receiver() {
    byte epoch = 0, message = 0, takes = 0;
    do
    :: size[message] != 0 ->
       atomic {
        epoch = NEXT(epoch);
        takes = (1 << size[message]) - 1;
        size[message] = 0
       }
#ifdef DONE_BEFORE_READ
       finished = epoch;
#endif
       do
       TAKE(0) TAKE(1)
       :: takes == 0 -> break
       od;
#ifdef RESET_BEHIND_DONE
       finished = epoch;
#endif
#ifndef NO_RESET
       forget(0);
       if :: WORDS > 1 -> forget(WORDS - 1) :: else fi;
#endif
       finished = epoch;
       message = (message + 1) % MESSAGES
    od
}

init {
    atomic {
        run Sender();
        run Receiver()
    }
}
