package tutti.engine.integrated.janus;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.integrated.ItemOrder;
import tutti.engine.integrated.ItemReplicaStatus;
import tutti.engine.integrated.QuestionPauses;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.model.ActorId;
import tutti.protocol.integrated.janus.Outcome;
import tutti.protocol.integrated.janus.graph.Payload;

/**
 * The snapshots that queries of this host read: each is made by a sync point, and kept by one
 * replica of each shard. One is made at a time; queries that come meanwhile share the next.
 * Confined to the host's queue of machines, but for {@link #take} and what it gives.
 */
final class SnapshotReaders {
  /** The time for which a snapshot is shared. */
  private static final long SHARED_NANOS = 1_000_000_000L;

  /** The most queries that wait for snapshots. */
  static final int MOST_WAITING = 2_000;

  /** A query that waits, until its deadline, for a snapshot which is no older than its own. */
  private record Waiting(
      long sinceNanos, long deadlineNanos, Consumer<Optional<ItemOrder.Snapshot>> taken) {}

  /** A question that is not answered. */
  private record Asked(
      int shard, int holder, SnapshotMessage.Read read, Consumer<Optional<byte[]>> seen) {}

  private final JanusHost host;
  private final Map<Integer, List<Integer>> groups;
  private final List<Waiting> waiting = new ArrayList<>();
  private final AtomicInteger waits = new AtomicInteger();
  private final Map<Long, Asked> asked = new HashMap<>();
  private @Nullable Snapshot newest;
  private boolean opening;

  SnapshotReaders(JanusHost host, Map<Integer, List<Integer>> groups) {
    this.host = host;
    this.groups = groups;
  }

  /**
   * Takes a snapshot for a query. While no snapshot can be made, since the sync point does not end,
   * queries wait until their deadlines, at most {@link #MOST_WAITING} of them.
   *
   * @param stalenessNanos the greatest age of the snapshot
   * @param deadlineNanos the query waits no longer than this
   * @param taken is called on the queue with the snapshot, which the caller must close; with an
   *     empty {@code Optional} if none could be made
   * @return done; or the failure if too many queries wait
   */
  Result take(
      long stalenessNanos, long deadlineNanos, Consumer<Optional<ItemOrder.Snapshot>> taken) {
    if (waits.incrementAndGet() > MOST_WAITING) {
      waits.decrementAndGet();
      return new Result.Failed(
          new Reason.Unavailable(
              "overloaded",
              MOST_WAITING
                  + " queries wait for a snapshot, and none can be made while a transaction before it"
                  + " does not end"));
    }
    host.queue()
        .step(
            () -> {
              long since = host.parts().scheduler().nanos() - stalenessNanos;
              Snapshot now = newest;
              if (now != null && now.since >= since) {
                waits.decrementAndGet();
                taken.accept(Optional.of(now.used()));
              } else {
                waiting.add(new Waiting(since, deadlineNanos, taken));
                if (waiting.size() == 1) {
                  whenLate();
                }
                open();
              }
            });
    return Result.DONE;
  }

  /** Ends the waiting of queries whose deadlines have come, repeatedly while some wait. */
  private void whenLate() {
    host.parts()
        .scheduler()
        .after(
            SHARED_NANOS,
            host.queue(),
            () -> {
              long now = host.parts().scheduler().nanos();
              List<Waiting> late = new ArrayList<>(waiting);
              late.removeIf(each -> each.deadlineNanos > now);
              letGo(late);
              late.forEach(each -> each.taken.accept(Optional.empty()));
              if (!waiting.isEmpty()) {
                whenLate();
              }
            });
  }

  private void letGo(List<Waiting> some) {
    waiting.removeAll(some);
    waits.addAndGet(-some.size());
  }

  private void open() {
    if (opening || waiting.isEmpty()) {
      return;
    }
    opening = true;
    SortedMap<Integer, Integer> holders = new TreeMap<>();
    groups.forEach((shard, hosts) -> holders.put(shard, holder(shard, hosts)));
    String name = Long.toUnsignedString(host.nonce(), Character.MAX_RADIX);
    Snapshot made = new Snapshot(name, holders, host.parts().scheduler().nanos());
    host.syncPoints()
        .begin(
            SyncPoint.ofQueries(name, holders),
            (outcome, output) -> opened(made, outcome == Outcome.COMMITTED));
  }

  /** The replica here, or one of the host that answers first. */
  private int holder(int shard, List<Integer> hosts) {
    ItemReplicaStatus here = host.status(shard);
    return here != null && here.acts()
        ? host.parts().self()
        : host.times().nearestFirst(hosts).stream()
            .filter(each -> each != host.parts().self())
            .findFirst()
            .orElse(hosts.getFirst());
  }

  private void opened(Snapshot made, boolean committed) {
    opening = false;
    List<Waiting> now = new ArrayList<>(waiting);
    now.removeIf(each -> committed && each.sinceNanos > made.since);
    letGo(now);
    if (committed) {
      Snapshot before = newest;
      newest = made;
      made.users++;
      if (before != null) {
        before.left();
      }
      host.parts().scheduler().after(SHARED_NANOS, host.queue(), () -> sharedNoMore(made));
    }
    now.forEach(each -> each.taken.accept(committed ? Optional.of(made.used()) : Optional.empty()));
    open();
  }

  private void sharedNoMore(Snapshot made) {
    if (newest == made) {
      newest = null;
      made.left();
    }
  }

  /** Asks again until it is answered, or late. */
  private void ask(Asked question, long pauseNanos, long deadlineNanos) {
    long number = question.read.number();
    if (asked.get(number) != question) {
      return;
    }
    long left = deadlineNanos - host.parts().scheduler().nanos();
    if (left <= 0) {
      asked.remove(number);
      question.seen.accept(Optional.empty());
      return;
    }
    host.mail().snapshot(question.shard, question.holder, question.read);
    long longer = QuestionPauses.longer(pauseNanos, host.settings().retryNanos());
    host.parts()
        .scheduler()
        .after(
            Math.min(pauseNanos, left), host.queue(), () -> ask(question, longer, deadlineNanos));
  }

  /** A host has answered a question. */
  void seen(SnapshotMessage.Seen answer) {
    Asked question = asked.remove(answer.number());
    if (question != null) {
      question.seen.accept(answer.value().map(Payload::bytes));
    }
  }

  /** A snapshot, and those that use it. */
  private final class Snapshot implements ItemOrder.Snapshot {
    private final String name;
    private final SortedMap<Integer, Integer> holders;
    private final long since;

    /** The number of queries that read the snapshot, and one more while it is shared. */
    private int users;

    Snapshot(String name, SortedMap<Integer, Integer> holders, long since) {
      this.name = name;
      this.holders = holders;
      this.since = since;
    }

    Snapshot used() {
      users++;
      return this;
    }

    void left() {
      users--;
      if (users == 0) {
        holders.forEach(
            (shard, holder) -> host.mail().snapshot(shard, holder, new SnapshotMessage.Drop(name)));
      }
    }

    @Override
    public long sinceNanos() {
      return since;
    }

    @Override
    public void read(int shard, ActorId item, long deadlineNanos, Consumer<Optional<byte[]>> seen) {
      host.queue()
          .step(
              () -> {
                SnapshotMessage.Read read = new SnapshotMessage.Read(name, host.nonce(), item);
                Asked question =
                    new Asked(shard, holders.getOrDefault(shard, host.parts().self()), read, seen);
                asked.put(read.number(), question);
                ask(question, host.settings().retryNanos(), deadlineNanos);
              });
    }

    @Override
    public void close() {
      host.queue().step(this::left);
    }
  }
}
