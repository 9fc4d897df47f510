package tutti.engine.integrated;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Verdict;
import tutti.engine.integrated.ItemFormat.Item;
import tutti.engine.integrated.ItemStore.Access;
import tutti.engine.integrated.ItemStore.End;
import tutti.engine.runtime.Promise;
import tutti.engine.transaction.ReadAnswer;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.model.ActorId;
import tutti.model.ActorType;

/**
 * The reads of actors for clients: each is a transaction that only reads, so it never misses what
 * was acknowledged. In a task; may wait.
 */
record ItemReads(Workspace.Parts parts, ItemStore store) {
  /** The number of actors whose keys a listing asks for at a time. */
  private static final int KEYS_AT_ONCE = 64;

  /** The most times as many actors as before that a listing reads at once. */
  private static final int GROWTH = 8;

  /** The bytes of actors that a listing reads at once, about, unless one alone has more. */
  private static final long BYTES_AT_ONCE = 1 << 20;

  /** The first pause after a conflict is drawn below this, in nanoseconds. */
  private static final long FIRST_PAUSE_NANOS = 1_000_000;

  /** The number of times that the limit of pauses doubles. */
  private static final int MOST_DOUBLINGS = 6;

  /**
   * Reads one actor.
   *
   * @param timeoutNanos the whole time that the client gave the read, some of which may be over
   */
  ReadAnswer read(ActorId actor, long deadlineNanos, long timeoutNanos) {
    ItemWaits waits = new ItemWaits(parts.runtime, deadlineNanos);
    ActorType type = parts.application.type(actor.type());
    for (int tries = 0;
        type != null && parts.runtime.scheduler().nanos() < waits.deadlineNanos();
        tries++) {
      Access access = store.begin(actor, null, waits.deadlineNanos());
      byte[] value = waits.read(access, actor);
      if (value != null
          && waits.commit(access, new TreeMap<>(), late -> {}) instanceof End.Committed) {
        return answer(actor, type, value);
      }
      pause(tries);
    }
    return type == null ? new ReadAnswer.Missing() : new ReadAnswer.Failed(late(timeoutNanos));
  }

  private static Reason.Deadline late(long timeoutNanos) {
    return new Reason.Deadline(timeoutNanos);
  }

  private ReadAnswer answer(ActorId actor, ActorType type, byte[] value) {
    if (value.length == 0) {
      return new ReadAnswer.Missing();
    }
    Item item = parts.format.decode(actor, type, value);
    return new ReadAnswer.Found(
        type, actor, new Verdict.CurrentState(item.state(), item.version(), 0));
  }

  private void pause(int tries) {
    long most = FIRST_PAUSE_NANOS << Math.min(tries, MOST_DOUBLINGS);
    parts.runtime.pause(1 + parts.runtime.entropy().nextLong(most));
  }

  /** Reads actors as {@link tutti.engine.transaction.TransactionProtocol#scan} says. */
  Result scan(
      String type,
      @Nullable String after,
      long deadlineNanos,
      long timeoutNanos,
      Predicate<ReadAnswer.Found> each) {
    ItemWaits waits = new ItemWaits(parts.runtime, deadlineNanos);
    String last = after;
    int most = 1;
    while (true) {
      List<String> keys = waits.keys(store, type, last, KEYS_AT_ONCE);
      if (keys == null) {
        return new Result.Failed(late(timeoutNanos));
      }
      for (int from = 0, to; from < keys.size(); from = to) {
        to = Math.min(keys.size(), from + most);
        long bytes = 0;
        for (Reading reading : begin(type, keys.subList(from, to), waits)) {
          ReadAnswer answer = reading.end(waits);
          if (answer instanceof ReadAnswer.Failed(var reason)) {
            return new Result.Failed(reason);
          }
          if (answer instanceof ReadAnswer.Found found && !each.test(found)) {
            return Result.DONE;
          }
          bytes += reading.bytes;
          last = reading.actor.key();
        }
        most = atOnce(to - from, bytes);
      }
      if (keys.size() < KEYS_AT_ONCE) {
        return Result.DONE;
      }
    }
  }

  /**
   * Returns how many actors are read at once, after {@code count} actors had {@code bytes} bytes.
   * The next actors may be larger, so there are not many more.
   */
  private static int atOnce(int count, long bytes) {
    int most = Math.min(KEYS_AT_ONCE, GROWTH * count);
    return Math.clamp(BYTES_AT_ONCE * count / Math.max(1, bytes), 1, most);
  }

  /** Begins to read actors, all at once. */
  private List<Reading> begin(String type, List<String> keys, ItemWaits waits) {
    List<Reading> all = new ArrayList<>();
    for (String key : keys) {
      ActorId actor = new ActorId(type, key);
      all.add(new Reading(actor, store.begin(actor, null, waits.deadlineNanos())));
    }
    return all;
  }

  /** A read of one of several actors: its first try goes on beside those of the others. */
  private final class Reading {
    private final ActorId actor;
    private final Promise<byte[]> value = new Promise<>();
    private final Promise<End> confirmed = new Promise<>();

    /** The bytes of the value, once it is there. */
    volatile int bytes;

    Reading(ActorId actor, Access access) {
      this.actor = actor;
      access.read(
          actor,
          its -> {
            bytes = its.length;
            value.complete(its);
            access.commit(new TreeMap<>(), confirmed::complete);
          });
    }

    /** Waits for the answer; another transaction that was met makes it a read of its own. */
    ReadAnswer end(ItemWaits waits) {
      End end = waits.end(confirmed);
      ActorType type = parts.application.type(actor.type());
      return end instanceof End.Committed && type != null
          ? answer(actor, type, value.await())
          : read(actor, waits.deadlineNanos(), Math.max(0, waits.leftNanos()));
    }
  }
}
