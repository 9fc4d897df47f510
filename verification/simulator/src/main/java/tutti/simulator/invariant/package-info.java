/**
 * Named invariants of the mechanisms, checked at every step of every run.
 *
 * <p>The paper cards (the {@code package-info.java} of two-phase locking, path-sensitive control,
 * two-phase commit, the journal, recovery and the distribution of transactions) name the rules that
 * must always hold: I1, I2 and so on. An {@link tutti.simulator.invariant.rule.Invariant} has the
 * same name, with the mechanism before it. {@link tutti.simulator.invariant.Inspector} stands where
 * a node meets its ports — around its concurrency controls, its disk, its transport and its history
 * — and after each call, or before a forbidden operation, gives a <em>step</em> to the invariants
 * that it could break:
 *
 * <table>
 * <caption>Steps</caption>
 * <tr><th>step</th><th>when</th><th>contents</th></tr>
 * <tr><td>{@code ActorStep}</td><td>after every call of a concurrency control</td><td>the users of
 * the actor before and after, the verdict, the participants that each waiting request waits
 * for</td></tr>
 * <tr><td>{@code CommitMoment}</td><td>a message leaves, a vote, decision or end is logged, a claim
 * is released, a client is told</td><td>all earlier messages and log records of that
 * attempt</td></tr>
 * <tr><td>{@code LogStep}</td><td>before a frame is written, a file is renamed or deleted</td><td>the
 * frames and which of them were forced, told from the disk's operations alone</td></tr>
 * <tr><td>{@code Greeting}, {@code Naming}, {@code Restart}</td><td>a node greets, speaks for a
 * branch, has recovered</td><td>its lives before</td></tr>
 * </table>
 *
 * <p>States that an actor may come to, whether actions commute and where the log is durable are
 * computed anew from the application and the disk: nothing of the mechanism's own judgement is
 * used. The first invariant that does not hold ends the run at that step. {@code CardsTest} lists
 * the other checks of those invariants of the cards that cannot be seen in one step.
 *
 * <p>Begin with {@link tutti.simulator.invariant.Inspector}. The {@code Watched} ports tell it the
 * steps; {@code step} has these and the knowledge so far, {@code rule} the invariants, a class for
 * each mechanism.
 */
@NullMarked
package tutti.simulator.invariant;

import org.jspecify.annotations.NullMarked;
