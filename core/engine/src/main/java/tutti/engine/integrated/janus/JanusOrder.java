package tutti.engine.integrated.janus;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import tutti.engine.integrated.ItemOrder;
import tutti.engine.integrated.ItemReplicaStatus;
import tutti.engine.transaction.submission.Result;
import tutti.model.ActorId;
import tutti.protocol.integrated.janus.graph.Payload;
import tutti.protocol.integrated.janus.graph.Piece;
import tutti.protocol.integrated.janus.graph.Request;

/**
 * The items of all shards, as one host reads them and orders transactions by Janus. Thread-safe.
 */
public final class JanusOrder implements ItemOrder {
  private final JanusHost host;
  private final ToIntFunction<ActorId> shardOf;
  private final long retryNanos;
  private final Supplier<Result> admits;
  private final int mostBytes;

  /**
   * @param shardOf returns the shard of each actor
   * @param retryNanos the time after which a question for keys is sent again to replicas that have
   *     not answered
   * @param admits returns whether a transaction may begin now
   * @param mostBytes a transaction that reads more is refused
   */
  public JanusOrder(
      JanusHost host,
      ToIntFunction<ActorId> shardOf,
      long retryNanos,
      Supplier<Result> admits,
      int mostBytes) {
    this.mostBytes = mostBytes;
    this.admits = admits;
    this.host = host;
    this.shardOf = shardOf;
    this.retryNanos = retryNanos;
  }

  @Override
  public Result admits() {
    return admits.get();
  }

  @Override
  public int mostBytes() {
    return mostBytes;
  }

  @Override
  public int shardOf(ActorId actor) {
    return shardOf.applyAsInt(actor);
  }

  @Override
  public Result snapshot(
      long stalenessNanos, long deadlineNanos, Consumer<Optional<Snapshot>> taken) {
    return host.snapshots().take(stalenessNanos, deadlineNanos, taken);
  }

  /** Keys lie with the first actor, so that they make no further shard a participant. */
  private int shardOf(ActorId first, ActorId item) {
    return shardOf.applyAsInt(isKey(item) ? first : item);
  }

  @Override
  public void read(ActorId first, ActorId item, long deadlineNanos, Consumer<byte[]> seen) {
    host.read(shardOf(first, item), item, true, deadlineNanos, seen);
  }

  /** Reads at the replica here, if there is one that lacks nothing; else at one that is near. */
  @Override
  public void glance(ActorId first, ActorId item, long deadlineNanos, Consumer<byte[]> seen) {
    int shard = shardOf(first, item);
    ItemReplicaStatus here = host.status(shard);
    if (here == null || !here.acts()) {
      host.read(shard, item, false, deadlineNanos, seen);
    } else {
      host.look(shard, item, seen);
    }
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

  @Override
  public void order(Ordered what, long deadlineNanos, Consumer<End> done) {
    SortedMap<Integer, SortedSet<ActorId>> reads = byShard(what.first(), what.reads());
    SortedMap<Integer, SortedSet<ActorId>> writes = byShard(what.first(), what.writes());
    SortedSet<Integer> all = new TreeSet<>(reads.keySet());
    all.addAll(writes.keySet());
    List<Integer> shards = new ArrayList<>(all);
    int first = shardOf.applyAsInt(what.first());
    if (shards.removeIf(shard -> shard == first)) {
      shards.addFirst(first);
    }
    SortedMap<Integer, Piece> pieces = new TreeMap<>();
    for (int shard : shards) {
      boolean home = shard == shards.getFirst();
      pieces.put(
          shard,
          new Piece(
              reads.getOrDefault(shard, new TreeSet<>()),
              writes.getOrDefault(shard, new TreeSet<>()),
              home ? new Payload(what.action()) : Payload.NONE));
    }
    Request request = new Request(pieces, shards.size() > 1 && !what.oneShot());
    int needed = what.oneShot() ? shards.size() : 1;
    host.begin(
        shards,
        request,
        deadlineNanos,
        (outcome, outputs) ->
            done.accept(
                switch (outcome) {
                  case COMMITTED, REFUSED ->
                      outputs.size() >= needed
                          ? new End.Executed(outputs)
                          : new End.Forgotten("it was executed, and no replica knows all results");
                  case ABANDONED -> new End.Never("no replica that was heard had its request");
                  case OVERLOADED ->
                      new End.Never("too many transactions are under way, or its time was over");
                  case UNKNOWN ->
                      new End.Forgotten("it ended so long ago that no replica knows how");
                }));
  }

  private SortedMap<Integer, SortedSet<ActorId>> byShard(ActorId first, SortedSet<ActorId> items) {
    SortedMap<Integer, SortedSet<ActorId>> shards = new TreeMap<>();
    for (ActorId item : items) {
      shards.computeIfAbsent(shardOf(first, item), _ -> new TreeSet<>()).add(item);
    }
    return shards;
  }
}
