package tutti.protocol.integrated;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;

/**
 * The effects of a replica that wait until all records that were written before them are durable.
 * An answer that waits already, as one of many, is not added again: on a slow disk a question is
 * repeated many times before it is answered, and all that is said then would have to be carried,
 * read and answered at once. Confined to one thread.
 *
 * @param <E> the effects; messages that are equal say the same
 */
public final class Deferral<E> {
  /**
   * The number of effects up to which they are not compared: mostly all wait for one short flush.
   */
  private static final int FEW = 32;

  /** An effect that waits until so many records are durable. */
  private record Waiting<E>(long records, E effect) {}

  /** The number of records so far, and of those that are durable. */
  private long written;

  private long durable;

  /** The effects that wait, in the order of their records. */
  private final Queue<Waiting<E>> waiting = new ArrayDeque<>();

  /** The effects that wait and came when there were more than a few. */
  private final Set<E> compared = new HashSet<>();

  /** One more record is written. */
  public void written() {
    written++;
  }

  /** Adds an effect to those of now, or to those of later, unless an equal one waits. */
  public void whenForced(E effect, List<? super E> now) {
    if (durable == written) {
      now.add(effect);
    } else if (waiting.size() < FEW || compared.add(effect)) {
      waiting.add(new Waiting<>(written, effect));
    }
  }

  /**
   * The oldest so many records are durable; adds the effects that have waited for that.
   *
   * @throws IllegalStateException if there are fewer that could be
   */
  public void persisted(int count, List<? super E> now) {
    durable += count;
    if (durable > written) {
      throw new IllegalStateException("no record is waited for that could be durable");
    }
    Waiting<E> next = waiting.peek();
    while (next != null && next.records() <= durable) {
      waiting.remove();
      if (!compared.isEmpty()) {
        compared.remove(next.effect());
      }
      now.add(next.effect());
      next = waiting.peek();
    }
  }
}
