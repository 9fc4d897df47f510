/**
 * The common part of {@linkplain tutti.protocol.commit.easycommit EasyCommit} and {@linkplain
 * tutti.protocol.commit.threephase three-phase commit}, which take silence for a crash: voting, the
 * termination protocol of the members that have been up all the time, the questions of the members
 * that were down, and clean-up.
 *
 * <p><b>Source.</b> S. Gupta, M. Sadoghi: <i>EasyCommit</i>, EDBT 2018: §3.2 (time-outs, leader),
 * §4.2 (recovery), §5.3 (clean-up); D. Skeen: <i>Nonblocking Commit Protocols</i>, SIGMOD 1981.
 * When a participant may vote and drop out: docs/rulings.md#ruling-1 to docs/rulings.md#ruling-4.
 *
 * <p>Begin with {@link tutti.protocol.termination.Termination}, which takes every event and returns
 * the {@link tutti.protocol.termination.Situation} that is left to the protocol. It is made of
 * {@link tutti.protocol.termination.MemberState} (place, state and effects), {@code Voting} (the
 * first phase), {@code Candidates} (the turns to lead) and {@link
 * tutti.protocol.termination.CleanUp} (the memory of the outcome).
 *
 * <table>
 * <caption>Messages</caption>
 * <tr><th>message</th><th>from, to</th><th>meaning</th></tr>
 * <tr><td>Prepare(round, members)</td><td>coordinator, participant</td><td>everything has executed;
 * vote. These take part</td></tr>
 * <tr><td>Voted(round, vote)</td><td>participant, coordinator</td><td>Yes, forced before it is
 * said; No; or ReadOnly: I only looked, my observations are durable, and I am out</td></tr>
 * <tr><td>PreCommit</td><td>coordinator or leader, participant</td><td>all have voted Yes (three-phase
 * commit)</td></tr>
 * <tr><td>PreCommitted</td><td>participant, sender of PreCommit</td><td>I have forced it</td></tr>
 * <tr><td>Global(commit, members)</td><td>member, member</td><td>the decision, which I have forced
 * and am passing on to all of these</td></tr>
 * <tr><td>Global(abort, no members)</td><td>coordinator, participant</td><td>the abort, of which
 * nothing is remembered</td></tr>
 * <tr><td>Global(commit, members, settled)</td><td>member, member</td><td>I have ended so; do you
 * have it in your log?</td></tr>
 * <tr><td>Heard(commit)</td><td>member, member</td><td>I have</td></tr>
 * <tr><td>Ask(leads)</td><td>member, member</td><td>how did it end, or how far are you? I shall
 * decide; or I was down, and only want to know</td></tr>
 * <tr><td>Answer(standing)</td><td>member, member</td><td>it has not ended here: UNKNOWN, READY,
 * PRE_COMMIT, or RECOVERED: I was down, and ask myself</td></tr>
 * </table>
 *
 * <p><b>Voting.</b> A coordinator in EXECUTING sends Prepare when it is Closed, waits for votes in
 * WAIT, and is AGREED when all have said Yes: its own part is being forced, since others could
 * decide without it from then on (docs/rulings.md#runtime). If no node but its own changes
 * anything, one record decides, or none. A participant in INITIAL may undo its work. It says No if
 * it has undone it, or if more was asked of it than it executed, and ends. A participant that only
 * looked drops out through OBSERVING. Any other participant forces its VOTE (VOTING), says Yes, and
 * is READY. A coordinator that gives up while it executes, or aborts for want of a vote, says so:
 * it is not silent.
 *
 * <p><b>Time.</b> D is {@code assume.delay-bound}: the longest time from the sending of a message
 * to the end of its handling at the receiver, flushes included. A question is answered within 2D;
 * the asker waits 3D. Candidates to decide are the coordinator, then the participants, lowest
 * number first. A member in READY or PRE_COMMIT waits for the k-th candidate, from 0 on, for (6(k +
 * 2) + n)D, with n members. That is long enough, for these reasons. The waits of two members for
 * the coordinator begin within 4D of each other; after each candidate that may have told one of
 * them more, within 6D more. A candidate that is up needs 9D from its turn to its last word. A
 * decision may pass through n members, each of which tells one and crashes, which takes nD.
 *
 * <table>
 * <caption>Termination; an event that is in no row does nothing</caption>
 * <tr><th>state</th><th>event</th><th>effects</th><th>next</th></tr>
 * <tr><td>WAIT</td><td>SILENCE</td><td>abort (EasyCommit's case A)</td><td/></tr>
 * <tr><td>READY, PRE_COMMIT</td><td>SILENCE, another's turn</td><td>waits for it</td><td/></tr>
 * <tr><td>READY, PRE_COMMIT</td><td>SILENCE, its own turn</td><td>Ask(leads) to all; SILENCE</td>
 * <td>LEADING</td></tr>
 * <tr><td>LEADING</td><td>SILENCE, or all have answered</td><td>decides, as the protocol says</td>
 * <td/></tr>
 * <tr><td>EXECUTING, WAIT, AGREED coordinator</td><td>Global-abort of a leader</td><td>gives up: no
 * node has heard of a commit from it</td><td/></tr>
 * <tr><td>INITIAL</td><td>Ask(leads)</td><td>Answer UNKNOWN; abort here; end (case B)</td><td>ENDED
 * </td></tr>
 * <tr><td>VOTING, READY, PRE_COMMIT, LEADING</td><td>Ask</td><td>Answer with its standing; waits
 * for the asker, if the asker leads and its turn is not over</td><td/></tr>
 * <tr><td>READY, PRE_COMMIT, LEADING</td><td>Global</td><td>as the protocol says</td><td>TRANSMIT_C or
 * TRANSMIT_A, until it is durable</td></tr>
 * <tr><td>RECOVERED</td><td>restarted; INQUIRE</td><td>Ask to all, after twice the wait</td><td/></tr>
 * <tr><td>RECOVERED</td><td>Ask</td><td>Answer RECOVERED</td><td/></tr>
 * <tr><td>RECOVERED</td><td>Global that is settled, or an abort</td><td>persist COMMITTED or ABORTED;
 * done here</td><td>TRANSMIT_C, TRANSMIT_A</td></tr>
 * <tr><td>RECOVERED</td><td>Answer UNKNOWN of the coordinator</td><td>persist COMMITTED or ABORTED,
 * as the protocol presumes; done here</td><td>TRANSMIT_C, TRANSMIT_A</td></tr>
 * <tr><td>RECOVERED coordinator</td><td>all others are RECOVERED or UNKNOWN</td><td>persist
 * COMMITTED or ABORTED, as the protocol says; done here</td><td>TRANSMIT_C, TRANSMIT_A</td></tr>
 * <tr><td>COMMIT, ABORT</td><td>Ask</td><td>Global, settled</td><td/></tr>
 * <tr><td>COMMIT, ABORT</td><td>Global, settled</td><td>Heard</td><td/></tr>
 * <tr><td>COMMIT, ABORT</td><td>RETRY; restarted</td><td>Global, settled, to the members that it
 * has not heard from; after twice the wait</td><td/></tr>
 * <tr><td>COMMIT, ABORT</td><td>all others have been heard from</td><td>persist FINISHED, unforced,
 * unless the outcome was written as a participant's last record; end</td><td>ENDED</td></tr>
 * </table>
 *
 * <p>In the engine, a participant in INITIAL hears only its coordinator: no other member knows
 * which branch of the node is meant before that branch has voted. So the two rows of INITIAL exist
 * only in the machine; a leader does without that answer, and waits its SILENCE. That is as safe: a
 * member that has not voted undoes its part at its deadline, and no node can have committed without
 * its vote.
 *
 * <p>A node that has no machine votes No, answers UNKNOWN, and says Heard to every settled outcome.
 *
 * <p><b>Invariants.</b>
 *
 * <ul>
 *   <li>I1: as long as nodes only crash, no two end the same transaction differently.
 *   <li>I2: a member that was down decides by itself only what follows from being the last member
 *       that knows anything.
 *   <li>I3: a leader has been up all the time, and all candidates before it have crashed.
 *   <li>I4: an outcome is in the log before it is said; it is forgotten only when all other nodes
 *       that could ask have it in their logs.
 *   <li>I5: a member that has been up all the time ends, whichever other members are down.
 *   <li>I6: when all nodes are up, everything ends.
 * </ul>
 *
 * <p><b>Needs</b>, besides what two-phase commit needs, that a message between two nodes that are
 * up is handled within D. Without that bound both protocols are unsafe, as their paper says (§4.1):
 * a participant that is cut off leads. <b>Blocks</b> a member that was down, until it reaches a
 * node that knows the outcome: at the latest when all are up.
 *
 * <p><b>Naive.</b> A machine can be made to go on after a restart as if it had been up all the
 * time: the papers' texts amount to that, and it is unsafe. The protocols' cards show the runs.
 */
@NullMarked
package tutti.protocol.termination;

import org.jspecify.annotations.NullMarked;
