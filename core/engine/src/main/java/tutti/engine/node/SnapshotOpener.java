package tutti.engine.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.message.PeerMessage.Question;
import tutti.engine.distribution.message.PeerMessage.Question.SnapshotStep;
import tutti.engine.distribution.message.PeerMessage.Question.SnapshotStep.Step;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;

/**
 * Opens snapshots for the queries of all nodes, one at a time, lets them share, and ends each when
 * it is not read any more and too old for new readers. The opener runs on the first node; all its
 * steps are in one queue.
 */
final class SnapshotOpener {
  /** The longest time that a step may take: it waits for transactions to end, and for disks. */
  private static final long MOST_STEP_NANOS = 10_000_000_000L;

  /** The longest time for which a snapshot is shared, however old queries let it be. */
  private static final long MOST_SHARED_NANOS = NodesSnapshots.LIFE_NANOS / 2;

  private static final long END_AGAIN_NANOS = 100_000_000;

  private final NodesSnapshots nodes;
  private final Scheduler scheduler;
  private final StepQueue queue;
  private final List<Waiting> waiting = new ArrayList<>();
  private final List<Opened> opened = new ArrayList<>();
  private boolean opening;

  /**
   * A query that waits for a snapshot.
   *
   * @param sinceNanos it must have all that had ended by then
   * @param untilNanos when the query ends at the latest
   */
  private record Waiting(
      Question.SnapshotTake asked, long sinceNanos, long untilNanos, Consumer<Answer> answer) {}

  /** A snapshot that is being opened, or is open. */
  private static final class Opened {
    private final long sinceNanos;
    private final long[] incarnations;
    private final Map<TransactionId, Long> readers = new TreeMap<>();
    private long number;
    private long sharedUntil;
    private boolean lost;
    private Scheduler.Timer end = () -> {};

    Opened(long sinceNanos, long[] incarnations) {
      this.sinceNanos = sinceNanos;
      this.incarnations = incarnations;
    }
  }

  SnapshotOpener(NodesSnapshots nodes, Scheduler scheduler, StepQueue queue) {
    this.nodes = nodes;
    this.scheduler = scheduler;
    this.queue = queue;
  }

  /** A query wants one. */
  void take(Question.SnapshotTake asked, Consumer<Answer> answer) {
    queue.step(
        () -> {
          long now = scheduler.nanos();
          long staleness = Math.min(asked.stalenessNanos(), MOST_SHARED_NANOS);
          Waiting query = new Waiting(asked, now - staleness, now + asked.timeoutNanos(), answer);
          if (!give(query)) {
            waiting.add(query);
            open();
          }
        });
  }

  /** Gives it one that is open, if one will do. */
  private boolean give(Waiting query) {
    for (Opened each : opened) {
      if (!each.lost && each.sinceNanos - query.sinceNanos >= 0) {
        long now = scheduler.nanos();
        each.readers.put(query.asked.query(), query.untilNanos);
        each.sharedUntil =
            Math.max(each.sharedUntil, each.sinceNanos + query.asked.stalenessNanos());
        query.answer.accept(new Answer.Snapshot(each.number, now - each.sinceNanos));
        return true;
      }
    }
    return false;
  }

  /** A query has ended. */
  void giveBack(Question.SnapshotGiveBack end) {
    queue.step(
        () -> {
          for (Opened each : List.copyOf(opened)) {
            if (each.number == end.number()) {
              each.readers.remove(end.query());
              each.lost |= end.lost();
              endIfUnused(each);
            }
          }
        });
  }

  private void endIfUnused(Opened snapshot) {
    snapshot.end.cancel();
    long now = scheduler.nanos();
    snapshot.readers.values().removeIf(until -> until <= now);
    if (!opened.contains(snapshot)) {
      return;
    }
    long usedUntil = snapshot.lost ? now : Math.min(snapshot.sharedUntil, lastShared(snapshot));
    for (long until : snapshot.readers.values()) {
      usedUntil = Math.max(usedUntil, until);
    }
    if (usedUntil <= now || now - snapshot.sinceNanos >= NodesSnapshots.LIFE_NANOS) {
      opened.remove(snapshot);
      end(snapshot);
    } else {
      snapshot.end = scheduler.after(usedUntil - now, queue, () -> endIfUnused(snapshot));
    }
  }

  private static long lastShared(Opened snapshot) {
    return snapshot.sinceNanos + MOST_SHARED_NANOS;
  }

  private void end(Opened snapshot) {
    for (int node = 0; node < snapshot.incarnations.length; node++) {
      end(snapshot, node);
    }
  }

  /** A node that cannot be reached is told when it can: it would go on keeping rows. */
  private void end(Opened snapshot, int node) {
    nodes.ask(
        node,
        step(snapshot, Step.END, node),
        MOST_STEP_NANOS,
        answer -> {
          if (NodesSnapshots.unavailable(answer)
              && scheduler.nanos() - snapshot.sinceNanos < NodesSnapshots.LIFE_NANOS) {
            scheduler.after(END_AGAIN_NANOS, queue, () -> end(snapshot, node));
          }
        });
  }

  private static SnapshotStep step(Opened snapshot, Step step, int node) {
    long[] incarnations = snapshot.incarnations;
    return new SnapshotStep(
        step, snapshot.number, incarnations[node], incarnations[NodesSnapshots.OPENER]);
  }

  // --- opening ---

  private void open() {
    if (opening || waiting.isEmpty()) {
      return;
    }
    opening = true;
    long[] incarnations = new long[nodes.count()];
    for (int node = 0; node < incarnations.length; node++) {
      incarnations[node] = nodes.incarnationOf(node);
    }
    Opened snapshot = new Opened(scheduler.nanos(), incarnations);
    everywhere(
        snapshot,
        Step.EPOCH,
        epochs -> {
          for (Answer each : epochs) {
            if (each instanceof Answer.Epoch(long epoch)) {
              snapshot.number = Math.max(snapshot.number, epoch);
            }
          }
          goOn(snapshot, Step.EPOCH, epochs);
        });
  }

  private void goOn(Opened snapshot, Step taken, List<Answer> answers) {
    for (Answer each : answers) {
      if (each instanceof Answer.Failed failed) {
        end(snapshot);
        failed(failed);
        return;
      }
    }
    Step next =
        switch (taken) {
          case EPOCH -> Step.CLOSE;
          case CLOSE -> Step.DRAIN;
          case DRAIN -> Step.FLUSH;
          case FLUSH, END -> null;
        };
    if (next == null) {
      opened(snapshot);
    } else {
      everywhere(snapshot, next, more -> goOn(snapshot, next, more));
    }
  }

  private void opened(Opened snapshot) {
    opening = false;
    opened.add(snapshot);
    waiting.removeIf(this::give);
    endIfUnused(snapshot);
    open();
  }

  private void failed(Answer.Failed why) {
    opening = false;
    List<Waiting> all = List.copyOf(waiting);
    waiting.clear();
    all.forEach(each -> each.answer.accept(why));
  }

  /** Asks all nodes; on the queue again when all have answered. */
  private void everywhere(Opened snapshot, Step step, Consumer<List<Answer>> done) {
    nodes.everywhere(
        node -> step(snapshot, step, node),
        timeout(step),
        answers -> queue.step(() -> done.accept(answers)));
  }

  /** Returns the time that a step may take: its usual limit, or less if no query waits so long. */
  private long timeout(Step step) {
    long most = step == Step.CLOSE ? NodesSnapshots.MOST_CLOSING_NANOS : MOST_STEP_NANOS;
    long longest = 0;
    for (Waiting each : waiting) {
      longest = Math.max(longest, each.untilNanos - scheduler.nanos());
    }
    return longest <= 0 ? most : Math.min(most, longest);
  }
}
