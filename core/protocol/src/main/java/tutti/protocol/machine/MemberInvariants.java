package tutti.protocol.machine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The invariants of a protocol that one member alone can break, checked beside its machine: what
 * the member sends is durable, and contradicts no earlier message. Each step is checked before any
 * of its effects is carried out, so that no message leaves that breaks an invariant. Explorations
 * and simulations check the same rules. Confined to the machine's thread.
 *
 * <p>For example, a replica that answers {@code Accepted} up to position 9, while only 8 positions
 * of its log are durable, breaks {@code forced}: its process ends before the answer leaves.
 *
 * @param <O> the machine's decisions
 * @param <D> the facts that are known to be durable when a record is
 */
public abstract class MemberInvariants<O, D> {
  /** The told records that are not durable yet, oldest first. */
  private @Nullable Deque<D> waiting;

  /**
   * Looks at a step that the machine has taken.
   *
   * @throws InvariantBroken if it breaks an invariant
   */
  public final void check(Event<?> cause, List<Effect<O>> effects) {
    if (cause instanceof Event.Persisted<?>(int records) && waiting != null) {
      for (int left = records; left > 0 && !waiting.isEmpty(); left--) {
        durable(waiting.remove());
      }
    }
    for (Effect<O> effect : effects) {
      switch (effect) {
        case Effect.Persist<O> it -> {
          D then = writes(it.record());
          if (it.isTold()) {
            waits(then);
          }
        }
        case Effect.Send<O>(Address to, ProtocolMessage message) -> sends(cause, to, message);
        case Effect.Output<O>(O output) -> decides(cause, output);
        case Effect.SetTimer<O> _, Effect.CancelTimer<O> _ -> {}
      }
    }
    stepped();
  }

  private void waits(D then) {
    if (waiting == null) {
      waiting = new ArrayDeque<>(2);
    }
    waiting.addLast(then);
  }

  /** A record is written, not durably yet; returns what is durable once it is. */
  protected abstract D writes(ProtocolRecord record);

  /** A record is durable now, and all that was written before it. */
  protected abstract void durable(D then);

  /** A message is about to be sent. */
  protected abstract void sends(Event<?> cause, Address to, ProtocolMessage message);

  /** The machine has decided something. */
  protected void decides(Event<?> cause, O output) {}

  /** A whole step was looked at. */
  protected void stepped() {}
}
