/**
 * An explorer of a commit protocol alone: all that can happen to one transaction once everything
 * has executed and its coordinator is about to hear so. The machines are those of production; the
 * nodes around them are a model. The explorer reaches every state that the model can reach, those
 * that are the fewest steps away first. So the first run that goes wrong is a shortest one.
 *
 * <p><b>Steps.</b> A message arrives, in any order; to a node that is down it arrives for nothing,
 * and one that was sent before a restart may arrive after it. The next record of a log becomes
 * durable, and the machine that wanted to know is told. A timer runs down. A node wants to undo its
 * part, will not promise it, or gives up, at any moment. As often as the scope allows, a message is
 * lost, arrives once more, or is late without bound, and a node crashes: between any two events, or
 * between any two effects of one, records first, with any part of the records that were not durable
 * in its log. It starts again at any moment, or never; then its machines are made from the durable
 * records. Otherwise all effects of one event are one step: in between, other nodes could see only
 * messages, and those can also arrive after it.
 *
 * <p><b>Irrevocable operations</b> ({@link tutti.simulator.commit.CommitExplorer#withOperation}).
 * An operation that was begun happens at any moment, or is refused; its end is told, or is not, as
 * often as the check does not know. A crash before or after it leaves it as it is: the world
 * outside forgets nothing, and what has not happened when its node crashes does not happen later.
 * {@link tutti.simulator.commit.rule.OnceAtMost} judges every state.
 *
 * <p><b>Ends.</b> The end of a node's part is {@code Decide}. A crash undoes the end unless the log
 * says the same for good, and a restart does what the log says. A part of which nothing is durable
 * when its node crashes is lost, and so aborted. The loss of a participant's commit in a crash is
 * remembered: others may have seen the commit, so no node may abort after that.
 *
 * <p><b>Without a bound</b> ({@code ASYNCHRONOUS}) timers may run down, each at any time, as soon
 * as nothing is left to arrive or to be flushed but late messages. A timer that runs down while a
 * message is under way is one that runs down before a late message: so such timers are counted, and
 * all others are in time.
 *
 * <p><b>With a bound</b> ({@code SYNCHRONOUS_CRASH}) there is a clock of ticks, one to a {@code
 * delayBoundNanos}. A message between two nodes that are up has arrived before the clock passes the
 * first tick after it was sent, and by then its receiver has flushed and sent the records and
 * messages that it caused; a timer of {@code k} bounds runs down at the {@code k}th tick after it
 * was set, and before the clock goes on. Within these limits any order is possible. The lengths of
 * {@code RETRY} and {@code INQUIRE} mean nothing; these timers run down when all is quiet, as
 * above.
 *
 * <p>This is what a bound gives, neither more nor less. Not more: only its own length determines
 * when a timer runs down. The node that it waits for need not have crashed, and a message may be
 * under way. So a time-out that is too short for a chain of crashes is found. Not less: every
 * behaviour in continuous time, in which messages take between nothing and a bound, has one on
 * ticks with the same order of events, since all limits are whole numbers of ticks and closed
 * (Henzinger, Manna, Pnueli: <i>What good are digital clocks?</i>, ICALP 1992). An event that takes
 * exactly as long as a time-out may come before or after it: a correct protocol has to wait longer.
 * A message that is under way when its sender crashes arrives, or is lost with all others that only
 * the sender's process had: those that it has sent since its member last heard {@code Sent}, which
 * a member that waits for it hears within a bound. A scope without that assumption allows losses.
 * In a world in which {@linkplain tutti.simulator.commit.CommitExplorer#withMachineStops machines
 * stop} a crash may lose all that is under way from a node.
 *
 * <p><b>Judged</b> in every state: {@link tutti.simulator.commit.rule.Agreement}, and the
 * protocol's own {@link tutti.simulator.commit.rule.ProtocolClaims}. Where all is quiet, {@link
 * tutti.simulator.commit.rule.LivenessCheck} checks whether everything ends from there, once all
 * nodes start again and nothing more goes wrong, and whether the nodes that are up end without the
 * others, where the protocol claims that. Every state leads to such a quiet one by arrivals and
 * flushes alone. A protocol is judged by its claims: a run with more faults than they cover is
 * told, and is no failure.
 *
 * <p><b>States</b> are a few numbers each, since their parts are shared: a machine is the number of
 * its fields' values, a node is the number of its machines, log and timers. Of the durable part of
 * a log only the facts that a recovery looks at are kept. States are compared whole, and not by
 * hashes: none is taken for another. The step of a node depends on the node and on the message
 * alone, and is worked out once ({@link tutti.simulator.commit.step.TransitionCache}).
 *
 * <p><b>Worlds that are one</b> ({@link tutti.simulator.commit.step.StateReduction}). Worlds that
 * differ only in parts that can never be seen again go on alike, step for step:
 *
 * <ul>
 *   <li>A node that is up and can no longer crash needs no log. Of its durable records only the
 *       existence of a part is kept, which the rules ask for; records that no machine waits for are
 *       left out.
 *   <li>Where no node crashes any more it makes no difference whether the network has a message.
 *   <li>A message for a member that is no more and will not come back, to which no node answers, is
 *       as good as arrived.
 *   <li>A message under way to a node that is down arrives for nothing, or after the node has
 *       started again. The moment at which it arrives for nothing makes no difference, so that is
 *       settled as the node starts, or as time goes on without it: a timer that counts no time
 *       still rings only when nothing else is left to arrive.
 *   <li>A run is over where all nodes are up and no member is left that could decide, nor can come
 *       back; and where every part has ended, the client was told, or its coordinator has crashed,
 *       and no node crashes any more. Then only acknowledgements and forgetting are left: that
 *       these end is checked in one order and not in all. A machine that decides again after that
 *       is seen in that order alone.
 * </ul>
 *
 * <p>{@code ReducedExplorationTest} compares the ends and the faults with those of a search in
 * which every difference counts. Nodes that act alike are not taken for one another: ballots belong
 * to numbers, and time-outs to ranks, so no permutation of nodes leads from runs to runs.
 *
 * <p><b>Bounds.</b> Paxos Commit has no bound of its own: each ballot may be followed by another.
 * So its usual scope has one takeover by silence ({@code silences}) and one timer that says or asks
 * again ({@code repeats}); the output says so. Faults that need more are left to random walks.
 *
 * <p>Begin with {@link tutti.simulator.commit.CommitExplorer} and {@link
 * tutti.simulator.commit.Search}. The packages below build upon each other: {@code table} (numbers
 * for values), {@code state} (the model at a moment), {@code step} (what can happen next), {@code
 * rule} (what must hold).
 */
@NullMarked
package tutti.simulator.commit;

import org.jspecify.annotations.NullMarked;
