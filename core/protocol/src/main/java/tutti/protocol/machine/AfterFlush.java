package tutti.protocol.machine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import tutti.protocol.machine.Effect.Flush;

/**
 * The records of a machine that are not durable yet, each with the reason for which the machine
 * waits for it, oldest first. {@link Event.Persisted} only counts records; this says which they
 * were. Confined to one thread.
 *
 * <p>For example, a participant that writes its vote adds {@code persist(vote, FORCED, VOTE)} to
 * its effects; when {@code Persisted(1)} comes, {@code persisted(1, then)} gives {@code VOTE} to
 * {@code then}.
 *
 * @param <R> what the machine wants to know of a record once that is durable
 */
public final class AfterFlush<R> {
  /** Small: a machine mostly waits for one record. */
  private final Deque<R> waiting = new ArrayDeque<>(2);

  /**
   * The effect that writes a record, whose reason is remembered if {@link Event.Persisted} will
   * count it.
   */
  public <O> Effect<O> persist(ProtocolRecord record, Flush flush, R reason) {
    Effect.Persist<O> effect = new Effect.Persist<>(record, flush);
    if (effect.isTold()) {
      waiting.addLast(reason);
    }
    return effect;
  }

  /**
   * Calls {@code then} with the reasons of the oldest {@code records} records, in their order:
   * these records are durable now.
   *
   * @throws IllegalStateException if fewer were written
   */
  public void persisted(int records, Consumer<? super R> then) {
    for (int left = records; left > 0; left--) {
      R reason = waiting.poll();
      if (reason == null) {
        throw new IllegalStateException("no record is waited for that could be durable");
      }
      then.accept(reason);
    }
  }

  /** Changes the reasons of all records that are not durable yet. */
  public void replaceAll(UnaryOperator<R> change) {
    for (int left = waiting.size(); left > 0; left--) {
      waiting.addLast(change.apply(waiting.removeFirst()));
    }
  }

  /**
   * Removes the newest record: the log has not taken it, and so it never counts.
   *
   * @throws IllegalStateException if it was written for another reason
   */
  public void withdraw(R reason) {
    if (!reason.equals(waiting.peekLast())) {
      throw new IllegalStateException("the newest record was not written for " + reason);
    }
    waiting.removeLast();
  }
}
