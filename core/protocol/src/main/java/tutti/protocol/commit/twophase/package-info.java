/**
 * Two-phase commit: with presumed abort, presumed commit, or presumed nothing.
 *
 * <p><b>Source.</b> The two phases: S. Gupta, M. Sadoghi: <i>EasyCommit</i>, EDBT 2018, §2, Figures
 * 1 and 3a. Votes as participants execute, nested syncs that add participants, and an abort at the
 * first No: T. Soethout, T. van der Storm, J. Vinju: <i>Path-Sensitive Atomic Commit</i>,
 * Programming 5(1):3, 2021 (PSAC), §4.2. Presumptions: C. Mohan, B. Lindsay, R. Obermarck, TODS
 * 11(4), 1986, §3 and §4. When a participant may vote and drop out: docs/rulings.md#ruling-1 to
 * docs/rulings.md#ruling-4.
 *
 * <p>Begin with {@link tutti.protocol.commit.twophase.Coordinator}, then {@link
 * tutti.protocol.commit.twophase.Participant}: each has its states and one switch over events.
 *
 * <table>
 * <caption>Messages</caption>
 * <tr><th>message</th><th>from, to</th><th>meaning</th></tr>
 * <tr><td>Prepare(round)</td><td>coordinator, participant</td><td>everything has executed; vote on
 * your work up to that round</td></tr>
 * <tr><td>Voted(round, Yes)</td><td>participant, coordinator</td><td>I shall end as you decide;
 * forced before it is said</td></tr>
 * <tr><td>Voted(round, No)</td><td>participant, coordinator</td><td>I have not executed that, or
 * have undone it</td></tr>
 * <tr><td>Voted(round, ReadOnly)</td><td>participant, coordinator</td><td>I only looked, my
 * observations are durable, and I am out</td></tr>
 * <tr><td>Decide(commit)</td><td>coordinator, participant</td><td>the outcome; a commit is forced
 * before it is said</td></tr>
 * <tr><td>Ack</td><td>participant, coordinator</td><td>I have forced the commit</td></tr>
 * <tr><td>Inquire</td><td>participant, coordinator</td><td>I said Yes; what is the outcome?</td></tr>
 * </table>
 *
 * <p>A <i>round</i> counts the coordinator's asks at a node. A vote is valid only for the newest
 * round: a nested sync may come back to a node that has said Yes, and that Yes says nothing about
 * the work of the sync.
 *
 * <table>
 * <caption>Coordinator; an event that is in no row does nothing</caption>
 * <tr><th>state</th><th>event</th><th>effects</th><th>next</th></tr>
 * <tr><td>EXECUTING</td><td>Joined</td><td>older votes of that node are void</td><td/></tr>
 * <tr><td>EXECUTING, PREPARING</td><td>valid Vote Yes</td><td>counted</td><td>as "all voted", if
 * closed</td></tr>
 * <tr><td>PREPARING</td><td>valid Vote ReadOnly</td><td>counted</td><td>as "all voted"</td></tr>
 * <tr><td>EXECUTING, PREPARING</td><td>GaveUp; Vote No, but not of a participant that dropped
 * out</td><td>abort here; Decide(abort) to all but the participants that said No or ReadOnly; tell
 * the client; end</td><td>ENDED</td></tr>
 * <tr><td>EXECUTING</td><td>Closed, votes are missing</td><td>Prepare to the participants whose
 * votes are missing; RETRY</td><td>PREPARING</td></tr>
 * <tr><td>PREPARING</td><td>RETRY</td><td>Prepare to them again, after twice the
 * wait</td><td/></tr>
 * <tr><td>EXECUTING, PREPARING</td><td>all voted, some node changed something</td><td>persist
 * DECISION; commit here</td><td>DECIDING</td></tr>
 * <tr><td>EXECUTING, PREPARING</td><td>all voted, no node changed anything</td><td>commit here;
 * await the observations</td><td>OBSERVING</td></tr>
 * <tr><td>OBSERVING</td><td>they are durable</td><td>tell the client; end</td><td>ENDED</td></tr>
 * <tr><td>DECIDING</td><td>DECISION is durable</td><td>Decide(commit) to all Yes voters; tell the
 * client; RETRY. End, if there are none</td><td>COMMITTED</td></tr>
 * <tr><td>COMMITTED</td><td>RETRY</td><td>Decide(commit) to the participants whose Ack is missing,
 * after twice the wait</td><td/></tr>
 * <tr><td>COMMITTED</td><td>Inquire</td><td>Decide(commit) to the asker</td><td/></tr>
 * <tr><td>COMMITTED</td><td>last Ack</td><td>persist FINISHED, unforced; end</td><td>ENDED</td></tr>
 * </table>
 *
 * <table>
 * <caption>Participant; an event that is in no row does nothing</caption>
 * <tr><th>state</th><th>event</th><th>effects</th><th>next</th></tr>
 * <tr><td>INITIAL, VOTING, PREPARED</td><td>Executed a newer round</td><td>noted; if told to vote,
 * and something changed: persist VOTE</td><td>VOTING, if it votes</td></tr>
 * <tr><td>INITIAL, VOTING, PREPARED</td><td>Prepare of the round that has executed, something
 * changed</td><td>persist VOTE; if that is durable already, Vote Yes again</td><td>VOTING</td></tr>
 * <tr><td>INITIAL</td><td>Prepare of the round that has executed, nothing changed</td><td>commit
 * here: locks are released; await the observations</td><td>OBSERVING</td></tr>
 * <tr><td>OBSERVING</td><td>they are durable</td><td>Vote ReadOnly; end</td><td>ENDED</td></tr>
 * <tr><td>INITIAL, VOTING, PREPARED</td><td>Prepare of a newer round than has executed</td><td>Vote
 * No; abort as below</td><td>ENDED</td></tr>
 * <tr><td>INITIAL</td><td>RollBack, Decide(abort)</td><td>abort here; end</td><td>ENDED</td></tr>
 * <tr><td>INITIAL, VOTING, PREPARED</td><td>Objected, and something has executed since the newest
 * vote</td><td>Vote No; abort as for Decide(abort)</td><td>ENDED</td></tr>
 * <tr><td>VOTING</td><td>VOTE is durable</td><td>Vote Yes, if nothing has executed since; INQUIRE
 * </td><td>PREPARED</td></tr>
 * <tr><td>PREPARED</td><td>INQUIRE</td><td>Inquire, after twice the wait</td><td/></tr>
 * <tr><td>PREPARED, recovered</td><td>Prepare</td><td>Vote No; Inquire</td><td/></tr>
 * <tr><td>PREPARED</td><td>Decide(commit)</td><td>persist COMMITTED; commit here</td><td>COMMITTING
 * </td></tr>
 * <tr><td>VOTING, PREPARED</td><td>Decide(abort)</td><td>persist ABORTED, unforced; abort here; end
 * </td><td>ENDED</td></tr>
 * <tr><td>COMMITTING</td><td>COMMITTED is durable</td><td>Ack; end</td><td>ENDED</td></tr>
 * </table>
 *
 * <p>The tables above are for presumed abort. <b>The other presumptions</b> add:
 *
 * <table>
 * <caption>Differences of presumed commit and presumed nothing</caption>
 * <tr><th>role</th><th>state</th><th>event</th><th>effects</th><th>next</th></tr>
 * <tr><td>coordinator, commit</td><td>EXECUTING</td><td>Closed, there are
 * participants</td><td>persist NOTE: their names</td><td>COLLECTING</td></tr>
 * <tr><td>coordinator, commit</td><td>COLLECTING</td><td>NOTE is durable</td><td>as Closed above</td>
 * <td>PREPARING</td></tr>
 * <tr><td>coordinator, commit</td><td>DECIDING</td><td>DECISION is durable</td><td>Decide(commit) to all
 * Yes voters; tell the client; persist FINISHED, unforced; end</td><td>ENDED</td></tr>
 * <tr><td>coordinator, commit</td><td>EXECUTING, COLLECTING</td><td>GaveUp, No</td><td>as above, without
 * waiting; FINISHED, unforced, if there is a NOTE</td><td>ENDED</td></tr>
 * <tr><td>coordinator, commit</td><td>PREPARING</td><td>GaveUp, No</td><td>abort here;
 * Decide(abort) to all but the participants that said No or ReadOnly; tell the client;
 * RETRY</td><td>ABORTED</td></tr>
 * <tr><td>coordinator, nothing</td><td>EXECUTING, PREPARING</td><td>GaveUp, No, and some
 * participants must hear</td><td>abort here; persist NOTE: their names</td><td>ABORTING</td></tr>
 * <tr><td>coordinator, nothing</td><td>ABORTING</td><td>NOTE is durable</td><td>tell the client;
 * Decide(abort) to them; RETRY</td><td>ABORTED</td></tr>
 * <tr><td>coordinator</td><td>ABORTED</td><td>RETRY, Inquire, last Ack</td><td>as in COMMITTED,
 * with the abort</td><td>ENDED</td></tr>
 * <tr><td>participant</td><td>INITIAL, OBSERVING</td><td>Decide(abort)</td><td>Ack, then as above</td><td>
 * ENDED</td></tr>
 * <tr><td>participant</td><td>VOTING, PREPARED</td><td>Decide(abort)</td><td>persist ABORTED; abort here
 * </td><td>ABORTING</td></tr>
 * <tr><td>participant</td><td>ABORTING</td><td>ABORTED is durable</td><td>Ack; end</td><td>ENDED</td></tr>
 * <tr><td>participant, commit</td><td>PREPARED</td><td>Decide(commit)</td><td>persist COMMITTED, unforced;
 * commit here; end</td><td>ENDED</td></tr>
 * <tr><td>participant, commit</td><td>PREPARED, recovered</td><td>Prepare</td><td>Vote Yes;
 * Inquire: the participant has voted once at most, on all its work</td><td/></tr>
 * </table>
 *
 * <p><b>Irrevocable operations</b> (docs/rulings.md#ruling-10) come between the last vote and the
 * decision. Of a transaction that has one, Closed says so ({@code acts}):
 *
 * <table>
 * <caption>Differences for a transaction with an irrevocable operation</caption>
 * <tr><th>role</th><th>state</th><th>event</th><th>effects</th><th>next</th></tr>
 * <tr><td>coordinator</td><td>EXECUTING, PREPARING</td><td>all voted</td><td>persist VOTE: its own
 * node's part, and the operation's name</td><td>BEGINNING</td></tr>
 * <tr><td>coordinator</td><td>BEGINNING</td><td>GaveUp; Unwritten: the log has not
 * taken VOTE</td><td>persist
 * ABORTED</td><td>ABORTING</td></tr>
 * <tr><td>coordinator</td><td>BEGINNING</td><td>VOTE is durable</td><td>Act: the operation
 * runs</td><td>ACTING</td></tr>
 * <tr><td>coordinator</td><td>ACTING</td><td>Acted: it has happened</td><td>persist DECISION; commit
 * here</td><td>DECIDING</td></tr>
 * <tr><td>coordinator</td><td>ACTING</td><td>Acted: it has not, and never will</td><td>persist
 * ABORTED</td><td>ABORTING</td></tr>
 * <tr><td>coordinator</td><td>ACTING</td><td>Acted: unknown</td><td>RETRY</td><td/></tr>
 * <tr><td>coordinator</td><td>ACTING</td><td>RETRY; or it was found in the log</td><td>Act, after
 * twice the wait: the check is asked</td><td/></tr>
 * <tr><td>coordinator</td><td>ABORTING</td><td>ABORTED is durable</td><td>abort here; Decide(abort)
 * to all Yes voters; tell the client. End, or RETRY if they acknowledge aborts</td><td>ENDED or
 * ABORTED</td></tr>
 * </table>
 *
 * <p>In ACTING and ABORTING neither GaveUp nor a No ends it, and Inquire has no answer.
 *
 * <p><b>Told last</b> ({@code two-phase-acknowledged}, presuming abort) is two-phase commit as
 * EasyCommit §5.2 measures it: the client hears of a commit when all participants have acknowledged
 * it.
 *
 * <table>
 * <caption>Differences of telling last</caption>
 * <tr><th>role</th><th>state</th><th>event</th><th>effects</th><th>next</th></tr>
 * <tr><td>coordinator</td><td>DECIDING</td><td>DECISION is durable, some have voted Yes</td><td>as
 * above, without telling the client</td><td>COMMITTED</td></tr>
 * <tr><td>coordinator</td><td>COMMITTED</td><td>last Ack</td><td>tell the client; persist FINISHED,
 * unforced; end</td><td>ENDED</td></tr>
 * <tr><td>coordinator</td><td>COMMITTED</td><td>GaveUp: the client's time is over</td><td>tell the
 * client</td><td/></tr>
 * </table>
 *
 * <p>Under presumed commit no participant votes before it is asked. A NOTE that is found without
 * DECISION or FINISHED stands for a coordinator in ABORTED.
 *
 * <p>A node that has no machine for a transaction, because the transaction has ended or never began
 * there, answers by {@link tutti.protocol.commit.twophase.TwoPhase#answer}. After a restart a
 * DECISION without FINISHED that some participant must acknowledge stands for a coordinator in
 * COMMITTED, a VOTE without an end stands for a participant in PREPARED or a coordinator in ACTING,
 * and nothing else is left.
 *
 * <p>Commit is presumed of a transaction that was forgotten on purpose. A coordinator that starts
 * anew with nothing at all has forgotten more: under presumed commit, a participant that waits for
 * it takes that start for Decide(abort) ({@link
 * tutti.protocol.commit.twophase.TwoPhase#forgotten}).
 *
 * <p><b>Forced, and told before anything goes on:</b> VOTE before its Yes, DECISION before the
 * client or a participant hears of it, COMMITTED before its Ack. FINISHED and ABORTED are not
 * forced: without them the same questions are asked once more. A commit takes the following, with
 * <i>e</i> participants that change something and vote as they execute, <i>a</i> that change
 * something and vote when asked, <i>r</i> that only look, and <i>c</i> = 1 if the coordinator's
 * node changes something: 3e + 4a + 2r messages and 2e + 2a + [e + a + c] forced writes ([x] is 1
 * if x &gt; 0). An abort forces nothing but votes. All formulas are in {@code docs/protocols.md}.
 *
 * <p><b>Invariants.</b>
 *
 * <ul>
 *   <li>I1: no two nodes end the same transaction differently, and no node applies it twice.
 *   <li>I2: a commit that changes something is decided only when every participant that changed
 *       something has a durable Yes for all its executed work.
 *   <li>I3: after a participant has said Yes to the newest round it ends only as its coordinator
 *       says.
 *   <li>I4: a client hears of a commit only when it is durable, and of an abort only if there is no
 *       commit.
 *   <li>I5: when all nodes are up and messages arrive, everything ends.
 *   <li>I6: a vote, a decision and an end are durable before their Yes, their Decide(commit) or
 *       their Ack is said.
 *   <li>I7: nothing new is executed once a Prepare was sent, and a participant that only looked
 *       releases everything that it holds only after its Prepare.
 *   <li>I8: a participant that has said No never says Yes.
 *   <li>I9: an irrevocable operation runs once at most, when all votes and the coordinator's own
 *       are durable; its transaction commits if it has happened, and else aborts.
 * </ul>
 *
 * <p>Of these each member watches I8, that of I6 a Yes is durable, and of I1 and I4 its own words
 * ({@link tutti.protocol.commit.Invariants}); the others no member can see alone.
 *
 * <p><b>Guarantees</b> atomicity and durability, whichever messages are lost, doubled, late or out
 * of order, and whichever nodes crash. <b>Blocks</b> a participant from the moment it has said Yes
 * until it hears the outcome: while its coordinator is silent it keeps everything that it holds. No
 * other node can release that; another participant may know no more.
 *
 * <p><b>Needs</b>
 *
 * <ul>
 *   <li>a log that keeps all flushed records, in order; a node that lost some of them must not come
 *       back;
 *   <li>no answers before the whole log has been read;
 *   <li>that a node's work for one ask is not undone alone. A participant that was lost before its
 *       vote and one that was made anew by a late message are two participants, with two names.
 *       Messages carry the name of the participant that they mean or come from. A message for a
 *       participant other than the present one is answered as for an unknown one. A vote or an
 *       acknowledgement of a participant other than the one that the coordinator counts on is
 *       dropped, and its inquiry is answered with an abort. DECISION and VOTE keep the name. Else a
 *       late ask could make a participant that takes the commit of its predecessor for its own;
 *   <li>a node that rolls back a participant that never hears from its coordinator again.
 * </ul>
 *
 * <p><b>Departures from the papers.</b>
 *
 * <ul>
 *   <li>The coordinator writes no begin and no abort (in EasyCommit §2 it writes both): presumed
 *       abort makes them needless, and saves the acknowledgements of aborts.
 *   <li>Participants that only looked write nothing and drop out, but only when everything has
 *       executed (docs/rulings.md#ruling-3).
 *   <li>A participant's wait for its coordinator's first message (PSAC §4.2 aborts on a time-out)
 *       ends in a rollback by its node, not in a timer of the protocol (docs/rulings.md#ruling-1,
 *       docs/rulings.md#ruling-4).
 *   <li>A recovered participant never says Yes again: it does not know the round of its vote, and
 *       has lost the work that executed after the vote. Its No lets an undecided coordinator abort;
 *       a coordinator that has decided ignores the No. Either then answers the inquiry that
 *       follows.
 *   <li>A No of a participant that has dropped out is ignored: it only says that the participant
 *       has forgotten.
 *   <li>The client is told as soon as the decision is durable. EasyCommit §5.2 measures a two-phase
 *       commit whose coordinator first waits for all acknowledgements; then it commits, answers the
 *       client and releases everything that it holds. Nothing requires that wait, since the
 *       decision stands. But it makes two-phase commit slower for the client, and EasyCommit's
 *       "faster response" (§6) is measured against that wait: {@code two-phase-acknowledged} waits
 *       as the paper does. Its coordinator still commits at its own node when it has decided:
 *       everything that the transaction holds there is released then, as under all protocols here,
 *       and a participant that is away does not delay that.
 *   <li>PSAC §4.2 has one participant for each entity. Here a node is one participant, for all its
 *       actors: its votes and acknowledgements are one message, and one record, for all of them.
 * </ul>
 */
@NullMarked
package tutti.protocol.commit.twophase;

import org.jspecify.annotations.NullMarked;
