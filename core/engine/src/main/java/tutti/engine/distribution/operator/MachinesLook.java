package tutti.engine.distribution.operator;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.distribution.member.CommitMember;
import tutti.engine.distribution.message.MemberProgress;
import tutti.engine.runtime.Latch;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;

/** One look at many machines, each on its own queue, oldest transaction first. Used once. */
final class MachinesLook {
  /** The greatest number of machines in the result. */
  static final int MOST = 1000;

  /** The time, in nanoseconds, that it waits for queues whose executors are busy. */
  private static final long PATIENCE_NANOS = 1_000_000_000;

  private static final Comparator<MemberProgress> OLDEST_FIRST =
      Comparator.comparing(
              MemberProgress::began, Comparator.nullsFirst(Comparator.<Instant>naturalOrder()))
          .thenComparing(MemberProgress::key)
          .thenComparing(MemberProgress::role);

  private final ProgressViews views;
  private final List<CommitMember> members = new ArrayList<>();
  private final List<MemberProgress> seen = new ArrayList<>();
  private final Latch latch = new Latch();
  private int open;
  private @Nullable Consumer<List<MemberProgress>> done;

  MachinesLook(ProgressViews views) {
    this.views = views;
  }

  void at(CommitMember member) {
    members.add(member);
  }

  /** Gives the result, once; on some thread. */
  void go(Scheduler scheduler, StepQueue service, Consumer<List<MemberProgress>> told) {
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
                MemberProgress now = views.of(member);
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
    Consumer<List<MemberProgress>> told;
    List<MemberProgress> all;
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
