package tutti.engine.snapshot;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Timestamps;
import tutti.engine.runtime.Latch;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.storage.rows.RowChanges;
import tutti.engine.storage.rows.RowPlace;
import tutti.engine.storage.rows.RowTable;

/**
 * The epoch of a node, the snapshots that are open there, and the answers that must wait until
 * other nodes have reached the epoch. Thread-safe.
 */
public final class Snapshots {
  private static final RetainedVersions[] NONE = {};

  private final Limit limit;
  private final Latch latch = new Latch();
  private volatile long epoch = 1;
  private volatile RetainedVersions[] open = NONE;
  private @Nullable Timestamps clock;

  /** Whether some epoch may still be open on other nodes. */
  private volatile boolean closing;

  /** The answers that are held back, oldest first. Guarded by the latch. */
  private final ArrayDeque<Held> held = new ArrayDeque<>();

  /** An answer to the outside that is held; it may rest on transactions up to that epoch. */
  private record Held(long epoch, Runnable telling) {}

  /** A guard that ends a snapshot in time, whatever happens to the node that asked for it. */
  public interface Limit {
    /**
     * Rows are kept for that one from now on; it is to be {@linkplain #end ended} some time. Under
     * a latch.
     *
     * @param closed whether all nodes have closed its epoch: until then answers wait
     * @return run when it has ended, or the limit is another one
     */
    Runnable on(Snapshots snapshots, long number, boolean closed);
  }

  /** Snapshots of controls that no node belongs to. */
  public Snapshots() {
    this((all, number, closed) -> () -> {});
  }

  public Snapshots(Limit limit) {
    this.limit = limit;
  }

  /**
   * Has the node count by a clock of timestamps instead of epochs, for a control that keeps no
   * snapshots: each transaction that writes has an epoch of its own, its write version (TL2 §3).
   * Called before the node's first transaction.
   */
  public void countBy(Timestamps timestamps) {
    clock = timestamps;
  }

  /**
   * Returns the epoch for a transaction that has locked all its writes and has not validated yet.
   */
  public long epoch() {
    Timestamps own = clock;
    return own == null ? epoch : own.next();
  }

  /**
   * Makes the epoch at least that, for a transaction of it. The state that the epoch before has
   * left is kept from now on: transactions of the new epoch find the snapshot open. If the epoch
   * leaps, this node has missed how that snapshot was begun, and takes no part in it.
   */
  public void raise(long least) {
    Timestamps own = clock;
    if (own != null) {
      own.learn(least);
    } else if (epoch < least) {
      rise(least, least - 1);
    }
  }

  /**
   * @param from the least new epoch at which older rows are kept
   */
  private void rise(long least, long from) {
    latch.lock();
    try {
      if (epoch >= least) {
        return;
      }
      if (epoch >= from) {
        RetainedVersions[] more = Arrays.copyOf(open, open.length + 1);
        more[open.length] = new RetainedVersions(least - 1, limit.on(this, least - 1, false));
        open = more;
        closing = true;
      }
      epoch = least;
    } finally {
      latch.unlock();
    }
  }

  /**
   * Opens that snapshot: the epoch is behind it from now on.
   *
   * @return whether it is kept: not if the epoch was further already
   */
  public boolean close(long number) {
    rise(number + 1, 0);
    RetainedVersions kept = find(number);
    if (kept != null) {
      kept.open();
    }
    return kept != null;
  }

  /** Notes that all nodes have closed that epoch: answers that rest on later ones may be given. */
  public void closed(long number) {
    List<Runnable> free = List.of();
    latch.lock();
    try {
      RetainedVersions kept = find(number);
      if (kept != null) {
        kept.closed(limit.on(this, number, true));
        free = free();
      }
    } finally {
      latch.unlock();
    }
    free.forEach(Runnable::run);
  }

  /** Removes and returns the answers that no open epoch holds any more. */
  private List<Runnable> free() {
    long first = Long.MAX_VALUE;
    for (RetainedVersions each : open) {
      first = each.closing() ? Math.min(first, each.number()) : first;
    }
    closing = first < Long.MAX_VALUE;
    List<Runnable> free = new ArrayList<>();
    for (Held next = held.peek(); next != null && next.epoch <= first; next = held.peek()) {
      free.add(held.remove().telling);
    }
    return free;
  }

  /** Gives an answer to the outside, by {@link #tell}. */
  public <T> Consumer<T> telling(Consumer<T> listener) {
    return what -> {
      if (!closing || !hold(() -> listener.accept(what))) {
        listener.accept(what);
      }
    };
  }

  /**
   * Answers a question about this node's state from outside: now, or once no earlier epoch is
   * closed on some nodes only. If it answered before that, a transaction that the answer causes
   * could be of an earlier epoch than the answer.
   */
  public void tell(Runnable telling) {
    if (!closing || !hold(telling)) {
      telling.run();
    }
  }

  /** Holds an answer back; false if no open epoch holds it any more. */
  private boolean hold(Runnable telling) {
    latch.lock();
    try {
      if (closing) {
        held.add(new Held(epoch, telling));
        return true;
      }
      return false;
    } finally {
      latch.unlock();
    }
  }

  /**
   * Returns a snapshot that may be read, since it is open on this node; null if it is not. This
   * node keeps the rows of a snapshot that is not open, too, from the moment when it met a
   * transaction that comes after the snapshot: but if the node has restarted since the snapshot was
   * opened, its rows are newer than the snapshot.
   */
  public @Nullable RetainedVersions opened(long number) {
    RetainedVersions kept = find(number);
    return kept != null && kept.opened() ? kept : null;
  }

  /** A snapshot that rows are kept for, by the last epoch that is in it; or null. */
  public @Nullable RetainedVersions find(long number) {
    for (RetainedVersions each : open) {
      if (each.number() == number) {
        return each;
      }
    }
    return null;
  }

  /**
   * Ends a snapshot that is not read any more. The epoch is behind it from now on, without any kept
   * rows: a late {@link #close} must not open it again, for it would never be ended.
   */
  public void end(long number) {
    Runnable atEnd = () -> {};
    List<Runnable> free = List.of();
    latch.lock();
    try {
      epoch = Math.max(epoch, number + 1);
      RetainedVersions gone = find(number);
      if (gone != null) {
        // This comes first: a query that reads on must find out.
        atEnd = gone.end();
        open = Arrays.stream(open).filter(each -> each != gone).toArray(RetainedVersions[]::new);
        free = free();
      }
    } finally {
      latch.unlock();
    }
    atEnd.run();
    free.forEach(Runnable::run);
  }

  /** Ends all snapshots, since the node that opened them has forgotten them. */
  public void endAll() {
    for (RetainedVersions each : open) {
      end(each.number());
    }
  }

  /** Returns whether any snapshot is open. If none is, no row need be {@linkplain #keep kept}. */
  public boolean areOpen() {
    return open.length > 0;
  }

  /** A transaction of that epoch is about to write a row that it has locked. */
  public void keep(RowTable<?> table, RowPlace locked, long writer) {
    for (RetainedVersions each : open) {
      if (each.number() < writer) {
        each.keep(table, locked);
      }
    }
  }

  /** A transaction of that epoch is about to change an actor's rows, which it has locked. */
  public void keep(ActorRows rows, RowChanges changes, long writer) {
    for (RowChanges.Change change : changes.list()) {
      RowTable<?> table = rows.table(change.relation());
      keep(table, table.make(change.key(), null), writer);
    }
  }

  /** Returns the number of open snapshots. */
  public int count() {
    return open.length;
  }

  /** Returns the number of rows that are kept for all snapshots. */
  public long rows() {
    return Arrays.stream(open).mapToLong(RetainedVersions::size).sum();
  }
}
