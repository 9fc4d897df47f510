package tutti.engine.integrated.tapir;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.integrated.ItemStore;
import tutti.engine.integrated.QuestionPauses;
import tutti.engine.integrated.tapir.TapirCounts.Kind;
import tutti.engine.runtime.Scheduler;
import tutti.engine.transaction.submission.Result;
import tutti.model.ActorId;
import tutti.protocol.integrated.tapir.Coordinator;
import tutti.protocol.integrated.tapir.Message;
import tutti.protocol.integrated.tapir.Part;
import tutti.protocol.integrated.tapir.Timestamp;
import tutti.protocol.integrated.tapir.Vote;

/** The items of all shards, as one host reads and commits them by TAPIR. Thread-safe. */
public final class TapirStore implements ItemStore {
  /** The most bytes of a transaction: a view's record has many. */
  private static final long MOST_BYTES = 1 << 20;

  /** The share of a log's longest record that one transaction may have. */
  private static final int OF_A_RECORD = 16;

  private static final int VERSION_BYTES = 16;

  /** The value of a key that no transaction has used. */
  private static final byte[] UNUSED = {};

  private final TapirHost host;
  private final ToIntFunction<ActorId> shardOf;
  private final Map<Integer, List<Integer>> groups;
  private final long retryNanos;

  /** The number of reads so far that were not of the newest version: each asks another replica. */
  private final AtomicInteger stale = new AtomicInteger();

  private final Supplier<Result> admits;

  /**
   * @param shardOf returns the shard of each actor
   * @param groups the hosts of each shard
   * @param retryNanos the time without an answer after which another replica is asked
   * @param admits returns whether a transaction may begin now
   */
  public TapirStore(
      TapirHost host,
      ToIntFunction<ActorId> shardOf,
      Map<Integer, List<Integer>> groups,
      long retryNanos,
      Supplier<Result> admits) {
    this.admits = admits;
    this.host = host;
    this.shardOf = shardOf;
    this.groups = Map.copyOf(groups);
    this.retryNanos = retryNanos;
  }

  @Override
  public Result admits() {
    return admits.get();
  }

  /**
   * Returns the most bytes of a transaction, which are few enough for a view's record to have room
   * for many transactions.
   */
  @Override
  public long mostBytes() {
    return Math.min(MOST_BYTES, host.parts().log().maxIntegratedBytes() / OF_A_RECORD);
  }

  /** Returns about how many bytes an item's name and a version have. */
  private static long bytes(ActorId item) {
    return item.type().length() + item.key().length() + VERSION_BYTES;
  }

  @Override
  public Access begin(ActorId first, @Nullable BranchKey attempt, long deadlineNanos) {
    return new TapirAccess(first, attempt, deadlineNanos);
  }

  @Override
  public void keys(
      String type,
      @Nullable String after,
      int most,
      long deadlineNanos,
      Consumer<List<String>> seen) {
    host.questions().ask(type, after, most, retryNanos, deadlineNanos, seen);
  }

  /**
   * A read of one item: one replica after another is asked, until one answers. Confined to the
   * host's queue of machines.
   */
  private final class Reading implements Consumer<Message.Version> {
    private final TapirAccess of;
    private final ActorId item;
    private final int shard;
    private final List<Integer> hosts;
    private final Consumer<byte[]> seen;

    /** The replicas that are asked before this one; those of stale reads come later. */
    private int tries = stale.get() & 0xFFFF;

    private int asked;
    private long pauseNanos = retryNanos;
    private Scheduler.@Nullable Timer again;
    private boolean done;

    Reading(TapirAccess of, ActorId item, Consumer<byte[]> seen) {
      this.of = of;
      this.item = item;
      this.shard = of.shardOf(item);
      this.hosts = groups.getOrDefault(shard, List.of());
      this.seen = seen;
    }

    void ask() {
      Scheduler scheduler = host.parts().scheduler();
      if (done) {
        return;
      }
      if (scheduler.nanos() >= of.deadlineNanos) {
        host.forget(item, this);
        return;
      }
      List<Integer> near = host.near(hosts);
      int first = hosts.indexOf(near.get(Math.floorMod(item.hashCode(), near.size())));
      asked = hosts.get((first + tries++ % hosts.size()) % hosts.size());
      of.crossed(asked);
      host.ask(shard, asked, item, this);
      again = scheduler.after(pauseNanos, host.queue(), this::ask);
      pauseNanos = QuestionPauses.longer(pauseNanos, retryNanos);
    }

    @Override
    public void accept(Message.Version version) {
      done = true;
      if (again != null) {
        again.cancel();
      }
      of.crossed(asked);
      of.read.put(item, version.version());
      seen.accept(version.value().bytes());
    }
  }

  /** One attempt: the versions that it has read, and its commit. */
  private final class TapirAccess implements Access {
    private final ActorId first;
    private final int home;
    private final long deadlineNanos;

    /**
     * The versions that were read. The answer about an actor that was asked for ahead may come
     * while the attempt, which has not waited for it, reads this map.
     */
    private final SortedMap<ActorId, Timestamp> read = new ConcurrentSkipListMap<>();

    private final @Nullable BranchKey attempt;

    TapirAccess(ActorId first, @Nullable BranchKey attempt, long deadlineNanos) {
      this.first = first;
      this.home = shardOf.applyAsInt(first);
      this.attempt = attempt;
      this.deadlineNanos = deadlineNanos;
    }

    /** Keys lie with the first actor, so that they make no further shard a participant. */
    private int shardOf(ActorId item) {
      return isKey(item) ? home : shardOf.applyAsInt(item);
    }

    @Override
    public void read(ActorId item, Consumer<byte[]> seen) {
      host.queue().step(new Reading(this, item, seen)::ask);
    }

    /** A question for a value goes to a host, or its answer comes from there. */
    private void crossed(int at) {
      if (at != host.parts().self()) {
        host.counts().message(attempt == null ? Kind.READS : Kind.UPDATES);
      }
    }

    /** Names and versions have more bytes than values where these are small. */
    @Override
    public long bytes(SortedMap<ActorId, byte[]> writes) {
      long values = Access.super.bytes(writes);
      long written = writes.keySet().stream().mapToLong(TapirStore::bytes).sum();
      return values + written + read.keySet().stream().mapToLong(TapirStore::bytes).sum();
    }

    /**
     * By timestamps alone, a transaction that only reads may read an old version; whether its key
     * was used it must know from the newest. Only a write proves that: so a key that stays unused
     * is written as it was read.
     */
    private SortedMap<ActorId, byte[]> unused(SortedMap<ActorId, byte[]> writes) {
      SortedMap<ActorId, byte[]> all = new TreeMap<>(writes);
      if (!host.isStrict()) {
        read.keySet().stream()
            .filter(TapirStore.this::isKey)
            .forEach(key -> all.putIfAbsent(key, UNUSED));
      }
      return all;
    }

    @Override
    public void commit(SortedMap<ActorId, byte[]> writes, Consumer<End> done) {
      Map<Integer, SortedMap<ActorId, Timestamp>> reads = new TreeMap<>();
      Map<Integer, SortedMap<ActorId, Part.Value>> values = new TreeMap<>();
      read.forEach(
          (item, version) ->
              reads.computeIfAbsent(shardOf(item), _ -> new TreeMap<>()).put(item, version));
      unused(writes)
          .forEach(
              (item, bytes) ->
                  values
                      .computeIfAbsent(shardOf(item), _ -> new TreeMap<>())
                      .put(item, new Part.Value(bytes)));
      Map<Integer, Part> accesses = new TreeMap<>();
      reads.forEach(
          (shard, items) ->
              accesses.put(shard, new Part(items, values.getOrDefault(shard, new TreeMap<>()))));
      values.forEach(
          (shard, items) -> accesses.putIfAbsent(shard, new Part(new TreeMap<>(), items)));
      if (accesses.isEmpty()) {
        done.accept(new End.Committed());
        return;
      }
      List<Integer> shards = new ArrayList<>(accesses.keySet());
      if (shards.removeIf(shard -> shard == home)) {
        shards.addFirst(home);
      }
      host.begin(
          shards,
          accesses,
          writes.isEmpty() ? null : attempt,
          deadlineNanos,
          ended -> done.accept(end(ended)),
          () ->
              done.accept(new End.Overloaded("too many transactions are under way at this node")));
    }

    private End end(Coordinator.Output.Ended ended) {
      return switch (ended.outcome()) {
        case COMMITTED -> new End.Committed();
        case ABORTED -> aborted(ended);
        case UNKNOWN -> new End.Forgotten("it ended so long ago that no replica knows how");
      };
    }

    private End aborted(Coordinator.Output.Ended ended) {
      if (ended.refusal().equals(Vote.FULL)) {
        return new End.Overloaded(
            "a shard has no room for further transactions until some that are open are settled");
      }
      return ended.refusal().verdict() == Vote.Verdict.PASSED_OVER
          ? new End.Refused("a shard could not take it, and passes over it by an operator's order")
          : new End.Conflict(first, met(ended));
    }

    private String met(Coordinator.Output.Ended ended) {
      Vote refusal = ended.refusal();
      if (refusal.equals(Vote.GIVEN_UP)) {
        return "nobody waited for it any more, and some shard did not answer";
      }
      if (refusal.verdict() == Vote.Verdict.ABORT) {
        stale.incrementAndGet();
      }
      String name = refusal.met().equals(Timestamp.NONE) ? "" : "named " + refusal.met() + " ";
      return switch (refusal.verdict()) {
        case ABORT -> name + "has changed it, or another actor that was read";
        case RETRY -> name + "has a later timestamp there, or at another actor";
        case ABSTAIN -> name + "uses it, or another of its actors";
        case NONE, OK, PASSED_OVER -> "a coordinator that took over has ended it";
      };
    }
  }
}
