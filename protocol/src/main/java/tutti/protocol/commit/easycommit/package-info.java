/**
 * EasyCommit: first transmit, then commit.
 *
 * <p><b>Source.</b> S. Gupta, M. Sadoghi: <i>EasyCommit: A Non-blocking Two-phase Commit
 * Protocol</i>, EDBT 2018: Figures 4 to 7, §3.1 to §3.3, §4.2, §5.3, §7. Voting, the termination
 * protocol and clean-up are in {@link tutti.protocol.termination}, which three-phase commit shares.
 *
 * <table>
 * <caption>What is its own; what is in no row is as there</caption>
 * <tr><th>state</th><th>event</th><th>effects</th><th>next</th></tr>
 * <tr><td>WAIT</td><td>all said Yes</td><td>persist VOTE: {@code global-commit-decision-reached}, with
 * the coordinator's own part</td><td>AGREED</td></tr>
 * <tr><td>AGREED</td><td>that is durable</td><td>Global-commit to all; persist COMMITTED, unforced;
 * commit here; tell the client; RETRY</td><td>COMMIT</td></tr>
 * <tr><td>WAIT</td><td>No, GaveUp, SILENCE</td><td>Global-abort to all but who said No or ReadOnly;
 * abort here; tell the client; RETRY</td><td>ABORT</td></tr>
 * <tr><td>AGREED</td><td>GaveUp</td><td>persist ABORTED; then as a participant that has heard it; tell
 * the client</td><td>TRANSMIT_A</td></tr>
 * <tr><td>READY, LEADING</td><td>Global-commit</td><td>persist NOTE: {@code global-commit-received}
 * </td><td>TRANSMIT_C</td></tr>
 * <tr><td>the same, and the only other member has sent it</td><td>Global-commit</td><td>persist
 * COMMITTED, its last record; commit here</td><td>TRANSMIT_C</td></tr>
 * <tr><td>TRANSMIT_C</td><td>that is durable</td><td>Heard to the coordinator; end</td><td>ENDED</td>
 * </tr>
 * <tr><td>TRANSMIT_C</td><td>that is durable</td><td>Global-commit to all others; persist COMMITTED,
 * unforced; commit here; RETRY</td><td>COMMIT</td></tr>
 * <tr><td>VOTING, READY, LEADING</td><td>Global-abort</td><td>persist ABORTED: {@code
 * global-abort-received}</td><td>TRANSMIT_A</td></tr>
 * <tr><td>LEADING</td><td>nobody knows an outcome</td><td>persist ABORTED: {@code
 * global-abort-decision-reached}</td><td>TRANSMIT_A</td></tr>
 * <tr><td>TRANSMIT_A</td><td>that is durable</td><td>Global-abort to all others; abort here; RETRY
 * </td><td>ABORT</td></tr>
 * <tr><td>INITIAL</td><td>Global-abort</td><td>forwards it; abort here; end</td><td>ENDED</td></tr>
 * <tr><td>RECOVERED</td><td>the coordinator knows nothing</td><td>commits, if it has a NOTE: who aborts
 * remembers that until this node has heard it; else aborts</td><td/></tr>
 * <tr><td>RECOVERED coordinator</td><td>all others were down, or know nothing</td><td>commits: its
 * client may have been told</td><td/></tr>
 * </table>
 *
 * <p><b>Forced:</b> VOTE before its Yes; the coordinator's VOTE before its first Global-commit;
 * NOTE or ABORTED before the forward, or COMMITTED before Heard. So a forward says that its sender
 * has the outcome in its log, and everybody may forget once all forwards have come (§5.3). Messages
 * and writes are counted in {@code docs/protocols.md}. What a node holds goes when it commits,
 * behind the transmission (docs/rulings.md#ruling-12).
 *
 * <p><b>Why it is safe when nodes crash, and only that.</b> Who commits has sent Global-commit to
 * all, and what is sent arrives: so whoever is up has it long before its time is over. Who decides
 * that its time is over was up all the time, has not got it, and so nobody has committed, nor will
 * anybody who is up. Who was down has no such reason, and asks. The coordinator may tell its client
 * as soon as it has transmitted: if everybody else crashes before it has written that down, its own
 * record decides when all are back.
 *
 * <p><b>Where the paper is wrong, though nodes only crash</b> ({@code EasyCommitPaperTest} has
 * these runs; {@link tutti.protocol.commit.easycommit.Variant#PAPER} is the letter):
 *
 * <ul>
 *   <li>§4.2 (iii): "if either coordinator or participant fail after transmitting the global
 *       decision and writing the log, then on recovery they can use this entry". Figure 5 writes
 *       {@code global-commit-received} before it transmits, so that the entry says nothing about
 *       that. In §3.3's own story X recovers, commits by its entry, and Y and Z have aborted. One
 *       crash is enough: the coordinator writes {@code global-commit-decision-reached}, crashes
 *       before it has told anybody, comes back after the others have aborted, and commits.
 *   <li>§4.2 has the others consult. If who was down may lead like everybody (§3.2 does not say
 *       that it may not), it aborts what the coordinator has committed and told before it crashed,
 *       too.
 *   <li>A Global-commit that is being forwarded to who was down must not make it commit, or
 *       forward: of two nodes that crash and come back in turn each could pass it to the other so
 *       often that the time of a third that hears nothing is over.
 * </ul>
 *
 * <p><b>The smallest change</b> that mends them: an entry without {@code transaction-commit} binds
 * nobody, and a member that was down neither leads nor forwards, but asks, and follows who has
 * ended ({@link tutti.protocol.commit.easycommit.Variant#MENDED}). It changes nothing as long as
 * nobody crashes, and nobody who is up waits longer. Then (i) and (ii) hold: who has no VOTE has
 * not voted, and a coordinator without one has not decided; both abort alone.
 *
 * <p><b>Where the text contradicts itself</b>, decided:
 *
 * <ul>
 *   <li>the coordinator waits in READY (§3.1) or WAIT (§3.2): here WAIT, and READY is
 *       participants';
 *   <li>a leader "can be in the INITIAL or the WAIT state": it is a participant, and so in READY.
 *       One in INITIAL knows no members, as it has got no Prepare; it undoes its part by itself at
 *       its deadline, or when a leader asks it, and nobody can have committed without its vote
 *       (case B);
 *   <li>Figure 5b sends its vote, and then adds {@code ready}: it is forced first
 *       (docs/rulings.md#ruling-2);
 *   <li>Theorem 3.1 takes a timed-out node for one that has heard from nobody, and says no bound.
 *       See the times of {@link tutti.protocol.termination}.
 * </ul>
 *
 * <p><b>Departures.</b>
 *
 * <ul>
 *   <li>Who votes No aborts at once, and is no member any more; so does who undoes its work before
 *       (observation I lets nobody pass from INITIAL to ABORT). It has promised nothing.
 *   <li>The coordinator writes no {@code begin_commit} and, as long as nothing of it is in its log,
 *       no abort: who has no record of it has aborted it.
 *   <li>An abort while the transaction executes is told once and forgotten: nobody can have voted.
 *   <li>{@code transaction-abort} is the same record as {@code global-abort-received}.
 *   <li>Participants are named in Prepare already (docs/rulings.md#ruling-1), and those that count
 *       in the decision.
 *   <li>Who only looked drops out (docs/rulings.md#ruling-3).
 *   <li>A single participant has nobody to transmit to but the coordinator, which has decided and
 *       is all there is: so it writes no {@code global-commit-received}, commits at once, and what
 *       it sends when its {@code transaction-commit} is durable is only an acknowledgement. Should
 *       it crash before that, the coordinator still remembers; should both, the coordinator's own
 *       record decides, as above.
 *   <li>Once all others are known to have the outcome in their logs {@code transaction-commit} and
 *       {@code transaction-abort} are the last records (FINISHED, left out): after a crash behind
 *       them the node knows nothing, and has Heard.
 *   <li>What a transaction holds at a node goes when it commits there. §5.3 keeps a node's
 *       "transactional resources", locks among them, until it has heard from every other node, and
 *       §6.5 finds that this costs EasyCommit throughput when most transactions write. Nothing
 *       needs it: after its local commit a node changes nothing more. Memory of the outcome alone
 *       stays until the forwards have come.
 *   <li>A coordinator in AGREED, whose own part is being forced, gives up when it hears a leader's
 *       Global-abort. The paper has no such state: its coordinator decides in one step. Nobody has
 *       heard of a commit then, so the abort stands.
 *   <li>Figure 7 counts a decision as delivered when it is sent, and leaves out nodes that have
 *       ever crashed (docs/rulings.md#ruling-12): literally it is false, since who has sent commits
 *       while others have yet to receive.
 * </ul>
 *
 * <p><b>Optimised</b> (§7; {@link tutti.protocol.commit.easycommit.Variant#OPTIMISED}). A
 * participant forwards only to whom it has not heard from; to the coordinator it says Heard
 * instead, for somebody must remember a commit for who was down until that has it: without any
 * acknowledgement, as §7 hints, nobody could ever forget. It forwards a commit and does it before
 * anything of it is in its log, and says Heard when its COMMITTED is: before that the coordinator
 * remembers, and an entry without {@code transaction-commit} binds nobody. A lock there is held for
 * a flush less than in the basic variant, whose forwards say that the outcome is in a log. The
 * other participants forget a commit after one retry or a crash, whoever they have heard from, so
 * that their memory is bounded, and COMMITTED is their last record; asked later they know nothing,
 * which who was down takes for nothing unless the coordinator says it. So it may wait for its
 * coordinator where the basic variant need not. Aborts are remembered as before.
 */
@NullMarked
package tutti.protocol.commit.easycommit;

import org.jspecify.annotations.NullMarked;
