package tutti.engine.integrated.expiry;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.engine.integrated.ItemValues;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.model.ActorId;

/**
 * The search of one replica for expired idempotency keys, which all replicas of the shard then
 * forget by a transaction. The search visits the replica's items piece by piece, between other
 * steps, and begins again after a pause. All replicas of a shard search. A replica other than the
 * first waits a few pauses more before it counts a key as expired, so it finds only what the first
 * one has missed. Confined to the host's queue of machines.
 */
public final class KeySweeper {
  private static final long LEAST_PAUSE_NANOS = 20_000_000;
  private static final long MOST_PAUSE_NANOS = 60_000_000_000L;

  /** The share of the time for which keys are kept that is between two searches. */
  private static final int OF_THE_TIME = 8;

  /** The pauses for which each replica of a shard waits for the ones before it. */
  private static final int PATIENCE = 3;

  /** The wait between two pieces, so that a search of many items holds nothing up. */
  private static final long NEXT_NANOS = 5_000_000;

  /** The most keys of a transaction, and the most characters of their names. */
  private static final int MOST_KEYS = 128;

  private static final int MOST_CHARACTERS = 6_144;

  /** The keys of a replica. */
  public interface Keys {

    /** Returns whether the replica has all that a majority has, but for what is under way. */
    boolean isWhole();

    /** Returns the first items behind that one with their values, about as many as a record has. */
    SortedMap<ActorId, byte[]> behind(ActorId item);

    /**
     * Makes all replicas forget those of {@code keys} that were used before a time.
     *
     * @param ended is run on the queue when that has happened, or has failed
     */
    void forget(SortedSet<ActorId> keys, Instant before, Runnable ended);
  }

  private final Keys keys;
  private final Duration keep;
  private final long pauseNanos;
  private final Scheduler scheduler;
  private final StepQueue queue;
  private Scheduler.@Nullable Timer next;
  private boolean held;
  private boolean ended;

  /**
   * @param keep the time for which a key is kept, from its transaction on
   * @param rank the replica's place among those of its shard, 0 first
   * @param queue of the host's machines
   */
  public KeySweeper(Keys keys, Duration keep, int rank, Scheduler scheduler, StepQueue queue) {
    this.keys = keys;
    this.pauseNanos = Math.clamp(keep.toNanos() / OF_THE_TIME, LEAST_PAUSE_NANOS, MOST_PAUSE_NANOS);
    this.keep = keep.plusNanos(pauseNanos * rank * PATIENCE);
    this.scheduler = scheduler;
    this.queue = queue;
    later(pauseNanos, this::begin);
  }

  /**
   * Stops ({@code on}) or resumes the removal of keys, so that a simulation can compare replicas.
   */
  public void hold(boolean on) {
    held = on;
  }

  /** Ends the search for good. */
  public void end() {
    ended = true;
    if (next != null) {
      next.cancel();
    }
  }

  private void later(long nanos, Runnable step) {
    if (!ended) {
      next = scheduler.after(nanos, queue, step);
    }
  }

  /**
   * Begins a search by the time that most hosts' clocks have: a clock that is ahead ends no key.
   */
  private void begin() {
    Instant now = scheduler.clocks().agreed();
    if (now == null) {
      later(pauseNanos, this::begin);
    } else {
      goOn(ItemValues.BEFORE_KEYS, now.minus(keep));
    }
  }

  private void goOn(ActorId last, Instant before) {
    SortedMap<ActorId, byte[]> piece = keys.isWhole() ? keys.behind(last) : new TreeMap<>();
    List<ActorId> old = new ArrayList<>();
    for (Map.Entry<ActorId, byte[]> each : piece.entrySet()) {
      if (!ItemValues.isKey(each.getKey())) {
        break;
      }
      if (isOld(each.getValue(), before)) {
        old.add(each.getKey());
      }
    }
    boolean over = piece.isEmpty() || !ItemValues.isKey(piece.lastKey());
    forget(old, before, over ? null : piece.lastKey());
  }

  /** Returns whether a key was used before a time; one that is forgotten has no bytes. */
  public static boolean isOld(byte[] value, Instant before) {
    return value.length > 0 && ItemValues.usedAt(value).isBefore(before);
  }

  /**
   * Removes expired keys, a few with each transaction, and then continues the search.
   *
   * @param last the last item that was searched; null if there are no further keys
   */
  private void forget(List<ActorId> old, Instant before, @Nullable ActorId last) {
    if (held) {
      later(pauseNanos, () -> forget(old, before, last));
    } else if (!old.isEmpty()) {
      SortedSet<ActorId> some = new TreeSet<>();
      int characters = 0;
      for (ActorId key : old) {
        if (some.size() == MOST_KEYS || characters >= MOST_CHARACTERS) {
          break;
        }
        some.add(key);
        characters += key.key().length();
      }
      List<ActorId> others = old.subList(some.size(), old.size());
      keys.forget(some, before, () -> later(0, () -> forget(others, before, last)));
    } else if (last != null) {
      later(NEXT_NANOS, () -> goOn(last, before));
    } else {
      later(pauseNanos, this::begin);
    }
  }
}
