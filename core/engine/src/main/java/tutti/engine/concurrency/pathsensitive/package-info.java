/**
 * Path-sensitive concurrency control: an action is accepted while others are in progress, if their
 * ends make no difference to it.
 *
 * <p>Begin with {@link tutti.engine.concurrency.pathsensitive.PathSensitive}, the control, and
 * {@link tutti.engine.concurrency.pathsensitive.ForwardCommutativity}, the paper's Figure 9. An
 * actor's {@link tutti.engine.concurrency.pathsensitive.InProgressQueue} has the actions that are
 * in progress; an {@link tutti.engine.concurrency.pathsensitive.AcceptanceCheck} decides whether
 * one more may join them, over an {@link tutti.engine.concurrency.pathsensitive.OutcomeTree}
 * ({@link tutti.engine.concurrency.pathsensitive.TreeCheck}) or over {@link
 * tutti.engine.concurrency.pathsensitive.Intervals} ({@link
 * tutti.engine.concurrency.pathsensitive.IntervalCheck}).
 *
 * <p><b>Source.</b> T. Soethout, T. van der Storm, J. Vinju: <i>Path-Sensitive Atomic Commit</i>,
 * Programming 5(1):3, 2021 (PSAC): §3.2 with Listing 1 and Figure 3, §4.2 for the limit, §6.2 for
 * fairness and isolation, §8 for intervals. Forward commutativity: W. Weihl, 1988, by way of
 * docs/rulings.md#ruling-8.
 *
 * <p><b>Listing 1 here.</b> {@code inProgress} and {@code queued} are one list of {@link
 * tutti.engine.concurrency.pathsensitive.ActClaim}s in order of arrival, of which the decided ones
 * are the queued; {@code delayed} is the list of {@link
 * tutti.engine.concurrency.pathsensitive.Delayed}. Both stand in the cell's {@link
 * tutti.engine.concurrency.pathsensitive.InProgressQueue}. "Possible outcomes" are every
 * combination of commits and aborts of the undecided, with all decided effects.
 *
 * <table>
 * <caption>Transitions at one actor</caption>
 * <tr><th>event</th><th>when</th><th>verdict or effect</th></tr>
 * <tr><td>Act</td><td>{@code max-in-progress} are undecided, or a waiting request was overtaken
 *     that often
 * </td><td>Delay</td></tr>
 * <tr><td>Act</td><td>no outcome accepts it</td><td>Reject, reason of the outcome in which all
 * commit</td></tr>
 * <tr><td>Act</td><td>every outcome accepts it with the same partners and result, the facts that
 * others have observed stay so, and (serializable) it commutes forward with every undecided
 * one</td><td>Accept: last in progress</td></tr>
 * <tr><td>Act</td><td>otherwise</td><td>Delay</td></tr>
 * <tr><td>Observe, Forbid</td><td>every outcome says the same, the asker's own action left out</td>
 * <td>Accept: held</td></tr>
 * <tr><td>Observe, Forbid</td><td>otherwise</td><td>Delay</td></tr>
 * <tr><td>Read</td><td>no decided effect is unapplied</td><td>Seen, else Delay</td></tr>
 * <tr><td>commit</td><td/><td>decided; effects applied while the head is decided; all delayed tried
 * again, oldest first</td></tr>
 * <tr><td>reinstate</td><td>after a crash, actions in order of arrival</td><td>in progress, or held, as
 * before; its plan is that of the outcome in which all commit, its fact that of any outcome (I1,
 * I4)</td></tr>
 * <tr><td>abort, withdraw</td><td/><td>gone; then as after a commit</td></tr>
 * </table>
 *
 * <p><b>Invariants.</b>
 *
 * <ul>
 *   <li>I1: every action in progress is accepted in every outcome of those that came before it.
 *   <li>I2: effects are applied in order of arrival; the head of what is in progress is undecided.
 *   <li>I3 (serializable): in every outcome of the others, any two undecided actions are accepted
 *       in either order, with the same plans, and lead to the same state: so the order of the
 *       commits is a serial order of the transactions.
 *   <li>I4: a fact that is observed or forbidden is the same in every outcome until its transaction
 *       ends.
 *   <li>I5: no more than {@code max-in-progress} actions are undecided; no layer of the tree has
 *       more than {@code max-outcomes} states (except the two of a single action).
 *   <li>I6: a waiting request is overtaken by at most {@code max-in-progress} actions that came
 *       later.
 *   <li>I7: intervals accept and refuse only what the tree accepts and refuses, with the same
 *       answer.
 *   <li>I8: a read misses no effect whose transaction is decided.
 *   <li>I9: an idle cell's control object is null; a single action's is its claim.
 *   <li>I10: a request that waits has a participant to wait for: {@code blockers} names at least
 *       one.
 * </ul>
 *
 * <p><b>Guarantees.</b> {@code isolation = serializable}: strict serializability in the order of
 * commits, as two-phase locking. {@code isolation = object}: the promise of the paper, each actor's
 * history linearizable and transactions atomic, no global order (Figure 9). Success is told before
 * the effect is applied: {@code commit} never waits. <b>Needs</b> actions that are pure functions,
 * and a detector that breaks deadlocks.
 *
 * <p><b>Intervals</b> (§8, "minimum or maximum values"). While all in progress is linear ({@link
 * tutti.model.LinearForm}), a field's outcomes lie between two sums, and both ends are reached. An
 * action is accepted if the interval lies within its bounds, refused if it lies outside. Each
 * undecided action may still be decided last, so for either order the interval without it, with the
 * newcomer, must lie within its bounds: a multiset of those limits tells the tightest at once. A
 * tree could still say "none" where a bound lies in a gap between outcomes: there intervals delay.
 * An action that is not linear is judged by the tree, and the rest with it until it is gone.
 *
 * <p><b>Departures from the paper.</b>
 *
 * <ul>
 *   <li>Listing 1 applies one effect and tries the delayed again when the head is decided; here all
 *       decided effects at the head are applied and all delayed are tried again after every
 *       decision, as Figure 3, step 5, and §3.1 show (docs/rulings.md#ruling-8).
 *   <li>Serializable isolation is added, and the default: §6.2 shows that independence alone is not
 *       enough (Figure 9). The condition is {@link
 *       tutti.engine.concurrency.pathsensitive.ForwardCommutativity}.
 *   <li>Fairness is added: §6.2 names its lack, and this solution ("only a limited number of
 *       independent actions can go before").
 *   <li>Actions may have results and partners that depend on the state, as long as all outcomes
 *       agree; the paper's have none (§7).
 *   <li>Observations and negated syncs are pure actions that are held (docs/rulings.md#ruling-6);
 *       observations do not count for I6, but as many of them at most go before an action that
 *       others keep waiting.
 *   <li>A single action at an actor keeps no lists: its claim is the control object.
 *   <li>The paper's method is for every object. Here it is for actors with fields; a relational
 *       actor, whose state is rows, is locked as a whole, since a procedure's effect on rows is not
 *       a pure function of a few fields that a tree of outcomes could hold.
 * </ul>
 */
@NullMarked
package tutti.engine.concurrency.pathsensitive;

import org.jspecify.annotations.NullMarked;
