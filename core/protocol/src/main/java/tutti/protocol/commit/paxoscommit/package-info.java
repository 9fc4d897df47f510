/**
 * Paxos Commit: one consensus for each member of the transaction, about that member's wish.
 *
 * <p><b>Source.</b> J. Gray, L. Lamport: <i>Consensus on Transaction Commit</i>, TODS 31(1), 2006:
 * §4.1 (Paxos), §4.2 (Paxos Commit), §4.3 (its costs), and the specification in its appendix. When
 * a participant may vote and drop out: docs/rulings.md#ruling-1 to docs/rulings.md#ruling-4.
 *
 * <p><b>Roles.</b> The paper's resource managers are the <i>members</i>: the participants, and the
 * coordinator if any node changes something, since its client may ask for the outcome. The paper's
 * acceptors are the <i>witnesses</i>: on the coordinator's node and on the 2F nodes that follow it,
 * whether these take part or not; where no node has changed anything, on the coordinator's node
 * alone. The first leader is the coordinator. Ballot 0 of each consensus belongs to its member,
 * ballot b &gt; 0 of all of them to node (b - 1) modulo the number of nodes. A value is
 * <i>chosen</i> when a majority of witnesses has accepted it in one ballot.
 *
 * <p>Begin with {@link tutti.protocol.commit.paxoscommit.Coordinator} and {@link
 * tutti.protocol.commit.paxoscommit.Participant}, then {@code Witness}. {@code Ballots} is what a
 * member does as a leader, {@link tutti.protocol.commit.paxoscommit.Group} has the members and
 * witnesses of one transaction.
 *
 * <table>
 * <caption>Messages</caption>
 * <tr><th>message</th><th>from, to</th><th>meaning</th></tr>
 * <tr><td>Prepare(round, group)</td><td>coordinator, participant</td><td>everything has executed;
 * vote. These are the members and the witnesses</td></tr>
 * <tr><td>Phase2a(0, members, own value)</td><td>member, witness</td><td>I am prepared, which is
 * forced; or I only looked, my observations are durable, and I am out</td></tr>
 * <tr><td>Phase2b(ballot, values)</td><td>witness, leader of the ballot</td><td>I have forced these
 * values of all members, in this ballot; ballot 0 is the coordinator's</td></tr>
 * <tr><td>Outcome(commit)</td><td>any node that knows, member or coordinator</td><td>this outcome
 * is chosen, or certain</td></tr>
 * <tr><td>Ack</td><td>participant, coordinator</td><td>the transaction has ended here, and for
 * good</td></tr>
 * <tr><td>Forget</td><td>coordinator, witness</td><td>the transaction has ended everywhere for
 * good</td></tr>
 * <tr><td>No(round)</td><td>participant, coordinator</td><td>I have not voted, and never will: the
 * transaction is aborted</td></tr>
 * <tr><td>Undo</td><td>coordinator, participant</td><td>I gave up before any node was asked to
 * vote; no answer is wanted</td></tr>
 * <tr><td>Unknown</td><td>node that is asked to vote, coordinator</td><td>I know nothing of the
 * transaction: it never was here, or is over here</td></tr>
 * <tr><td>Phase1a(ballot, members)</td><td>leader, witness</td><td>accept nothing below this ballot
 * any more; what have you accepted?</td></tr>
 * <tr><td>Phase1b(ballot, accepted)</td><td>witness, leader</td><td>I shall not, which is forced;
 * this is the newest acceptance</td></tr>
 * <tr><td>Phase2a(ballot, members, values)</td><td>leader, witness</td><td>accept these</td></tr>
 * <tr><td>Refuse(ballot)</td><td>witness, leader</td><td>I have promised that higher
 * ballot</td></tr>
 * <tr><td>Missing(members)</td><td>witness, coordinator that says its vote again</td><td>these have
 * not voted here</td></tr>
 * <tr><td>Inquire</td><td>witness, member or coordinator</td><td>has the transaction ended there
 * for good?</td></tr>
 * <tr><td>Gone</td><td>node without a member, witness</td><td>the transaction has ended here for
 * good</td></tr>
 * </table>
 *
 * <table>
 * <caption>Coordinator; an event that is in no row does nothing</caption>
 * <tr><th>state</th><th>event</th><th>effects</th><th>next</th></tr>
 * <tr><td>EXECUTING</td><td>Closed, no participants</td><td>persist DECISION; commit here. If
 * nothing changed: commit here; await the observations</td><td>DECIDING, OBSERVING</td></tr>
 * <tr><td>EXECUTING</td><td>Closed, changes here</td><td>persist VOTE; Prepare to all; RETRY</td><td>
 * VOTING</td></tr>
 * <tr><td>EXECUTING</td><td>Closed, no changes here</td><td>await the
 * observations</td><td>OBSERVING</td></tr>
 * <tr><td>EXECUTING, OBSERVING</td><td>GaveUp, No</td><td>abort here; Undo to all; tell the client; end
 * </td><td>ENDED</td></tr>
 * <tr><td>OBSERVING</td><td>they are durable</td><td>Prepare to all; RETRY; SILENCE. Without
 * participants: tell the client; end</td><td>PREPARED, ENDED</td></tr>
 * <tr><td>DECIDING</td><td>DECISION is durable</td><td>tell the client; end</td><td>ENDED</td></tr>
 * <tr><td>VOTING</td><td>VOTE is durable</td><td>Phase2a(0) for itself to all witnesses; SILENCE</td><td>
 * PREPARED</td></tr>
 * <tr><td>VOTING</td><td>RETRY</td><td>Prepare to all, after twice the wait</td><td/></tr>
 * <tr><td>PREPARED</td><td>RETRY, not leading</td><td>Phase2a(0) to witnesses that have not accepted,
 * after twice the wait</td><td/></tr>
 * <tr><td>PREPARED</td><td>Missing</td><td>Prepare to those members</td><td/></tr>
 * <tr><td>PREPARED</td><td>SILENCE, GaveUp, second Unknown of a node</td><td>lead a ballot, as below</td><td/></tr>
 * <tr><td>VOTING</td><td>GaveUp, Unwritten</td><td>persist ABORTED</td><td>ABORTING</td>
 * </tr>
 * <tr><td>ABORTING</td><td>ABORTED is durable</td><td>abort here; tell the client; Outcome(abort) to all; RETRY</td>
 * <td>ABORTED</td></tr>
 * <tr><td>VOTING</td><td>No; Outcome(abort)</td><td>as below</td><td>ABORTED</td></tr>
 * <tr><td>PREPARED</td><td>a majority of Phase2b of ballot 0 or its own; No;
 * Outcome</td><td>persist COMMITTED or ABORTED, if it has voted; end it here; tell the client;
 * Outcome to all members that must hear; RETRY</td><td>COMMITTED, ABORTED</td></tr>
 * <tr><td>COMMITTED, ABORTED</td><td>RETRY</td><td>Outcome to the members whose Ack is missing,
 * after twice the wait</td><td/></tr>
 * <tr><td>COMMITTED, ABORTED</td><td>last Ack, and its own end is durable</td><td>Forget to all
 * witnesses; persist FINISHED, unforced, if it has voted; end</td><td>ENDED</td></tr>
 * </table>
 *
 * <p>All members that were prepared must hear of a commit; all members but those that said No must
 * hear of an abort.
 *
 * <table>
 * <caption>Participant; an event that is in no row does nothing</caption>
 * <tr><th>state</th><th>event</th><th>effects</th><th>next</th></tr>
 * <tr><td>INITIAL</td><td>Prepare of the round that has executed, something changed</td><td>persist
 * VOTE</td><td>VOTING</td></tr>
 * <tr><td>INITIAL</td><td>Prepare of the round that has executed, nothing changed</td><td>commit
 * here: locks are released; await the observations</td><td>OBSERVING</td></tr>
 * <tr><td>INITIAL</td><td>Prepare of a newer round; Objected</td><td>No; abort here; end</td><td>ENDED
 * </td></tr>
 * <tr><td>INITIAL</td><td>RollBack, Undo</td><td>abort here; end</td><td>ENDED</td></tr>
 * <tr><td>INITIAL</td><td>Outcome(abort)</td><td>abort here; Ack; end</td><td>ENDED</td></tr>
 * <tr><td>OBSERVING</td><td>they are durable</td><td>Phase2a(0, read-only) to all witnesses;
 * end</td><td>ENDED</td></tr>
 * <tr><td>OBSERVING</td><td>Outcome(abort)</td><td>Ack; end</td><td>ENDED</td></tr>
 * <tr><td>VOTING</td><td>VOTE is durable</td><td>Phase2a(0, prepared) to all witnesses; SILENCE</td><td>
 * PREPARED</td></tr>
 * <tr><td>PREPARED</td><td>Prepare</td><td>Phase2a(0, prepared) again</td><td/></tr>
 * <tr><td>PREPARED</td><td>SILENCE</td><td>lead a ballot, as below</td><td/></tr>
 * <tr><td>VOTING</td><td>Outcome(abort)</td><td rowspan="2">persist COMMITTED or ABORTED; end it
 * here. If its own ballot has decided: Outcome to all others</td><td>ABORTING</td></tr>
 * <tr><td>PREPARED</td><td>Outcome; a majority of Phase2b of its ballot</td><td>COMMITTING, ABORTING
 * </td></tr>
 * <tr><td>COMMITTING, ABORTING</td><td>the outcome is durable</td><td>Ack;
 * end</td><td>ENDED</td></tr>
 * </table>
 *
 * <p><b>Leading.</b> A member that has voted forces NOTE with its ballot, higher than all that it
 * has heard of, then says Phase1a. After a majority of Phase1b, the leader sends Phase2a: for each
 * member the value that was accepted in the highest ballot, or "aborted" if none was. SILENCE
 * repeats the unanswered messages, or leads a higher ballot if this one was refused, after twice
 * the wait. The first wait is four times the first retry, and the bound of delays at least. This
 * wait and all that follow are multiplied by one more than the number of members that come first
 * (the coordinator, then by number), so that one leads and not all.
 *
 * <table>
 * <caption>Witness; an event that is in no row does nothing</caption>
 * <tr><th>state</th><th>event</th><th>effects</th><th>next</th></tr>
 * <tr><td>EMPTY, GATHERING</td><td>Phase2a(0), others are missing</td><td>noted, not written; Missing,
 * if the coordinator says nothing new; INQUIRE</td><td>GATHERING</td></tr>
 * <tr><td>EMPTY, GATHERING</td><td>Phase2a(0), of all</td><td>persist NOTE: all accepted</td><td>NOTED
 * </td></tr>
 * <tr><td>EMPTY, GATHERING</td><td>Phase2a(0), of all, and all only looked</td><td>Phase2b to the
 * coordinator; end</td><td>ENDED</td></tr>
 * <tr><td>EMPTY, GATHERING, NOTED</td><td>Phase1a of a higher ballot</td><td>accept the votes that are
 * noted; persist NOTE: promised</td><td>NOTED</td></tr>
 * <tr><td>EMPTY, GATHERING, NOTED</td><td>Phase2a of this or a higher ballot</td><td>persist NOTE: all
 * accepted</td><td>NOTED</td></tr>
 * <tr><td>NOTED</td><td>NOTE is durable</td><td>Phase2b or Phase1b, with the values of the time of
 * writing</td><td/></tr>
 * <tr><td>NOTED</td><td>a repeated question</td><td>the earlier answer, if it is
 * durable</td><td/></tr>
 * <tr><td>NOTED</td><td>Phase1a or Phase2a of a lower ballot</td><td>Refuse; in ballot 0 to the
 * coordinator only</td><td/></tr>
 * <tr><td>GATHERING, NOTED</td><td>INQUIRE</td><td>Inquire to all members and the coordinator that are
 * not Gone, after the longest wait</td><td/></tr>
 * <tr><td>all</td><td>Forget, last Gone</td><td>persist FINISHED, unforced, if anything was; end</td><td>
 * ENDED</td></tr>
 * </table>
 *
 * <p>A node without a member answers by {@link
 * tutti.protocol.commit.paxoscommit.PaxosCommit#toUnknown(tutti.protocol.commit.NodeView, int,
 * tutti.protocol.commit.CommitMessage)}. After a restart a VOTE without an end stands for a member
 * in PREPARED, which says its vote again; a coordinator's COMMITTED or ABORTED without FINISHED is
 * said to all again; a NOTE of a witness without FINISHED stands for a witness in NOTED.
 *
 * <p><b>Forgetting</b> (the paper leaves it open). A witness forgets a transaction when that has
 * ended everywhere for good: at a member when its COMMITTED or ABORTED is durable, or when it has
 * only looked and its vote was sent, or when it had not voted and never will. A witness that has
 * forgotten, or never knew, is made anew by the next message, and has accepted nothing. That is
 * sound, since from then on no answer of the witness can make a member decide. For this reason
 * aborts are forced and acknowledged, too: the vote of a member may still be under way when a
 * higher ballot has aborted the transaction. If the witnesses forgot that ballot, they could accept
 * the late votes of all members, and a member that had missed the abort would commit. For the same
 * reason a witness inquires at the coordinator even where the coordinator is no member: it counts
 * Phase2b.
 *
 * <p><b>Costs</b> without failures: client latency is that of two-phase commit whose participants
 * vote when asked, plus one message (Prepare, Phase2a, Phase2b), with the same two flushes one
 * after the other. There is no additional message where enough witnesses are members, as with two
 * members: their votes and acceptances overlap. A coordinator whose node changes nothing waits
 * until its observations are durable before it asks. All formulas are in {@code docs/protocols.md}.
 *
 * <p><b>Invariants.</b>
 *
 * <ul>
 *   <li>I1: no two nodes end the same transaction differently.
 *   <li>I2: a commit is decided only when every member has forced its vote, or only looked.
 *   <li>I3: in one ballot at most one value is proposed about a member, and in ballot 0 only by
 *       that member.
 *   <li>I4: a client hears of a commit only when it is chosen, and of an abort only if no commit
 *       can be.
 *   <li>I5: when all nodes are up and messages arrive, everything ends; and every member that is up
 *       ends while a majority of the witnesses is up.
 *   <li>I6: a vote, a promise, an acceptance and an end are durable before Phase2a(0), Phase1b,
 *       Phase2b or Ack says so, and a ballot before its leader's Phase1a, if the leader has voted.
 *   <li>I7: a witness that has said that it promises a ballot never accepts in a lower one.
 *   <li>I8: a witness forgets only when all members and the coordinator have ended for good.
 * </ul>
 *
 * <p>Of these each member watches that of I6 its vote is durable, and of I1 and I4 its own words
 * ({@link tutti.protocol.commit.Invariants}); the others no member or witness can see alone.
 *
 * <p><b>Guarantees</b> atomicity and durability, whichever messages are lost, doubled, late or out
 * of order, and whichever nodes crash. <b>Does not block</b> while F + 1 of the 2F + 1 witnesses
 * are up and can be reached: a member that has voted ends without the coordinator. With F = 0 the
 * coordinator's node decides alone, and its absence blocks as with two-phase commit.
 *
 * <p><b>Needs</b> 2F + 1 nodes, at least two; and the needs of two-phase commit for logs, for the
 * answers of a node that is starting, and for the names of participants that messages carry. A node
 * that comes back without its log, as with {@code durability = off}, cannot be a witness: it would
 * promise and accept as if it never had, and a majority could choose twice.
 *
 * <p><b>Departures from the paper.</b>
 *
 * <ul>
 *   <li>Members send their votes to all 2F + 1 witnesses, not to F + 1 first (§4.3): so a node that
 *       is away costs no time, at the price of F more writes.
 *   <li>A witness accepts the votes of all members with one forced write, when the last has come
 *       (§4.2 lets it bundle its Phase2b). If one vote never comes, the next ballot's Phase1a makes
 *       the witness accept the votes that are there.
 *   <li>A member that aborts before it votes tells the coordinator, and no witness: no other node
 *       may propose anything but "aborted" about it, so that the abort is certain (§4.2 has the
 *       member send Phase2a; §3.1 lets it abort by itself).
 *   <li>A node that knows nothing any more must not say No: it could have voted read-only. Its
 *       second Unknown only makes the coordinator lead a ballot; the first may be quicker than its
 *       vote.
 *   <li>Members that only looked are a third value, and need not hear the outcome. Witnesses keep
 *       nothing of transactions in which all members only looked.
 *   <li>A transaction in which all have said, as they executed, that they only looked has one
 *       witness, on the coordinator's node: F is 0 for it. Only the coordinator waits for its
 *       outcome, and when that is away no node does, so that a majority would only be one more set
 *       of nodes that can be missing. The participants drop out when they are asked to vote, as
 *       under two-phase commit: all has executed by then, so that at one moment all participants
 *       held everything that they looked at. If a participant has changed something after all, F =
 *       0 is as safe, and blocks.
 *   <li>A coordinator whose node changed nothing is no member, has no record, and asks for votes
 *       only when its observations are durable: others might commit without it.
 *   <li>Witnesses never lead: a node that needs the outcome leads, and that is a member or the
 *       coordinator.
 *   <li>A leader's ballot is forced, for a leader that comes back must not lead the same ballot
 *       again; the paper's leaders do not come back.
 * </ul>
 */
@NullMarked
package tutti.protocol.commit.paxoscommit;

import org.jspecify.annotations.NullMarked;
