package tutti.engine.integrated;

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
  private static final int KEYS_AT_ONCE = 100;

  /** The pause after a conflict, in nanoseconds. */
  private static final long PAUSE_NANOS = 1_000_000;

  /** Reads one actor. */
  ReadAnswer read(ActorId actor, long timeoutNanos) {
    ItemWaits waits = waits(timeoutNanos);
    ActorType type = parts.application.type(actor.type());
    while (type != null && parts.runtime.scheduler().nanos() < waits.deadlineNanos()) {
      Access access = store.begin(actor, waits.deadlineNanos());
      byte[] value = waits.read(access, actor);
      if (value != null
          && waits.commit(access, new TreeMap<>(), late -> {}) instanceof End.Committed) {
        return answer(actor, type, value);
      }
      pause();
    }
    return type == null ? new ReadAnswer.Missing() : new ReadAnswer.Failed(late(timeoutNanos));
  }

  private ItemWaits waits(long timeoutNanos) {
    return new ItemWaits(parts.runtime, parts.runtime.scheduler().nanos() + timeoutNanos);
  }

  private static Reason.Deadline late(long timeoutNanos) {
    return new Reason.Deadline(timeoutNanos, null, List.of());
  }

  private ReadAnswer answer(ActorId actor, ActorType type, byte[] value) {
    if (value.length == 0) {
      return new ReadAnswer.Missing();
    }
    Item item = parts.format.decode(actor, type, value);
    return new ReadAnswer.Found(
        type, actor, new Verdict.CurrentState(item.state(), item.version(), 0));
  }

  private void pause() {
    Promise<Boolean> over = new Promise<>();
    parts
        .runtime
        .scheduler()
        .after(PAUSE_NANOS, parts.runtime.service(), () -> over.complete(true));
    over.await();
  }

  /** Reads actors as {@link OptimisticProtocol#scan} says. */
  Result scan(
      String type, @Nullable String after, long timeoutNanos, Predicate<ReadAnswer.Found> each) {
    ItemWaits waits = waits(timeoutNanos);
    String last = after;
    while (true) {
      List<String> keys = waits.keys(store, type, last, KEYS_AT_ONCE);
      if (keys == null) {
        return new Result.Failed(late(timeoutNanos));
      }
      for (String key : keys) {
        ReadAnswer answer = read(new ActorId(type, key), waits.leftNanos());
        if (answer instanceof ReadAnswer.Failed(var reason)) {
          return new Result.Failed(reason);
        }
        if (answer instanceof ReadAnswer.Found found && !each.test(found)) {
          return Result.DONE;
        }
        last = key;
      }
      if (keys.size() < KEYS_AT_ONCE) {
        return Result.DONE;
      }
    }
  }
}
