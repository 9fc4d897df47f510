package tutti.engine.distribution.operator;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.distribution.member.CommitMember;
import tutti.engine.distribution.message.Underway;
import tutti.engine.runtime.Latch;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;

/** One look at many machines, each on its own queue, oldest transaction first. Used once. */
final class Look {
  /** The greatest number of machines in the result. */
  static final int MOST = 1000;

  /** The time, in nanoseconds, that it waits for queues whose executors are busy. */
  private static final long PATIENCE_NANOS = 1_000_000_000;

  private static final Comparator<Underway> OLDEST_FIRST =
      Comparator.comparing(
              Underway::began, Comparator.nullsFirst(Comparator.<Instant>naturalOrder()))
          .thenComparing(Underway::key)
          .thenComparing(Underway::role);

  private final Views views;
  private final List<CommitMember> members = new ArrayList<>();
  private final List<Underway> seen = new ArrayList<>();
  private final Latch latch = new Latch();
  private int open;
  private @Nullable Consumer<List<Underway>> done;

  Look(Views views) {
    this.views = views;
  }

  void at(CommitMember member) {
    members.add(member);
  }

  /** Gives the result, once; on some thread. */
  void go(Scheduler scheduler, StepQueue service, Consumer<List<Underway>> told) {
    if (members.isEmpty()) {
      told.accept(List.of());
      return;
    }
    done = told;
    open = members.size();
    Scheduler.Timer patience = scheduler.after(PATIENCE_NANOS, service, () -> end(true));
    for (CommitMember member : members) {
      member
          .queue()
          .step(
              () -> {
                Underway now = views.of(member);
                latch.lock();
                seen.add(now);
                open--;
                latch.unlock();
                if (end(false)) {
                  patience.cancel();
                }
              });
    }
  }

  private boolean end(boolean late) {
    Consumer<List<Underway>> told;
    List<Underway> all;
    latch.lock();
    try {
      if (open > 0 && !late || done == null) {
        return false;
      }
      told = done;
      done = null;
      all = List.copyOf(seen);
    } finally {
      latch.unlock();
    }
    told.accept(all.stream().sorted(OLDEST_FIRST).limit(MOST).toList());
    return true;
  }
}
