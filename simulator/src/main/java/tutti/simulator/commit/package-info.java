/**
 * Explores a commit protocol alone: all that can happen to one transaction once everything has
 * executed and its coordinator is about to hear so. The machines are those of production; the nodes
 * around them are a model, and every state that it can reach is reached, those first that are the
 * fewest steps away. So the first run that goes wrong is a shortest one.
 *
 * <p><b>Steps.</b> A message arrives, in any order; to a node that is down it arrives for nothing,
 * and one that was sent before a restart may arrive after it. The next record of a log is durable,
 * and who wanted to know is told. A timer runs down. A node wants to undo its part, will not
 * promise it, or gives up, at any moment. As often as the scope allows, a message is lost, arrives
 * once more, or is late without bound, and a node crashes: between any two events, or between any
 * two effects of one, with any part of what was not durable in its log. It starts again at any
 * moment, or never; then its machines are made from what is durable. What one event makes a node do
 * is otherwise one step: what others could see in between are messages, and those can also arrive
 * after it.
 *
 * <p><b>What counts as an end.</b> An end is that of a node's part: {@code Decide}. A crash undoes
 * it unless the log says the same for good, and a restart does what the log says. A part of which
 * nothing is durable when its node crashes is aborted: it is lost. That a crash took a
 * participant's commit is remembered: others may have seen it, so nobody may abort after that.
 *
 * <p><b>Without a bound</b> ({@code ASYNCHRONOUS}) timers may run down, each at any time, as soon
 * as nothing is left to arrive or to be flushed but late messages. A timer that runs down while a
 * message is under way is one that runs down before a late message: so these are counted, and all
 * others are in time.
 *
 * <p><b>With a bound</b> ({@code SYNCHRONOUS_CRASH}) there is a clock of ticks, one to a {@code
 * delayBoundNanos}. A message between two that are up has arrived, and what its receiver writes and
 * then says because of it has been flushed and sent, before the clock passes the first tick after
 * it was sent; a timer of {@code k} bounds runs down at the {@code k}th tick after it was set, and
 * before the clock goes on. Within these limits the order is anybody's. {@code RETRY} and {@code
 * INQUIRE} mean nothing by their length, and run down when all is quiet, as above.
 *
 * <p>This is what a bound gives, neither more nor less. Not more: nothing is known of when a timer
 * runs down but its own length, not that what it waits for has crashed, nor that nothing is under
 * way to it. So a time-out that is too short for a chain of crashes is found. Not less: every
 * behaviour in continuous time, in which messages take between nothing and a bound, has one on
 * ticks with the same order of events, since all limits are whole numbers of ticks and closed
 * (Henzinger, Manna, Pnueli: <i>What good are digital clocks?</i>, ICALP 1992). What takes exactly
 * as long as a time-out may come before or after it: a protocol that is right has to wait longer.
 * What a crash leaves under way arrives: the sender's going down loses nothing that was sent; who
 * does not assume that, allows losses.
 *
 * <p><b>Judged</b> in every state: {@link tutti.simulator.commit.Agreement}, and the protocol's own
 * {@link tutti.simulator.commit.Claims}. Where all is quiet, {@link
 * tutti.simulator.commit.Patience} looks whether everything ends from there, once all nodes start
 * again and nothing more goes wrong, and whether those that are up end without the others, where
 * the protocol claims that. Every state leads to such a quiet one by arrivals and flushes alone. A
 * protocol is judged by what it claims: a run with more than that is told, and no failure.
 *
 * <p><b>States</b> are a few numbers each, since their parts are shared: a machine is the number of
 * its fields' values, a node that of its machines, log and timers. Of the durable part of a log
 * only what a recovery looks at is kept. They are compared whole, and not by hashes: none is taken
 * for another. What a node does depends on itself and on the message alone, and is worked out once
 * ({@link tutti.simulator.commit.Moves}).
 *
 * <p><b>Worlds that are one</b> ({@link tutti.simulator.commit.Differences}). What differs only in
 * what can never be seen again goes on alike, step for step:
 *
 * <ul>
 *   <li>Who no longer can crash, and is up, needs no log: of what is durable only that there is a
 *       part is kept, which the rules ask for, and what it still writes for nobody is left out.
 *   <li>A message for a member that is no more and will not come back, to which nobody answers, is
 *       as good as arrived.
 *   <li>What is under way to a node that is down arrives for nothing, or after it has started
 *       again. When it arrives for nothing makes no difference, so that is settled as the node
 *       starts, or as time goes on without it: a timer that counts no time still rings only when
 *       nothing else is left to arrive.
 *   <li>A run is over where all nodes are up and no member is left that could decide, nor can come
 *       back; and where every part has ended, the client was told, or its coordinator has crashed,
 *       and nobody crashes any more. Then only acknowledgements and forgetting are left: that these
 *       end is looked at in one order and not in all. A machine that decides again after that is
 *       seen in that order alone.
 * </ul>
 *
 * <p>{@code ReducedExplorationTest} compares the ends and what is wrong with those of a search in
 * which every difference counts. Nodes that do alike are not taken for one another: ballots belong
 * to numbers, and time-outs to ranks, so no permutation of nodes leads from runs to runs.
 *
 * <p><b>Bounds.</b> Paxos Commit has no bound of its own: each ballot may be followed by another.
 * So its usual scope has one takeover by silence ({@code silences}) and one timer that says or asks
 * again ({@code repeats}); the output says so. What needs more is for random walks.
 */
@NullMarked
package tutti.simulator.commit;

import org.jspecify.annotations.NullMarked;
