/**
 * EasyCommit: first transmit, then commit.
 *
 * <p><b>Source.</b> S. Gupta, M. Sadoghi: <i>EasyCommit: A Non-blocking Two-phase Commit
 * Protocol</i>, EDBT 2018: Figures 4 to 7, §3.1 to §3.3, §4.2, §5.3, §7. Voting, the termination
 * protocol and clean-up are in {@link tutti.protocol.termination}, which three-phase commit shares.
 *
 * <p>Begin with {@link tutti.protocol.commit.easycommit.EasyMember}, whose one switch has the rows
 * of this table; a {@link tutti.protocol.termination.Situation} names a row's state and event.
 *
 * <table>
 * <caption>Its own transitions; all others are as in that package</caption>
 * <tr><th>state</th><th>event</th><th>effects</th><th>next</th></tr>
 * <tr><td>WAIT</td><td>all said Yes</td><td>persist VOTE: {@code global-commit-decision-reached}, with
 * the coordinator's own part</td><td>AGREED</td></tr>
 * <tr><td>AGREED</td><td>VOTE is durable</td><td>Global-commit to all; waits until that is
 * sent</td><td>TRANSMIT_C</td></tr>
 * <tr><td>TRANSMIT_C</td><td>Sent</td><td>persist COMMITTED, unforced; commit here; the coordinator:
 * tell the client; RETRY</td><td>COMMIT</td></tr>
 * <tr><td>WAIT</td><td>No, GaveUp, SILENCE</td><td>Global-abort to all but the participants that
 * said No or ReadOnly; abort here; tell the client; RETRY</td><td>ABORT</td></tr>
 * <tr><td>AGREED</td><td>GaveUp, Unwritten</td><td>persist ABORTED; then as a participant that has heard the
 * abort; tell the client</td><td>TRANSMIT_A</td></tr>
 * <tr><td>READY, LEADING</td><td>Global-commit</td><td>persist NOTE: {@code global-commit-received}
 * </td><td>TRANSMIT_C</td></tr>
 * <tr><td>READY, LEADING, and the only other member has sent
 * it</td><td>Global-commit</td><td>persist COMMITTED, its last record; commit
 * here</td><td>TRANSMIT_C</td></tr>
 * <tr><td>TRANSMIT_C</td><td>COMMITTED is durable</td><td>Heard to the coordinator;
 * end</td><td>ENDED</td> </tr>
 * <tr><td>TRANSMIT_C</td><td>NOTE is durable</td><td>Global-commit to all others; waits until that
 * is sent</td><td>TRANSMIT_C</td></tr>
 * <tr><td>VOTING, READY, LEADING</td><td>Global-abort</td><td>persist ABORTED: {@code
 * global-abort-received}</td><td>TRANSMIT_A</td></tr>
 * <tr><td>LEADING</td><td>no member knows an outcome</td><td>persist ABORTED: {@code
 * global-abort-decision-reached}</td><td>TRANSMIT_A</td></tr>
 * <tr><td>TRANSMIT_A</td><td>ABORTED is durable</td><td>Global-abort to all others; abort here;
 * RETRY</td><td>ABORT</td></tr>
 * <tr><td>INITIAL</td><td>Global-abort</td><td>forwards it; abort here; end</td><td>ENDED</td></tr>
 * <tr><td>RECOVERED</td><td>the coordinator knows nothing</td><td>commits, if it has a NOTE: a
 * member that aborts remembers the abort until this node has heard it; else aborts</td><td/></tr>
 * <tr><td>RECOVERED coordinator</td><td>all others were down, or know nothing</td><td>commits: its
 * client may have been told</td><td/></tr>
 * </table>
 *
 * <p><b>Forced:</b> VOTE before its Yes; the coordinator's VOTE before its first Global-commit;
 * NOTE or ABORTED before the forward, or COMMITTED before Heard. So a forward says that its sender
 * has the outcome in its log, and every member may forget once all forwards have come (§5.3).
 * Messages and writes are counted in {@code docs/protocols.md}. A node releases everything that the
 * transaction holds when it commits, behind the transmission (docs/rulings.md#ruling-12).
 *
 * <p><b>Why it is safe when nodes crash, and only that.</b> A member that commits has sent
 * Global-commit to all, and every message arrives: so a member that is up has it long before its
 * time is over. A member that decides that its time is over was up all the time and has not got it.
 * Therefore no member has committed, and no member that is up will. A member that was down has no
 * such reason, and asks. The coordinator may tell its client as soon as it has transmitted: if all
 * others crash before they have written the commit, the coordinator's own record decides when all
 * are back.
 *
 * <p><b>Errors of the paper, even if nodes only crash</b> ({@code EasyCommitPaperTest} has these
 * runs; {@link tutti.protocol.commit.easycommit.Variant#PAPER} is the letter):
 *
 * <ul>
 *   <li>§4.2 (iii): "if either coordinator or participant fail after transmitting the global
 *       decision and writing the log, then on recovery they can use this entry". Figure 5 writes
 *       {@code global-commit-received} before it transmits, so that the entry says nothing about
 *       that. In §3.3's own story X recovers, commits by its entry, and Y and Z have aborted. One
 *       crash is enough: the coordinator writes {@code global-commit-decision-reached}, crashes
 *       before it has told any other node, comes back after the others have aborted, and commits.
 *   <li>§4.2 has the others consult. If a member that was down may lead like all others (§3.2 does
 *       not forbid it), it aborts a transaction that the coordinator had committed, and told its
 *       client, before the coordinator crashed, too.
 *   <li>A Global-commit that is being forwarded must not make a member that was down commit, or
 *       forward. Two nodes that crash and come back in turn could pass it to each other so often
 *       that the time of a third node, which hears nothing, is over.
 * </ul>
 *
 * <p><b>The smallest change</b> that mends them: an entry without {@code transaction-commit} binds
 * no member, and a member that was down neither leads nor forwards, but asks, and follows a member
 * that has ended ({@link tutti.protocol.commit.easycommit.Variant#MENDED}). The change has no
 * effect as long as no node crashes, and no member that is up waits longer. Then (i) and (ii) hold:
 * a member that has no VOTE has not voted, and a coordinator that has none has not decided; both
 * abort alone.
 *
 * <p><b>Contradictions in the text</b>, and the decisions here:
 *
 * <ul>
 *   <li>the coordinator waits in READY (§3.1) or WAIT (§3.2): here WAIT, and READY is a state of
 *       participants;
 *   <li>a leader "can be in the INITIAL or the WAIT state": a leader is a participant, and so in
 *       READY. A participant in INITIAL knows no members, as it has got no Prepare; it undoes its
 *       part by itself at its deadline, or when a leader asks it, and no member can have committed
 *       without its vote (case B);
 *   <li>Figure 5b sends the vote, and then adds {@code ready}: here {@code ready} is forced first
 *       (docs/rulings.md#ruling-2);
 *   <li>Theorem 3.1 takes a timed-out node for one that has heard from no other node, and gives no
 *       bound. See the times of {@link tutti.protocol.termination}.
 * </ul>
 *
 * <p><b>Departures.</b>
 *
 * <ul>
 *   <li>A participant that votes No aborts immediately and leaves the protocol. So does a
 *       participant that undoes its work before (observation I lets no participant pass from
 *       INITIAL to ABORT). Neither has promised anything.
 *   <li>The coordinator writes no {@code begin_commit} and, as long as nothing of it is in its log,
 *       no abort: a coordinator that has no record of a transaction has aborted it.
 *   <li>An abort while the transaction executes is told once and forgotten: no participant can have
 *       voted.
 *   <li>{@code transaction-abort} is the same record as {@code global-abort-received}.
 *   <li>Participants are named in Prepare already (docs/rulings.md#ruling-1), and those that count
 *       are named in the decision.
 *   <li>A participant that only looked drops out (docs/rulings.md#ruling-3).
 *   <li>A single participant has no member to transmit to but the coordinator, which has decided.
 *       So it writes no {@code global-commit-received} and commits at once; its message when its
 *       {@code transaction-commit} is durable is only an acknowledgement. If it crashes before
 *       that, the coordinator still remembers; if both crash, the coordinator's own record decides,
 *       as above.
 *   <li>Once all others are known to have the outcome in their logs {@code transaction-commit} and
 *       {@code transaction-abort} are the last records (FINISHED, left out): after a crash behind
 *       them the node knows nothing, and answers Heard.
 *   <li>A transaction releases everything that it holds at a node when it commits there. §5.3 keeps
 *       a node's "transactional resources", locks among them, until it has heard from every other
 *       node, and §6.5 finds that this costs EasyCommit throughput when most transactions write.
 *       Nothing requires that: after its local commit a node changes nothing more. Only the memory
 *       of the outcome stays until the forwards have come.
 *   <li>A coordinator in AGREED, whose own part is being forced, gives up when it hears a leader's
 *       Global-abort. The paper has no such state: its coordinator decides in one step. No node has
 *       heard of a commit then, so the abort stands.
 *   <li>Figure 7 counts a decision as delivered when it is sent, and leaves out nodes that have
 *       ever crashed (docs/rulings.md#ruling-12): taken literally that is false, since a member
 *       that has sent commits while others have yet to receive. The figure does not say either what
 *       <i>sent</i> is. A message that is in a buffer of the process ends with the process, and
 *       then the others abort what a client was told. Here it is sent when the operating system has
 *       taken it ({@link tutti.protocol.commit.Output.AwaitSent}): that covers processes that end,
 *       and no machine that stops.
 * </ul>
 *
 * <p><b>Confirmed</b> ({@link tutti.protocol.commit.easycommit.Variant#CONFIRMED}). The coordinator
 * stays in TRANSMIT_C until, besides, another member is known to have the decision in its log: by
 * its forward, or the Heard of a single participant. That member is up, or its machine stops, too:
 * so what a client was told outlives the stop of one machine. If no answer has come within 3D, all
 * others have crashed; the coordinator goes on, and its record decides when they are back.
 *
 * <p><b>Optimised</b> (§7; {@link tutti.protocol.commit.easycommit.Variant#OPTIMISED}). A
 * participant forwards only to members that it has not heard from. To the coordinator it says Heard
 * instead, for one node must remember a commit for a member that was down until that member has it:
 * without any acknowledgement, as §7 hints, no node could ever forget. A participant forwards a
 * commit and carries it out before anything of it is in its log, and says Heard when its COMMITTED
 * is durable. Before that the coordinator remembers, and an entry without {@code
 * transaction-commit} binds no member. A lock there is held for a flush less than in the basic
 * variant, whose forwards say that the outcome is in a log. The other participants forget a commit
 * after one retry or a crash, whichever members they have heard from, so that their memory is
 * bounded, and COMMITTED is their last record. Asked later they know nothing, and a member that was
 * down ignores that answer unless it comes from the coordinator. So that member may wait for its
 * coordinator where the basic variant need not. Aborts are remembered as before.
 */
@NullMarked
package tutti.protocol.commit.easycommit;

import org.jspecify.annotations.NullMarked;
