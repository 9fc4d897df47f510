/**
 * The seam between protocols and what runs them: a {@link tutti.protocol.machine.Machine} takes
 * {@link tutti.protocol.machine.Event}s and asks for {@link tutti.protocol.machine.Effect}s. It has
 * no threads, clocks, randomness, input, output or logging of its own, so an engine, an explorer
 * and a test run the same machine: each carries the effects out in its own way.
 *
 * <p>Begin with {@link tutti.protocol.machine.Machine}.
 *
 * <p><b>How a machine is run.</b> All events of one machine come one after another, as from a step
 * queue; no effect needs an answer at once.
 *
 * <ol>
 *   <li>A machine is made of what the log has of it. Its first event is {@link
 *       tutti.protocol.machine.Event.Started}.
 *   <li>The records of one step are all appended, in their order, before anything else of the step
 *       is carried out; a log that does not take one of them halts the machine.
 *   <li>{@link tutti.protocol.machine.Event.Persisted} counts the records that became durable, the
 *       oldest first; several may be counted at once. {@link tutti.protocol.machine.AfterFlush}
 *       remembers what they were for.
 *   <li>A message goes to an {@link tutti.protocol.machine.Address}. It may be lost, doubled or
 *       late, and so is never the answer to an effect.
 *   <li>What the rest of a node wants of the machine is an {@link
 *       tutti.protocol.machine.Event.Input}, and what the machine has decided is an {@link
 *       tutti.protocol.machine.Effect.Output}: both of a sealed type of the protocol's.
 * </ol>
 *
 * <p>{@linkplain tutti.protocol.commit Commit protocols} differ in two points: their machines are
 * not started, and of a record that the log does not take they may be told.
 *
 * <p>For example, an acceptor that promises a ballot gives {@code Persist(promise, FORCED)}, and
 * when {@code Persisted(1)} comes, {@code Send(candidate, promised)}.
 */
@NullMarked
package tutti.protocol.machine;

import org.jspecify.annotations.NullMarked;
