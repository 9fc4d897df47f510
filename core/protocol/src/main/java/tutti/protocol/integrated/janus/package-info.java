/**
 * Janus: transactions that are put in an order instead of aborted. The replicas of all participants
 * agree on the transactions that one waits for; each replica then executes by itself, and
 * transactions that wait for each other in a ring by their names.
 *
 * <p><b>Sources.</b> S. Mu, L. Nelson, W. Lloyd, J. Li: <i>Consolidating Concurrency Control and
 * Consensus for Commits under Conflicts</i>, OSDI 2016: §3.1 (fast path, inquiry, execution), §3.2
 * (accept phase, order within a component), §3.3 (takeover). I. Moraru, D. Andersen, M. Kaminsky:
 * <i>There is More Consensus in Egalitarian Parliaments</i>, SOSP 2013, and what was found wrong
 * with its recovery: P. Sutra, <i>On the correctness of Egalitarian Paxos</i>, IPL 156, 2020; F.
 * Ryabinin, A. Gotsman, P. Sutra, <i>Making Democracy Work</i>, OPODIS 2025. H. Gabow:
 * <i>Path-based depth-first search for strong and biconnected components</i>, IPL 74, 2000. The
 * rules where these leave a question open: docs/rulings.md#janus.
 *
 * <p><b>Roles.</b> A {@code Coordinator} runs on some host for one transaction; nothing of it is
 * durable. A {@code Replica} keeps a {@code Vertex} for each transaction of its shard that is not
 * settled. A transaction is <i>applied</i> when all replicas of all its participants have executed
 * it durably, and <i>settled</i> when all members of its component are applied.
 *
 * <p>Begin with {@code Replica} and {@code Coordinator}. The values that they agree on are in
 * {@code graph}. {@code DurableState} is what the records on disk ({@code Record}) leave; {@code
 * Conflicts} finds what was before a piece, {@code CollectedIds} remembers what was forgotten.
 * {@code Ordering} orders what is decided, by {@code Components}, and inquires for what is missing;
 * {@code Execution} executes what is ordered, each piece in its {@code ExecutionOrder}, and
 * exchanges words before; {@code Verdicts} finds what becomes of a piece whose execution has ended
 * a process; {@code GarbageCollection} ends it. {@code ShardReplies} is what a coordinator was
 * answered by one participant, {@code TransactionNumbers} numbers the transactions of a host.
 * {@code Reader} reads an item without a transaction, and {@code Reads} is its part in a replica.
 * {@code Inquiries} answers other replicas. {@code Configurations} changes the shard's
 * configuration, whose values are in {@code membership}; {@code Membership} is what a replica is in
 * it.
 *
 * <table>
 * <caption>Messages; the shard stands around each</caption>
 * <tr><th>message</th><th>from, to</th><th>meaning</th></tr>
 * <tr><td>PreAccept(transaction, ballot, request)</td><td>coordinator, all replicas of all
 * participants</td><td>which were before this one? The request is that of all participants</td></tr>
 * <tr><td>PreAccepted(ballot, witnessed, implied, forgotten)</td><td>replica,
 * coordinator</td><td>these were, which is forced; those come before one of these by its decision;
 * those are settled</td></tr>
 * <tr><td>Accept(transaction, ballot, decision, request)</td><td>coordinator, the same
 * replicas</td><td>accept this</td></tr>
 * <tr><td>Accepted(ballot)</td><td>replica, coordinator</td><td>I have, which is forced</td></tr>
 * <tr><td>Commit(transaction, decision, request)</td><td>coordinator, the same replicas</td><td>this is
 * chosen; execute it in its place</td></tr>
 * <tr><td>Executed(output)</td><td>replica, coordinator</td><td>I have; nothing of it is
 * forced</td></tr>
 * <tr><td>Applied(shards)</td><td>replica, coordinator</td><td>I have executed it, which is durable;
 * these are the participants of its component</td></tr>
 * <tr><td>Collect(transaction, upTo)</td><td>coordinator, all replicas of the component's
 * participants</td><td>it is applied; all of its front up to that number are settled</td></tr>
 * <tr><td>Collected(transaction)</td><td>replica, coordinator or replica</td><td>it is
 * settled</td></tr>
 * <tr><td>Prepare(transaction, ballot)</td><td>one that takes over, all replicas of all
 * participants</td><td>heed no lower ballot; what have you got?</td></tr>
 * <tr><td>Promised(ballot, request, witnessed, accepted)</td><td>replica, coordinator</td><td>this,
 * which is forced</td></tr>
 * <tr><td>Refused(promised), Done(decision, request)</td><td>replica, coordinator</td><td>I heed that
 * higher ballot; that was chosen already</td></tr>
 * <tr><td>Inquire(transaction) / Known(decision, request)</td><td>replica, a participant's replica /
 * back</td><td>what is the decision? The answer comes when there is one</td></tr>
 * <tr><td>Overloaded</td><td>replica, coordinator</td><td>I have too many, or newer versions of the
 * application, and have promised nothing</td></tr>
 * <tr><td>Diverged(transaction, digest)</td><td>coordinator, all that have executed
 * it</td><td>replicas have come to different ends, and most to this one; 0 if no majority
 * agrees</td></tr>
 * <tr><td>SendInput(shard, round, word)</td><td>replica, the replica on the same host, or of the same
 * rank, of each other participant</td><td>this is my shard's word about the state before
 * it</td></tr>
 * <tr><td>RequestInput(shard, round)</td><td>replica, one of another participant</td><td>what is your word?
 * The answers are SendInput</td></tr>
 * <tr><td>Hold(transaction) / Stands(standing)</td><td>replica, all replicas of all participants /
 * back</td><td>its execution has ended a process: what have you done of it, and if nothing, do not
 * execute it by yourself / it is executed, held (which is forced), barred, or I am not
 * sure</td></tr>
 * <tr><td>ReadConflicts(item) / ConflictsReply(before)</td><td>reader, all replicas of a shard / back</td><td>which
 * transactions write it, and are not settled?</td></tr>
 * <tr><td>Read(after, item) / Value</td><td>reader, one replica / back</td><td>read when you have
 * executed those</td></tr>
 * </table>
 *
 * <table>
 * <caption>Replica. PreAccepted, Promised, Accepted and Applied wait until everything that was
 * written is durable</caption>
 * <tr><th>event</th><th>condition</th><th>effects</th></tr>
 * <tr><td>any of a coordinator</td><td>settled here</td><td>Collected</td></tr>
 * <tr><td>PreAccept, Accept, Prepare</td><td>decided here</td><td>Done</td></tr>
 * <tr><td>PreAccept, Accept, Prepare</td><td>below what it heeds</td><td>Refused</td></tr>
 * <tr><td>PreAccept, first</td><td>nothing of it is known, and there are too many</td><td>Overloaded</td></tr>
 * <tr><td>PreAccept</td><td>its request is not known, and is of an older version of the application than
 * another one here</td><td>Overloaded</td></tr>
 * <tr><td>any that brings a request</td><td>the request was not known</td><td>persist it with the
 * conflicts that are known: what is witnessed</td></tr>
 * <tr><td>PreAccept</td><td/><td>persist the ballot if it is higher; PreAccepted what was
 * witnessed</td></tr>
 * <tr><td>Accept</td><td/><td>persist the decision; Accepted</td></tr>
 * <tr><td>Prepare</td><td/><td>persist the ballot; Promised</td></tr>
 * <tr><td>Commit, Known</td><td>not decided here</td><td>persist the decision, lazily; answer those that
 * have inquired; order what can be; Inquire about what is missing, if it is not of this shard, or
 * this decision was asked for, too</td></tr>
 * <tr><td>Commit</td><td>executed here</td><td>Executed, Applied</td></tr>
 * <tr><td/><td>all that a component waits for is ordered</td><td>persist its order, lazily; its members
 * of this shard are due by their names; those that are abandoned are skipped</td></tr>
 * <tr><td/><td>due, and all with a conflict before it have run</td><td>Execute; or Evaluate, if
 * participants exchange words</td></tr>
 * <tr><td>Evaluated</td><td/><td>persist the word, lazily; SendInput</td></tr>
 * <tr><td/><td>all have said their words of a round</td><td>one refuses: refused, which is as Ran; one
 * needs more: Evaluate for the next round; else Execute</td></tr>
 * <tr><td>Failed</td><td/><td>persist it; then Fail: the process ends</td></tr>
 * <tr><td>due, and it has failed here, or is held</td><td/><td>Hold, again at each RETRY</td></tr>
 * <tr><td>Hold</td><td>not executed, no earlier start knew it, or it has failed in the same
 * start</td><td>persist that it is held; Stands</td></tr>
 * <tr><td>Stands</td><td>one has executed it</td><td>Execute, with a deeper stack; Stuck, once that
 * has ended the process several times</td></tr>
 * <tr><td>to Execute</td><td>an earlier start may have begun it</td><td>persist that it has begun again;
 * after several such starts Hold, as if it had failed</td></tr>
 * <tr><td>PassedOver</td><td>not witnessed</td><td>Overloaded</td></tr>
 * <tr><td>Stands</td><td>all hold it, or one tells that it is barred</td><td>persist that it is
 * barred; Refuse, whose Ran is a refusal</td></tr>
 * <tr><td>Ran</td><td/><td>persist the output, lazily; Executed, Applied</td></tr>
 * <tr><td>Collect</td><td>all members of the component are applied</td><td>persist, lazily; forget them;
 * Collected</td></tr>
 * <tr><td>Collected</td><td>ordered here</td><td>all members of the component are applied</td></tr>
 * <tr><td>Collected</td><td>not ordered here</td><td>nothing waits for it any more</td></tr>
 * <tr><td>Diverged</td><td>the own output has another digest</td><td>persist it; Diverged: it decides
 * and executes nothing</td></tr>
 * <tr><td>Diverged</td><td>the own output is right after all</td><td>persist it; goes on</td></tr>
 * <tr><td>Upheld</td><td>not settled</td><td>persist it; as Diverged with that digest, now and
 * whatever is told later</td></tr>
 * <tr><td>Reported</td><td>most have another digest</td><td>persist that it is lost: it has missed
 * everything, and needs the memory of a voter</td></tr>
 * <tr><td>ReadConflicts</td><td/><td>ConflictsReply</td></tr>
 * <tr><td>Read</td><td>all of those are executed, or settled</td><td>Read: its Value is
 * sent</td></tr>
 * <tr><td>RETRY</td><td>a decision, or a word, is missing</td><td>Inquire, or RequestInput, each time at
 * another replica, Inquire at the nearest first, and less and less often; RequestInput of those that wait for their turn,
 * too</td></tr>
 * <tr><td>WATCH</td><td>a transaction was not executed for its turn, and does not only wait for those
 * before it; or it was not settled for eight times that</td><td>TakeOver</td></tr>
 * <tr><td>WATCH</td><td>a member of a component, of other shards alone, is not known to be
 * applied</td><td>Inquire, less and less often: its Collected is of use</td></tr>
 * </table>
 *
 * <table>
 * <caption>Coordinator</caption>
 * <tr><th>step</th><th>event</th><th>effects</th></tr>
 * <tr><td>pre-accepting, first</td><td>in each participant all replicas have answered, and what one has
 * witnessed is witnessed or implied at each, but for what one has forgotten</td><td>chosen: the union;
 * Commit</td></tr>
 * <tr><td>pre-accepting, first</td><td>a majority of each participant has answered, and two answers
 * differ, one is Overloaded, or FAST has run down</td><td>Accept the union</td></tr>
 * <tr><td>pre-accepting</td><td>Overloaded, so that there is no majority</td><td>Accept that it is
 * abandoned, in its own ballot</td></tr>
 * <tr><td>pre-accepting, first</td><td>GivenUp, and no majority of some participant has
 * answered</td><td>the same</td></tr>
 * <tr><td>pre-accepting, takes over</td><td>a majority of each has answered</td><td>Accept the
 * union</td></tr>
 * <tr><td>preparing</td><td>a majority of each has promised; some have accepted</td><td>Accept the
 * decision of the highest ballot</td></tr>
 * <tr><td>preparing, first</td><td>else, and it has been given up</td><td>Accept that it is
 * abandoned</td></tr>
 * <tr><td>preparing</td><td>else, a majority of each has witnessed</td><td>Accept the union</td></tr>
 * <tr><td>preparing, first</td><td>else</td><td>PreAccept</td></tr>
 * <tr><td>preparing, takes over</td><td>else, a majority of some participant has witnessed
 * it</td><td>PreAccept</td></tr>
 * <tr><td>preparing</td><td>else</td><td>Accept that it is abandoned</td></tr>
 * <tr><td>accepting</td><td>a majority of each has accepted</td><td>chosen: Commit; Ended, if it is
 * abandoned</td></tr>
 * <tr><td>any before</td><td>Done</td><td>Commit that</td></tr>
 * <tr><td>any before</td><td>Refused</td><td>takes over above that ballot, after a while by its
 * turn</td></tr>
 * <tr><td>committed</td><td>Executed of one replica of each</td><td>Ended</td></tr>
 * <tr><td>committed</td><td>Executed, with different digests, and a majority agrees</td><td>Diverged,
 * with its digest</td></tr>
 * <tr><td>committed</td><td>the same of all, or those that will in a while, and no majority
 * agrees</td><td>Diverged, with 0</td></tr>
 * <tr><td>committed</td><td>Executed of all replicas of each, or those that will in a while, and
 * participants have refused it, and others not</td><td>Diverged to the fewer; Ended, if the verdict of
 * most is one of each participant</td></tr>
 * <tr><td>committed</td><td>Applied of a majority of each</td><td>Freed</td></tr>
 * <tr><td>committed</td><td>Applied of all replicas of each</td><td>Collect</td></tr>
 * <tr><td>any</td><td>Collected</td><td>Collect</td></tr>
 * <tr><td>settling</td><td>Executed of one replica of each, or Done: it is abandoned</td><td>Ended, if
 * it has not</td></tr>
 * <tr><td>settling</td><td>Collected of all replicas of each; or some repetitions, if it took
 * over</td><td>Done; Ended before, unknown if no output is, if it has not</td></tr>
 * </table>
 *
 * <p><b>Costs</b> with r replicas of each of s shards: on the fast path a client waits for one
 * round trip to all replicas with one flush at each, and for one to the nearest replica of each
 * shard without a flush; on the slow path for one more with one more flush at each. Until it is
 * forgotten a transaction takes 7rs messages, or 9rs. Each round of words takes rs(s - 1) more and
 * no flush; with each shard on the same hosts none of them crosses the network. A read takes 2r + 2
 * messages and no flush.
 *
 * <table>
 * <caption>Configurations of a shard that has a configuration log; each replica</caption>
 * <tr><th>event</th><th>condition</th><th>effects</th></tr>
 * <tr><td>Leads, RETRY, and whenever it is something else</td><td/><td>HandOver to the leader of the
 * configuration log, when it is durable; with its graph, if it is a voter of a configuration that has
 * ended</td></tr>
 * <tr><td>HandOver of all hosts</td><td>leads; no configuration has begun</td><td>append Open with all of
 * them</td></tr>
 * <tr><td>HandOver, RETRY</td><td>leads; a voter has another disk or is away, a replica is prepared, or
 * a learner lacks nothing</td><td>append Close</td></tr>
 * <tr><td>Close is chosen</td><td/><td>persist; it answers no question that decides</td></tr>
 * <tr><td>HandOver with graphs of so many voters that every majority has one among them</td><td>leads,
 * has ended, and so many voters of the next one have its memory</td><td>append Open with what these
 * know together</td></tr>
 * <tr><td>Open is chosen</td><td>voter</td><td>persist; it knows all that is in it, and witnesses it
 * before whatever it has not decided. What all that have handed over had witnessed, it witnesses as
 * they have together: the fast path may have been taken by it</td></tr>
 * <tr><td>Open is chosen</td><td>not in it, or missed one before</td><td>persist; it answers nothing
 * until it has Copied</td></tr>
 * <tr><td>Missed</td><td>a newer configuration</td><td>persist; it answers nothing until it has
 * Copied</td></tr>
 * <tr><td>Prepared</td><td>lacks something</td><td>Hand: it can be a learner</td></tr>
 * <tr><td>Copied</td><td>learner</td><td>goes on from the voter's memory; persist; it executes, and
 * HandOver</td></tr>
 * </table>
 *
 * <p>A replica that is left out may not know it. So a decision has the configurations in which its
 * dependencies were witnessed: a replica that has not heard of its shard's does not take it, since
 * what was forgotten without it is not among the dependencies. Read and Collect are {@code Within}
 * a configuration for the same reason; and what one shard has forgotten is left out of that shard's
 * answers alone.
 *
 * <p>All answers that decide are {@code Within} a configuration, as is Accept. A coordinator counts
 * those of the newest one alone; if one begins while it asks, it takes over from itself. Applied
 * and Collected are waited for from voters and learners. So a replica is a learner only while it
 * gets the end of another one's memory: nothing is forgotten without it then.
 *
 * <p><b>Invariants.</b>
 *
 * <ul>
 *   <li>I1: all replicas commit a transaction with the same flag of abandonment, and with
 *       dependencies from which the decisions of others lead to the same transactions: but for
 *       those that are settled, and those that come before one that is settled.
 *   <li>I2: of two transactions with a conflict that are committed and not abandoned, one depends
 *       on the other, directly or by the decisions of others; or one is settled, or comes before
 *       one that is.
 *   <li>I3: transactions with a conflict are executed in one order on all replicas of all shards.
 *   <li>I4: a transaction is executed only when all that it depends on, near or far, is committed
 *       or settled.
 *   <li>I5: if a transaction was told before another one began, it does not depend on that one.
 *   <li>I6: promises, pre-accepts and acceptances are durable before they are said.
 *   <li>I7: what a replica has witnessed before a transaction never changes.
 *   <li>I8: a transaction is forgotten only when every member of its component has been executed
 *       durably by all replicas of its participants.
 *   <li>I9: the outputs of all replicas of a shard agree, and either all participants execute a
 *       transaction, or none.
 *   <li>I10: nobody hears of an outcome that can change.
 *   <li>I11: when f + 1 replicas of each participant are up and messages arrive, everything ends,
 *       also without the coordinators that began it; and when all are, everything is forgotten.
 *   <li>I12: a transaction that is barred was executed by no replica, and is executed by none.
 * </ul>
 *
 * <p>Each replica watches I6 as it runs ({@link Invariants}), by the rule that explorations check,
 * and that it takes no promise of a ballot back in one configuration: a step that breaks one is
 * carried out nowhere, and is treated as one that throws. All others speak of what several replicas
 * say, and no replica can see them alone; what of I9 shows in digests is told as <i>diverged</i>.
 *
 * <p><b>Why changes of a configuration are right.</b> A decision of the one before rests on what a
 * majority has witnessed, and a majority has accepted it, or all have witnessed the same. Some of
 * those that hand over are in that majority: so the next one begins with the transaction, and with
 * what was accepted, or witnesses it by what all had witnessed. Whatever is decided later has it
 * among its witnesses, since every voter knows it first: I2.
 *
 * <p><b>Why takeovers are right.</b> Every decision that is proposed and not abandoned contains,
 * for each participant, what a majority of its replicas has witnessed. Witnesses never change, and
 * of two transactions with a conflict a replica witnesses the first before the second; two
 * majorities have a replica in common: I2. If the fast path was taken, all replicas of each
 * participant have witnessed the same in the first ballot, so the union over any majority is that
 * decision; and if one of a majority has not, it heeds the higher ballot now, and the fast path can
 * never be taken. The first coordinator alone takes the fast path, so that it need not ask when it
 * gives up: it abandons the transaction in its own ballot, in which it has proposed nothing, or by
 * promises that name no acceptance, whatever is witnessed.
 *
 * <p><b>Why what is implied may be left out.</b> A replica leaves a transaction out of what it
 * witnesses at an item if a writer of that item is decided, and comes behind it by its decision. It
 * names the writer, or another one that implies this, so the decisions of others lead to what it
 * has left out, now and for ever: a decision that is chosen does not change, and that of a
 * transaction which was left out is not needed for it. So whatever was said of what is witnessed
 * holds for all that witnesses lead to, and two unions that lead to the same transactions order
 * alike: what reaches what is the same. Once the writer is settled nothing names it any more. Then
 * all replicas of the shard have executed it, and so all that came before it there; and no such
 * transaction can come to depend on a later one, since all that it depends on was decided before it
 * was executed. On the fast path the coordinator looks whether each replica has witnessed or
 * implies what any has witnessed: else a replica that leaves out less than others would bar the
 * path. A replica says what is implied once, with its first answer, since later writers may imply
 * what it has not seen before. It tells what was implied or forgotten lately: soon no replica names
 * it, and where one does, the fast path is not taken.
 *
 * <p><b>Why words end.</b> All shards execute transactions with a conflict in one order, and a
 * piece waits for pieces before it in that order, and for words of the same transaction. So the
 * first transaction that is not executed everywhere waits for nothing but messages. It would not be
 * so if a piece waited for one without a conflict.
 *
 * <p><b>Why reads are right.</b> A transaction that was told, or that some replica has executed, is
 * committed, and so is all that comes before it. So a majority of each participant has witnessed
 * all of that, or it is settled: whoever looks later waits for it. A read that sees one writer of
 * its item and not the next stands between these two, which are in that order themselves: it adds
 * nothing to the order of the transactions. Of two items it would: a replica executes one
 * transaction before another that comes first by an item of another shard, or because it was told
 * before the other began, and a read that comes in between sees the second without the first. That
 * is why a read has one item.
 *
 * <p><b>Guarantees</b> strict serializability without aborts. <b>Needs</b> actions that are
 * deterministic, that no two coordinators share a number, and that no disk is lost; with a
 * configuration log, that at most f of 2f + 1 disks of a shard are lost at a time.
 *
 * <p><b>Departures from the text.</b>
 *
 * <ul>
 *   <li>Line 24 refuses a ballot that is <i>below</i> the promise; it is printed the other way
 *       round. A pre-accept that comes late changes nothing; the text's undoes an acceptance.
 *   <li>What is witnessed, accepted and decided are three fields (docs/tla/Janus.tla has both), as
 *       are the ballots of the promise and of the acceptance. With one field, a takeover that
 *       abandons and dies hides from the next one what was before, and replicas diverge.
 *   <li>A takeover asks for <i>witnesses of a majority</i>, and not for identical ones (line 76):
 *       it saves a phase, and "unknown" cannot be taken for "identical".
 *   <li>A takeover abandons what no majority of any participant has witnessed, where the text (line
 *       79) begins it if one replica has the request: its client may have given it up while its
 *       host was cut off, and this host alone knows that. The fast path is barred then, and the
 *       first coordinator begins the request anew while its client waits. Every pre-accept carries
 *       the whole request, and Accept and Commit carry it to replicas that missed it.
 *   <li>All that is promised is forced first. The text has nothing durable, while its fast path
 *       rests on the memory of all replicas.
 *   <li>The coordinator waits a while for the last replica, and not for ever.
 *   <li>A replica that is asked for a decision answers when it has one, and the one that asks
 *       repeats at other replicas; being asked makes a replica watch over the transaction. The
 *       replicas of the home shard take over first, in turn.
 *   <li>Transactions are forgotten by component. The text does not say when: forgetting one that is
 *       executed at its own participants lets a replica that lags see a part of a ring, and execute
 *       it in another order.
 *   <li>A shard's answers are compared without what some of its replicas have forgotten already.
 *   <li>A replica does not name all that was before, but the last writer of an item that is decided
 *       and what that does not imply (EPaxos and Accord leave out what is implied, too). At a
 *       popular item the text's graph has an edge for each two transactions that are under way.
 *   <li>Any piece may refuse the transaction (§4 lets only those abort on which none depends):
 *       participants exchange words about the state before it, in as many rounds as values have to
 *       travel, and every replica comes to the same verdict. It needs no vote and no flush, since a
 *       word that is lost is found again.
 *   <li>A replica that has too many transactions takes no new one; the text's graph has no bound.
 *       It is done without, or the transaction is abandoned, which is chosen as any decision is. No
 *       replica ever lets one wait instead: what is before it may need it elsewhere.
 *   <li>Executions are compared by digests. A replica that differs from a majority is as one that
 *       has missed a configuration: the next one begins without it, by what those hand over that
 *       agree, and its memory comes from one of them. Where no majority agrees none decides, and no
 *       configuration changes: nobody takes anything, until a person says in the configuration log
 *       by whose end all go on.
 *   <li>An execution may fail: a stack overflows on some replicas and not on others (§2 has pieces
 *       that always end). Then no replica that is not sure executes it again before it knows what
 *       all replicas of all participants have done: {@code Verdicts}. One that has not executed it
 *       promises, which is forced, not to; if all have promised, it is refused, and if one has
 *       executed it, all do. This needs every replica, as forgetting does, and nothing of it is on
 *       the way of a transaction that does not fail.
 *   <li>A ring is found step by step while decisions arrive, each edge once. The text searches the
 *       graph for each transaction.
 * </ul>
 */
@NullMarked
package tutti.protocol.integrated.janus;

import org.jspecify.annotations.NullMarked;
