/**
 * What {@linkplain tutti.protocol.commit.easycommit EasyCommit} and {@linkplain
 * tutti.protocol.commit.threephase three-phase commit} share, which take silence for a crash:
 * voting, the termination protocol of those that have been up all the time, the questions of those
 * that were down, and clean-up.
 *
 * <p><b>Source.</b> S. Gupta, M. Sadoghi: <i>EasyCommit</i>, EDBT 2018: §3.2 (time-outs, leader),
 * §4.2 (recovery), §5.3 (clean-up); D. Skeen: <i>Nonblocking Commit Protocols</i>, SIGMOD 1981. Who
 * may vote and drop out when: docs/rulings.md#ruling-1 to docs/rulings.md#ruling-4.
 *
 * <table>
 * <caption>Messages</caption>
 * <tr><th>message</th><th>from, to</th><th>meaning</th></tr>
 * <tr><td>Prepare(round, members)</td><td>coordinator, participant</td><td>everything has executed;
 * vote. These take part</td></tr>
 * <tr><td>Voted(round, vote)</td><td>participant, coordinator</td><td>Yes, forced before it is said;
 * No; or ReadOnly: I only looked, what I saw is durable, and I am out</td></tr>
 * <tr><td>PreCommit</td><td>coordinator or leader, participant</td><td>all have voted Yes (three-phase
 * commit)</td></tr>
 * <tr><td>PreCommitted</td><td>participant, who said that</td><td>I have forced it</td></tr>
 * <tr><td>Global(commit, members)</td><td>member, member</td><td>the decision, which I am passing on
 * to all of these, and have forced</td></tr>
 * <tr><td>Global(abort, nobody)</td><td>coordinator, participant</td><td>the abort, of which nothing
 * is remembered</td></tr>
 * <tr><td>Global(commit, members, settled)</td><td>member, member</td><td>I have ended so; have you it
 * in your log?</td></tr>
 * <tr><td>Heard(commit)</td><td>member, member</td><td>I have</td></tr>
 * <tr><td>Ask(leads)</td><td>member, member</td><td>how did it end, or how far are you? I shall
 * decide; or I was down, and only want to know</td></tr>
 * <tr><td>Answer(standing)</td><td>member, member</td><td>it has not ended here: UNKNOWN, READY,
 * PRE_COMMIT, or RECOVERED: I was down, and ask myself</td></tr>
 * </table>
 *
 * <p><b>Voting.</b> A coordinator in EXECUTING sends Prepare when it is Closed, waits for votes in
 * WAIT, and is AGREED when all have said Yes: its own part is being forced, since others could
 * decide without it from then on (docs/rulings.md#runtime). If nobody but its own node changes
 * anything, one record decides, or none. A participant in INITIAL may undo its work, says No if it
 * has, or if more was asked of it than it executed, and ends; drops out through OBSERVING if it
 * only looked; else forces its VOTE (VOTING), says Yes, and is READY. A coordinator that gives up
 * while it executes, or aborts for want of a vote, is not to be confused with one that is silent:
 * it says so.
 *
 * <p><b>Time.</b> D is {@code assume.delay-bound}: the longest time from a send to the end of what
 * the receiver does about it, flushes included. A question is answered within 2D; 3D is waited.
 * Candidates to decide are the coordinator, then the participants, lowest number first. READY and
 * PRE_COMMIT wait for the k-th candidate, from 0 on, for (6(k + 2) + n)D, with n members. Why that
 * is long enough: the waits of two members for the coordinator begin within 4D of each other; after
 * each candidate that may have told one of them more, within 6D more; a candidate that is up needs
 * 9D from its turn to its last word; and a decision may pass through n members, each of which tells
 * one and crashes, which takes nD.
 *
 * <table>
 * <caption>Termination; what is in no row does nothing</caption>
 * <tr><th>state</th><th>event</th><th>effects</th><th>next</th></tr>
 * <tr><td>WAIT</td><td>SILENCE</td><td>abort (EasyCommit's case A)</td><td/></tr>
 * <tr><td>READY, PRE_COMMIT</td><td>SILENCE, another's turn</td><td>waits for it</td><td/></tr>
 * <tr><td>READY, PRE_COMMIT</td><td>SILENCE, its own turn</td><td>Ask(leads) to all; SILENCE</td>
 * <td>LEADING</td></tr>
 * <tr><td>LEADING</td><td>SILENCE, or all have answered</td><td>decides, as the protocol says</td>
 * <td/></tr>
 * <tr><td>EXECUTING, WAIT, AGREED coordinator</td><td>Global-abort of a leader</td><td>gives up: nobody
 * has heard of a commit from it</td><td/></tr>
 * <tr><td>INITIAL</td><td>Ask(leads)</td><td>Answer UNKNOWN; abort here; end (case B)</td><td>ENDED
 * </td></tr>
 * <tr><td>VOTING, READY, PRE_COMMIT, LEADING</td><td>Ask</td><td>Answer how far it is; waits for the
 * asker, if that leads and its turn is not over</td><td/></tr>
 * <tr><td>READY, PRE_COMMIT, LEADING</td><td>Global</td><td>as the protocol says</td><td>TRANSMIT_C or
 * TRANSMIT_A, until it is durable</td></tr>
 * <tr><td>RECOVERED</td><td>restarted; INQUIRE</td><td>Ask to all, after twice the wait</td><td/></tr>
 * <tr><td>RECOVERED</td><td>Ask</td><td>Answer RECOVERED</td><td/></tr>
 * <tr><td>RECOVERED</td><td>Global that is settled, or an abort</td><td>persist COMMITTED or ABORTED;
 * done here</td><td>TRANSMIT_C, TRANSMIT_A</td></tr>
 * <tr><td>RECOVERED</td><td>Answer UNKNOWN of the coordinator</td><td>the same, with what the protocol
 * presumes</td><td>TRANSMIT_C, TRANSMIT_A</td></tr>
 * <tr><td>RECOVERED coordinator</td><td>all others are RECOVERED or UNKNOWN</td><td>the same</td>
 * <td>TRANSMIT_C, TRANSMIT_A</td></tr>
 * <tr><td>COMMIT, ABORT</td><td>Ask</td><td>Global, settled</td><td/></tr>
 * <tr><td>COMMIT, ABORT</td><td>Global, settled</td><td>Heard</td><td/></tr>
 * <tr><td>COMMIT, ABORT</td><td>RETRY; restarted</td><td>Global, settled, to whom it has not heard
 * from; after twice the wait</td><td/></tr>
 * <tr><td>COMMIT, ABORT</td><td>all others have been heard from</td><td>persist FINISHED, unforced,
 * unless the outcome was written as a participant's last record; end</td><td>ENDED</td></tr>
 * </table>
 *
 * <p>A participant in INITIAL hears its coordinator only, in the engine: no other member knows
 * which branch of the node is meant before that has voted. So the two rows of INITIAL are the
 * machine's; a leader does without that answer, and waits its SILENCE. That is as safe: a member
 * that has not voted undoes its part at its deadline, and nobody can have committed without its
 * vote.
 *
 * <p>Who has no machine votes No, answers UNKNOWN, and has Heard everything.
 *
 * <p><b>Invariants.</b>
 *
 * <ul>
 *   <li>I1: as long as nodes only crash, no two end the same transaction differently.
 *   <li>I2: a member that was down decides nothing by itself, but what follows from its being the
 *       last that knows anything.
 *   <li>I3: who leads has been up all the time, and all candidates before it have crashed.
 *   <li>I4: an outcome is in the log before it is said; it is forgotten only when everybody else
 *       who could ask has it in theirs.
 *   <li>I5: whoever has been up all the time ends, whoever else is down.
 *   <li>I6: when all nodes are up, everything ends.
 * </ul>
 *
 * <p><b>Needs</b>, besides what two-phase commit needs, that a message between two nodes that are
 * up is handled within D. Without that both protocols are unsafe, as their paper says (§4.1): a
 * participant that is cut off leads. <b>Blocks</b> who was down, until it reaches somebody who
 * knows: at the latest when all are up.
 *
 * <p><b>Naive.</b> A machine can be made to go on after a restart as if it had been up all the
 * time: that is what the papers' texts come to, and it is unsafe. The protocols' cards show the
 * runs.
 */
@NullMarked
package tutti.protocol.termination;

import org.jspecify.annotations.NullMarked;
