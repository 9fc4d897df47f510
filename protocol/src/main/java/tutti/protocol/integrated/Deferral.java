package tutti.protocol.integrated;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/**
 * The effects of a replica that wait until all records that were written before them are durable.
 * Confined to one thread.
 *
 * @param <E> the effects
 */
public final class Deferral<E> {

  /** An effect that waits until so many records more are durable. */
  private record Waiting<E>(int behind, E effect) {}

  /** The records that are not durable yet. */
  private int unforced;

  private Queue<Waiting<E>> waiting = new ArrayDeque<>();

  /** One more record is written. */
  public void written() {
    unforced++;
  }

  /** Adds an effect to those of now, or to those of later. */
  public void whenForced(E effect, List<? super E> now) {
    if (unforced == 0) {
      now.add(effect);
    } else {
      waiting.add(new Waiting<>(unforced, effect));
    }
  }

  /**
   * The oldest so many records are durable; adds the effects that have waited for that.
   *
   * @throws IllegalStateException if there are fewer that could be
   */
  public void persisted(int count, List<? super E> now) {
    unforced -= count;
    if (unforced < 0) {
      throw new IllegalStateException("no record is waited for that could be durable");
    }
    Queue<Waiting<E>> left = new ArrayDeque<>();
    for (Waiting<E> each : waiting) {
      if (each.behind() <= count) {
        now.add(each.effect());
      } else {
        left.add(new Waiting<>(each.behind() - count, each.effect()));
      }
    }
    waiting = left;
  }
}
