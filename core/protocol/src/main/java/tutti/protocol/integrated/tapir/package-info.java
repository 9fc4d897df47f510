/**
 * TAPIR: transactions over inconsistent replication. The replicas of a shard agree on the result of
 * each transaction's validation and on nothing else, in no order; so a transaction commits in one
 * round trip if its items are not contended.
 *
 * <p><b>Sources.</b> I. Zhang, N. Sharma, A. Szekeres, A. Krishnamurthy, D. Ports: <i>Building
 * Consistent Transactions with Inconsistent Replication</i>, SOSP 2015, and its extended version,
 * TOCS 35(4), 2018: §3 (inconsistent replication, "IR"), §5 (TAPIR), §5.2.3 (coordinator recovery),
 * §6.4 (timestamps of retries). Their specification {@code IR_consensus.tla}. J. Gray, L. Lamport:
 * <i>Consensus on Transaction Commit</i>, TODS 31(1), 2006 (ballots for the result of each
 * participant). H. Lu, S. Mu, S. Sen, W. Lloyd: <i>NCC</i>, OSDI 2023 (timestamp inversion). E.
 * Michael, D. Ports, N. Sharma, A. Szekeres: <i>Recovering Shared Objects Without Stable
 * Storage</i>, DISC 2017. The rules where these leave a question open: docs/rulings.md#tapir.
 *
 * <p><b>Roles.</b> A {@code Coordinator} runs on some host for one transaction; nothing of it is
 * durable. A {@code Replica} keeps a <i>record</i>: an {@code Entry} for each transaction that is
 * not settled. It acts in a <i>view</i>. The views of a shard are commands of its <i>configuration
 * log</i>, which is a replicated log among the same hosts ({@link tutti.protocol.replication}): it
 * forms the shard, brings hosts that lost their disk back, and chooses a leader. A replica that is
 * given no leader and no commands acts in no view.
 *
 * <p>Begin with {@code Replica} and {@code Coordinator}. {@code DurableState} is what the records
 * on disk ({@code Record}) leave, and all that a replica knows; {@code ViewChange} changes views
 * and {@code Merge} merges records; {@code Validation} judges a transaction by {@code Store} and
 * {@code Prepared}. {@code ParticipantReplies} is what a coordinator knows of one participant,
 * {@code Watch} finds coordinators that are gone, {@code Clock} draws timestamps. A host gives
 * {@code Leads} to the replica that leads the configuration log only after all commands that are
 * chosen, as when a term opens.
 *
 * <table>
 * <caption>Messages; the shard stands around each</caption>
 * <tr><th>message</th><th>from, to</th><th>meaning</th></tr>
 * <tr><td>Read / Version</td><td>coordinator, any one replica / back</td><td>the newest committed
 * version of an item</td></tr>
 * <tr><td>Prepare(transaction, part)</td><td>first coordinator, all replicas of all
 * participants</td><td>do you consent?</td></tr>
 * <tr><td>CoordinatorChange(transaction, ballot)</td><td>one that takes over, the same
 * replicas</td><td>heed no lower ballot; what do you know?</td></tr>
 * <tr><td>PrepareReply(view, entry)</td><td>replica, coordinator</td><td>this, which is forced</td></tr>
 * <tr><td>Finalize(part, vote, ballot, view)</td><td>coordinator, all replicas of a
 * participant</td><td>this is the result, if that is your view</td></tr>
 * <tr><td>Confirmed(ballot, view)</td><td>replica, coordinator</td><td>I have it, which is
 * forced</td></tr>
 * <tr><td>Decide(part, outcome, settled)</td><td>coordinator, all replicas</td><td>note the outcome;
 * settled: f + 1 of each participant have, so execute it</td></tr>
 * <tr><td>OutcomeLogged(view, settled)</td><td>replica, coordinator</td><td>I have, which is forced</td></tr>
 * <tr><td>DoViewChange(view, disk, member, closed, record)</td><td>replica that does not act, leader of the
 * configuration log</td><td>my record of the view that has ended; or: I want to act</td></tr>
 * <tr><td>RequestViewChange(view)</td><td>coordinator, replicas</td><td>end this view: its results cannot be
 * told; or: some replicas have not noted outcomes of it, since they were cut off</td></tr>
 * </table>
 *
 * <table>
 * <caption>Replica that acts; one that does not answers no question. All answers but Version wait
 * until everything that was written is durable</caption>
 * <tr><th>event</th><th>condition</th><th>effects</th></tr>
 * <tr><td>Read</td><td>a transaction that is not known to have committed holds the item to write
 * it</td><td>Version, once that is known, or at WATCH</td></tr>
 * <tr><td>Read</td><td>else</td><td>Version, also of a transaction that has committed and is not
 * executed here</td></tr>
 * <tr><td>Prepare</td><td>no result, no outcome, heeds no ballot</td><td>validate; persist a
 * tentative result; PrepareReply</td></tr>
 * <tr><td>Prepare</td><td>the same, nothing of it is known, and the record is full</td><td>persist
 * that it abstains, without the accesses; PrepareReply</td></tr>
 * <tr><td>Prepare</td><td>else</td><td>PrepareReply</td></tr>
 * <tr><td>CoordinatorChange</td><td>above what it heeds</td><td>persist the ballot; PrepareReply</td></tr>
 * <tr><td>CoordinatorChange</td><td>else</td><td>PrepareReply</td></tr>
 * <tr><td>Finalize</td><td>of another view</td><td>as Prepare, or CoordinatorChange</td></tr>
 * <tr><td>Finalize</td><td>no outcome, not merged, not below what it heeds</td><td>persist the result;
 * Confirmed</td></tr>
 * <tr><td>Finalize</td><td>else</td><td>PrepareReply</td></tr>
 * <tr><td>Decide</td><td>lacks what it commits</td><td/></tr>
 * <tr><td>Decide</td><td>further than it knows</td><td>persist the outcome; Executed, if settled;
 * OutcomeLogged</td></tr>
 * <tr><td>Decide</td><td>else</td><td>OutcomeLogged</td></tr>
 * <tr><td>WATCH</td><td>a transaction was not settled for its turn</td><td>TakeOver</td></tr>
 * </table>
 *
 * <table>
 * <caption>Views; each replica</caption>
 * <tr><th>event</th><th>condition</th><th>effects</th></tr>
 * <tr><td>RequestViewChange, DoViewChange of one that has lost its disk, a record that is too long</td><td>leads the configuration log,
 * acts in that view</td><td>append Close</td></tr>
 * <tr><td>RETRY</td><td>acts; the record is full, and something in it is settled</td><td>RequestViewChange to the
 * leader</td></tr>
 * <tr><td>Close is chosen</td><td>of its view</td><td>persist; it does not act; DoViewChange to the
 * leader</td></tr>
 * <tr><td>DoViewChange of f + 1 that acted in the view</td><td>leads the configuration log</td><td>append Open with the
 * merged record</td></tr>
 * <tr><td>Open is chosen</td><td>of the next view</td><td>persist the record, execute its outcomes; it
 * acts, unless it has lost its disk and is not among those that joined</td></tr>
 * <tr><td>PassedOver</td><td>acts, and has not voted</td><td>persist a refusal, without the accesses;
 * PrepareReply, if a coordinator has asked</td></tr>
 * <tr><td>Installed</td><td>an image of a later view</td><td>persist Closed, what is gone, and an image
 * of this replica that goes on from there</td></tr>
 * <tr><td>Leads, RETRY</td><td>does not act</td><td>DoViewChange to the leader</td></tr>
 * </table>
 *
 * <p><b>The floor.</b> A view that begins forgets the outcomes of settled transactions but for the
 * last ones: up to its floor no transaction is remembered, unless it is in the record. The floor
 * passes a transaction that is not settled, for example since another participant has no majority:
 * its vote is final with the view that begins, its items are held, and of its versions up to the
 * floor an item needs the newest alone, whenever it is executed. So millions of transactions behind
 * one that stays open cost nothing. The floor never falls, also where such a one settles: else what
 * is forgotten would be voted on anew. And a merge executes nothing again that its replica has
 * executed: a removal whose item is let go would be there again, and refuse what found nothing.
 *
 * <p><b>Items that are gone.</b> A version without bytes says that its item is not there. A view
 * that begins lets go of items that are not there and that no transaction above its floor has read
 * or written: all replicas do so alike, since all have executed what is up to the floor and not in
 * the record, and what is in it has its vote. No vote is given to a transaction up to the floor,
 * unless it is in the record. One above it that has read a version up to the floor which the store
 * does not have is refused. A transaction that writes no bytes has read what it removes: so where
 * the older version is executed in a view, the removal is not executed before that view.
 *
 * <p><b>Images.</b> An image ({@code Image}) is the memory of a replica at one moment; the versions
 * of items follow it, each as it is when it is written. That is enough, since a version is only
 * there once its transaction's outcome is settled or on its way to be, so a later one does no harm:
 * to execute a transaction again changes nothing. A host writes an image of a replica into its log
 * as a checkpoint. A replica that has missed commands of the configuration log which were let go
 * takes the image of another one: what it has said was in views that are over, so it begins with
 * the record with which the image's view began, and acts in that view only if it would have acted
 * by the commands themselves. The other one may have let go of items since its image: what this one
 * has of an item up to the floor that the other one had when it told what is around that name, and
 * the other one has not, is gone ({@code Record.Removed}). It does not come back with the next
 * views: what had been executed when a view began is not executed again at the end of that view.
 *
 * <table>
 * <caption>Coordinator</caption>
 * <tr><th>step</th><th>event</th><th>effects</th></tr>
 * <tr><td>asking, first</td><td>a fast quorum is equal in one view</td><td>that is the result</td></tr>
 * <tr><td>asking, first</td><td>a majority has told, and a fast quorum cannot come or was waited
 * for</td><td>Finalize: consent if f + 1 consent</td></tr>
 * <tr><td>asking, takes over</td><td>f + 1 have told in one view; a finalized result</td><td>Finalize the
 * one of the highest ballot</td></tr>
 * <tr><td>asking, takes over</td><td>f + 1 consent</td><td>Finalize the consent</td></tr>
 * <tr><td>asking, takes over</td><td>a fast quorum may have consented</td><td>RequestViewChange</td></tr>
 * <tr><td>asking, takes over</td><td>else</td><td>Finalize a refusal, unless no participant knows the
 * transaction and one may have forgotten it</td></tr>
 * <tr><td>asking, first</td><td>GivenUp, and no majority of a participant has told; or since then</td><td>Finalize a
 * refusal, once one has told</td></tr>
 * <tr><td>asking</td><td>PrepareReply a merged result</td><td>that is the result</td></tr>
 * <tr><td>finalizing</td><td>Confirmed of f + 1 in one view</td><td>that is the result</td></tr>
 * <tr><td>finalizing</td><td>PrepareReply of a later view</td><td>asks again</td></tr>
 * <tr><td>any</td><td>PrepareReply a higher ballot</td><td>takes over above it, after a while</td></tr>
 * <tr><td>any</td><td>all results are consents, one is a refusal, or PrepareReply an outcome</td><td>Ended; Decide
 * to all</td></tr>
 * <tr><td>decided</td><td>OutcomeLogged of f + 1 in one view of each participant</td><td>Decide, settled, to
 * all</td></tr>
 * <tr><td>decided</td><td>OutcomeLogged, settled, of all; or of f + 1 and after some repetitions</td><td>Done</td></tr>
 * </table>
 *
 * <p><b>Costs</b> of a transaction without conflicts and failures, with r replicas of each of s
 * shards: the client waits for one round trip and one flush; until it is executed it takes three
 * round trips, 6rs messages and 3rs forced writes. With a replica away, the client waits for two
 * round trips and two flushes. A fast quorum of three replicas is all three.
 *
 * <p><b>Invariants.</b>
 *
 * <ul>
 *   <li>I1: a result that a coordinator has taken, finalized or on the fast path, is the result in
 *       every later view.
 *   <li>I2: two transactions with a conflict never both have the consent of a shard while the
 *       outcome of neither is executed there.
 *   <li>I3: a transaction commits only with a chosen consent of each participant.
 *   <li>I4: when a view has begun, all replicas have the same versions, in the order of timestamps.
 *   <li>I5: a replica between two views answers no question.
 *   <li>I6: a transaction has one outcome, whichever coordinator finds it.
 *   <li>I7: when f + 1 replicas of each participant are up and messages arrive, everything ends.
 *   <li>I8: what a replica says is durable; after it has lost its disk it says nothing until a view
 *       has begun with the new one.
 * </ul>
 *
 * <p>Each replica watches I5 and the first half of I8 as it runs ({@link Invariants}), by the rules
 * that explorations check, and that the view it says never falls: a step that breaks one is carried
 * out nowhere, and is treated as one that throws. I1 to I4, I6 and I7 no replica can see alone, nor
 * what it said on a disk that is lost.
 *
 * <p><b>Guarantees</b>, by default, strict serializability: a transaction holds its items, at a
 * majority of each participant, from its consent until its outcome is executed, as under two-phase
 * locking; clocks that differ cost retries only. The other claim, by timestamps alone, is
 * serializability: a transaction that was told can come after one that began later. <b>Needs</b>
 * that at most f of 2f + 1 disks of a shard are lost at a time, and that no two coordinators share
 * a number.
 *
 * <p><b>Departures from the texts.</b>
 *
 * <ul>
 *   <li>IR is no layer of its own: its record has an entry for each transaction with the results of
 *       Prepare and of Commit or Abort, and not one for each operation. A merge has to look at both
 *       of them together.
 *   <li>Views are commands of a replicated log, and not a third protocol of leaders beside it: one
 *       record is chosen for a view, whoever fails.
 *   <li>Coordinators agree by a ballot in <i>each</i> participant, as in Paxos Commit. The paper
 *       fences the first coordinator in the backup shard alone, which lets it finish its results in
 *       the other shards. The backup group is the home shard: its replicas take over first.
 *   <li>A transaction to which a replica has consented holds its items there until its outcome is
 *       executed or the view ends, also if a coordinator that takes over finalizes a refusal: a
 *       consent may be finalized elsewhere, and a merge keeps it.
 *   <li>A first coordinator whose client has gone, and which no majority of some participant
 *       answers, proposes a refusal under its own ballot, whatever replicas have voted, and takes
 *       nothing on the fast path any more. The paper's goes on: what a host alone has consented to
 *       while it was cut off would be validated when a view begins, and happen.
 *   <li>Only consent or not is agreed on. Verdicts of refusals differ from replica to replica, and
 *       would leave the fast path for nothing.
 *   <li>A retry is a new transaction, begun when the refusal of the former is chosen: a transaction
 *       has one timestamp, and one that takes over need not ask for which.
 *   <li>The conflict of two prepared transactions does not depend on which came first. With the
 *       paper's check it does, and a merge that validates a taken result again can refuse it.
 *   <li>A pending write conflicts with every access in the strict claim. In the paper's check blind
 *       writes can invert the order of real time.
 *   <li>A version that was read proves that its writer committed, so that the writer, if it is
 *       still prepared at some replica, is not in the way.
 *   <li>A version may be read once a replica knows that its transaction has committed, before it is
 *       executed. Who has read it tells a merge that the transaction has committed, which may be
 *       all that the merge hears of that.
 *   <li>A read of an item that a transaction in progress is about to write waits until it is known
 *       how that ends: what is there would be refused.
 *   <li>Outcomes are executed when f + 1 replicas of <i>each</i> participant have noted them, and
 *       leave the record at the next view. So a participant that knows nothing of a transaction
 *       that another one holds has never consented to it, and the record is bounded; the paper
 *       keeps it for ever.
 *   <li>A replica remembers the last outcomes that left the record, and forgets older ones. A
 *       coordinator that is told so asks all others again before it concludes anything.
 *   <li>Items can go. The paper's store keeps each item for ever.
 *   <li>No separate message finalizes a result of the fast path: the outcome follows at once, and a
 *       merge finds such results by itself.
 * </ul>
 */
@NullMarked
package tutti.protocol.integrated.tapir;

import org.jspecify.annotations.NullMarked;
