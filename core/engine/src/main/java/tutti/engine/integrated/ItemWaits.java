package tutti.engine.integrated;

import java.util.List;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.integrated.ItemStore.Access;
import tutti.engine.integrated.ItemStore.End;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.Scheduler;
import tutti.engine.transaction.seam.NodeRuntime;
import tutti.model.ActorId;

/** The waits of a task for an item or a commit, which end at its deadline. */
record ItemWaits(NodeRuntime runtime, long deadlineNanos) {

  /** Waits for the value of an item; returns null if it does not come in time. */
  @SuppressWarnings("NullAway") // the promise is of a nullable value
  byte @Nullable [] read(Access access, ActorId item) {
    Promise<byte @Nullable []> value = new Promise<>();
    access.read(item, value::complete);
    return await(value, null);
  }

  /** Waits for keys of items; returns null if they do not come in time. */
  @SuppressWarnings("NullAway") // the promise is of a nullable value
  @Nullable List<String> keys(ItemStore store, String type, @Nullable String after, int most) {
    Promise<@Nullable List<String>> keys = new Promise<>();
    store.keys(type, after, most, deadlineNanos, keys::complete);
    return await(keys, null);
  }

  /** Returns the time until the deadline, in nanoseconds; may be negative. */
  long leftNanos() {
    return deadlineNanos - runtime.scheduler().nanos();
  }

  /**
   * Waits for a commit.
   *
   * @param late is called with the end if it comes after the deadline
   */
  End commit(Access access, SortedMap<ActorId, byte[]> writes, Consumer<End> late) {
    Promise<End> end = new Promise<>();
    access.commit(
        writes,
        told -> {
          if (!end.complete(told)) {
            late.accept(told);
          }
        });
    return end(end);
  }

  /** Waits for the end of a commit. */
  End end(Promise<End> end) {
    return await(end, new End.Unknown("it was not decided in time, and goes on"));
  }

  <T extends @Nullable Object> T await(Promise<T> value, T otherwise) {
    if (value.isDone()) {
      return value.await();
    }
    long left = Math.max(0, leftNanos());
    Scheduler.Timer timer =
        runtime.scheduler().after(left, runtime.service(), () -> value.complete(otherwise));
    T got = value.await();
    timer.cancel();
    return got;
  }
}
