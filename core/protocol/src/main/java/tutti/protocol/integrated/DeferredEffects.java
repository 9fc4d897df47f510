package tutti.protocol.integrated;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The effects of a replica that wait until all records that were written before them are durable.
 * An answer that waits already, as one of many, is not added again: on a slow disk a question is
 * repeated many times before it is answered, and all the answers would have to be sent and read
 * together. The fields contain nothing that is over, since explorations compare them. Confined to
 * one thread.
 *
 * @param <E> the effects; equal messages have the same meaning
 */
public final class DeferredEffects<E> {
  /**
   * The number of effects up to which they are not compared: mostly all wait for one short flush.
   */
  private static final int FEW = 32;

  /**
   * An effect that waits until {@code more} further records are durable than the effect before it
   * waits for.
   */
  private record Waiting<E>(int more, E effect) {}

  /** The records that are not durable yet. */
  private int unforced;

  /** The records of these that the last effect waits for. */
  private int awaited;

  private final Deque<Waiting<E>> waiting = new ArrayDeque<>();

  /** The effects that wait and came when there were more than a few. */
  private final Set<E> compared = new HashSet<>();

  /** One more record is written. */
  public void written() {
    unforced++;
  }

  /** Adds an effect to those of now, or to those of later, unless an equal one waits. */
  public void whenForced(E effect, List<? super E> now) {
    if (unforced == 0) {
      now.add(effect);
    } else if (waiting.size() < FEW || compared.add(effect)) {
      waiting.addLast(new Waiting<>(unforced - awaited, effect));
      awaited = unforced;
    }
  }

  /**
   * Notes that the oldest {@code count} records are durable, and adds the effects that have waited
   * for them to {@code now}.
   *
   * @throws IllegalStateException if fewer than {@code count} records were waiting
   */
  public void persisted(int count, List<? super E> now) {
    unforced -= count;
    if (unforced < 0) {
      throw new IllegalStateException("no record is waited for that could be durable");
    }
    awaited = Math.max(0, awaited - count);
    int left = count;
    Waiting<E> next = waiting.poll();
    while (next != null && next.more() <= left) {
      left -= next.more();
      if (!compared.isEmpty()) {
        compared.remove(next.effect());
      }
      now.add(next.effect());
      next = waiting.poll();
    }
    if (next != null) {
      waiting.addFirst(new Waiting<>(next.more() - left, next.effect()));
    }
  }
}
