package tutti.engine.transaction.outcome;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * An array of atomic slots that takes room as it is used: a node that has run a few transactions
 * holds few slots, and a checkpoint visits few. Thread-safe.
 */
final class Slots {
  /** The number of slots that are made together: a power of two. */
  private static final int PART = 1 << 8;

  private final int size;
  private final int shift;
  private final int mask;
  private final AtomicReferenceArray<@Nullable AtomicReferenceArray<@Nullable Object>> parts;

  /**
   * @param size how many slots: a power of two
   */
  Slots(int size) {
    this.size = size;
    int part = Math.min(size, PART);
    mask = part - 1;
    shift = Integer.numberOfTrailingZeros(part);
    parts = new AtomicReferenceArray<>(size >> shift);
  }

  @Nullable Object get(int slot) {
    AtomicReferenceArray<@Nullable Object> in = parts.get(slot >> shift);
    return in == null ? null : in.get(slot & mask);
  }

  boolean compareAndSet(int slot, @Nullable Object before, Object after) {
    return partOf(slot).compareAndSet(slot & mask, before, after);
  }

  private AtomicReferenceArray<@Nullable Object> partOf(int slot) {
    int number = slot >> shift;
    AtomicReferenceArray<@Nullable Object> found = parts.get(number);
    if (found != null) {
      return found;
    }
    AtomicReferenceArray<@Nullable Object> made = new AtomicReferenceArray<>(mask + 1);
    AtomicReferenceArray<@Nullable Object> other = parts.compareAndExchange(number, null, made);
    return other == null ? made : other;
  }

  /**
   * Returns the first slot from this one on that may hold something, or the number of all slots.
   */
  int used(int from) {
    int slot = from;
    while (slot < size && parts.get(slot >> shift) == null) {
      slot = (slot | mask) + 1;
    }
    return slot;
  }
}
