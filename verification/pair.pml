/*
 * Send and receive: epochs of an ordered pair of ranks, and an acknowledgement that is written after the read.
 *
 * A sender sends messages of 1 to WORDS words to a receiver for ever. Messages alternate between two parities. The sender
 * writes message e only when the receiver has acknowledged message e - 2. Nothing else holds the sender back: it hears
 * nothing from the receiver but acknowledgements. Within a call everything takes effect in any order.
 *
 * Properties: a word that is taken is this message's, and no word is overwritten before it is taken (assert); nobody waits
 * for ever (no invalid end state); the sender is at most two messages ahead (assert).
 *
 * @run -DWORDS=2
 * @mutant -DWORDS=1 -DNO_ACKNOWLEDGEMENT: assertion violated
 * @mutant -DWORDS=2 -DACKNOWLEDGE_BEFORE_READ: assertion violated
 * @mutant -DWORDS=1 -DONE_PARITY: assertion violated
 * @mutant -DWORDS=1 -DACKNOWLEDGED_LATE: invalid end state
 */
/* Epochs are told apart modulo EPOCHS, which the number of messages under way stays below. */
#define EPOCHS 8
#define NONE 15
#ifdef ONE_PARITY
#define PARITY(epoch) 0
#else
#define PARITY(epoch) ((epoch) % 2)
#endif

/* The sender's slot in the receiver's mailbox: the message that each word belongs to. */
byte slot[2 * WORDS] = NONE;
/* The newest message that the receiver has read, stored at the sender. */
byte acknowledged = EPOCHS - 1;
byte size[EPOCHS];
byte sent, received;

/* Messages that are not acknowledged, as the sender sees it. */
#define UNDER_WAY ((epoch + EPOCHS - acknowledged - 1) % EPOCHS)

/* mailbox.cuh: put_words */
#define PUT(w) :: d_step { (puts & (1 << w)) -> assert(slot[PARITY(epoch) * WORDS + w] == NONE); puts = puts & ~(1 << w); slot[PARITY(epoch) * WORDS + w] = epoch }
/* mailbox.cuh: try_words */
#define TAKE(w) :: d_step { (takes & (1 << w)) && slot[PARITY(epoch) * WORDS + w] == epoch -> takes = takes & ~(1 << w); slot[PARITY(epoch) * WORDS + w] = NONE }

proctype Sender() {
    byte epoch = 0, puts = 0, words = 0;
    do
    :: true ->
#if defined(NO_ACKNOWLEDGEMENT)
       skip;
#elif defined(ACKNOWLEDGED_LATE)
       /* It waits for the acknowledgement of the message that it is about to send. */
       acknowledged == epoch;
#else
       UNDER_WAY <= 1;
#endif
       atomic {
        assert((sent + EPOCHS - received) % EPOCHS <= 2);
        select(words : 1 .. WORDS);
        size[epoch] = words;
        sent = (epoch + 1) % EPOCHS;
        puts = (1 << words) - 1;
        words = 0
       }
       do
       PUT(0) PUT(1)
       :: puts == 0 -> break
       od;
       epoch = (epoch + 1) % EPOCHS
    od
}

proctype Receiver() {
    byte epoch = 0, takes = 0;
    do
    :: size[epoch] != 0 ->
       atomic { takes = (1 << size[epoch]) - 1; size[epoch] = 0 }
#ifdef ACKNOWLEDGE_BEFORE_READ
       acknowledged = epoch;
#endif
       do
       TAKE(0) TAKE(1)
       :: takes == 0 -> break
       od;
       received = (epoch + 1) % EPOCHS;
#ifndef ACKNOWLEDGE_BEFORE_READ
       acknowledged = epoch;
#endif
       epoch = (epoch + 1) % EPOCHS
    od
}

init {
    atomic {
        run Sender();
        run Receiver()
    }
}
