package tutti.engine.node.integrated;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.backup.ItemCut;
import tutti.engine.backup.NodeBackups.Result;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Integrated;
import tutti.engine.distribution.message.MemberProgress;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.message.ResolutionRequest;
import tutti.engine.integrated.IntegratedProtocol;
import tutti.engine.integrated.ItemExecution;
import tutti.engine.integrated.ItemOrder;
import tutti.engine.integrated.ItemReplicaStatus;
import tutti.engine.integrated.OrderedExecution;
import tutti.engine.integrated.OrderingProtocol;
import tutti.engine.integrated.PassOverOrder;
import tutti.engine.integrated.StepGuards;
import tutti.engine.integrated.VersionsItem;
import tutti.engine.integrated.janus.HostMemory;
import tutti.engine.integrated.janus.JanusCounts;
import tutti.engine.integrated.janus.JanusHost;
import tutti.engine.integrated.janus.JanusOrder;
import tutti.engine.integrated.janus.OrderedTransactions;
import tutti.engine.integrated.janus.SyncPoint;
import tutti.engine.journal.MetaStore;
import tutti.engine.replication.StoppedShard;
import tutti.engine.runtime.StepQueue;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.protocol.integrated.janus.Outcome;
import tutti.protocol.integrated.janus.Settings;

/** The machines of Janus on a host. */
public final class JanusMachines implements ProtocolReplicas {
  private final HostParts parts;
  private final HostMemory memory;
  private final JanusHost host;
  private final OrderedTransactions ordered;
  private final StepQueue queue;
  private final DivergedFolder folder;
  private volatile Consumer<String> failed = why -> {};
  private @Nullable ItemExecution execution;
  private @Nullable JanusOrder order;

  JanusMachines(HostParts parts, HostMemory memory) throws IOException {
    this.parts = parts;
    this.folder = new DivergedFolder(parts.ports().disk());
    this.memory = memory;
    this.queue = parts.ports().scheduler().newStepQueue("janus-failures");
    Deployment deployment = parts.deployment();
    this.host =
        new JanusHost(
            new JanusHost.Parts(
                parts.layout().self(),
                parts.log(),
                parts.ports().scheduler(),
                parts.randomness(),
                parts.links().machines(),
                deployment.admission().maxInFlight(),
                deployment.journal().checkpointBytes(),
                parts.ports().history()),
            StepGuards.open(
                parts.ports().scheduler(),
                "Janus replica",
                MetaStore.open(parts.disk()),
                parts.layout().own()),
            settings(parts),
            parts.groups());
    this.ordered = new OrderedTransactions(host, parts.layout()::name);
  }

  private static Settings settings(HostParts parts) {
    return JanusSettings.machines(
        parts.deployment(),
        parts.ports().scheduler().heap().underWay(),
        parts.layout().own().size());
  }

  /** Returns the replicas and coordinators: for simulations. */
  public JanusHost host() {
    return host;
  }

  @Override
  public IntegratedProtocol frame(Frame frame) {
    execution =
        new OrderedExecution(
            frame.versions(),
            frame.runtime(),
            frame.executors(),
            frame.history(),
            mostBytes(),
            new OrderedExecution.Trouble() {
              @Override
              public void diverged(String calls, ItemExecution.Difference what, Runnable reported) {
                queue.step(() -> JanusMachines.this.diverged(calls, what, reported));
              }

              @Override
              public void failed(String calls) {
                JanusMachines.this.failed(calls);
              }

              @Override
              public void gone(String why) {
                queue.step(() -> failed.accept(why));
              }
            });
    order =
        new JanusOrder(
            host,
            parts.placements()::nodeOf,
            JanusSettings.retryNanos(parts.deployment()),
            parts::admits,
            mostBytes());
    return new OrderingProtocol(
        frame.versions(), frame.runtime(), frame.completion(), frame.executors(), order);
  }

  @Override
  public VersionAgreement.Store versions() {
    JanusOrder items = Objects.requireNonNull(order, "a frame was made");
    return new VersionAgreement.Store() {
      @Override
      public void read(long deadlineNanos, Consumer<byte[]> seen, Runnable met) {
        items.read(VersionsItem.ITEM, VersionsItem.ITEM, deadlineNanos, seen);
      }

      @Override
      public void replace(byte[] before, byte[] after, long deadlineNanos, Runnable ended) {
        items.order(
            new ItemOrder.Ordered(
                VersionsItem.ITEM,
                new TreeSet<>(),
                new TreeSet<>(List.of(VersionsItem.ITEM)),
                VersionsItem.action(before, after),
                false),
            deadlineNanos,
            end -> ended.run());
      }
    };
  }

  /**
   * A procedure that is not deterministic has made a replica here differ from others. It takes what
   * most have, unless it did so for that shard within the last hour.
   */
  private void diverged(String calls, ItemExecution.Difference what, Runnable reported) {
    String stays = folder.report(calls, what, parts.ports().scheduler().now());
    if (stays != null) {
      failed.accept(stays);
    } else {
      reported.run();
    }
  }

  @Override
  public void progress(@Nullable TransactionId only, Consumer<List<MemberProgress>> done) {
    ordered.progress(only, done);
  }

  @Override
  public void resolve(TransactionId id, ResolutionRequest request, Consumer<Answer> done) {
    ordered.resolve(id, request, done);
  }

  /** A procedure has overflowed the stack, say, which other hosts need not have come to. */
  private void failed(String calls) {
    String why =
        calls
            + " came to an error that the process cannot go on after; it starts again as it is, and"
            + " asks the other hosts before it executes this again";
    queue.step(() -> failed.accept(why));
  }

  private int mostBytes() {
    return Integrated.Janus.mostBytes(parts.deployment().journal().segmentBytes());
  }

  @Override
  public void start(Consumer<String> onFailure) {
    failed = onFailure;
    ItemExecution executes = execution;
    if (executes == null) {
      throw new IllegalStateException("no frame was made");
    }
    for (int shard : parts.layout().own()) {
      host.start(shard, memory, parts.configurationLogs(), parts.timing(), executes);
    }
    parts.versions().whenSettled(() -> host.newest(parts.versions().number()));
    host.keepKeys(parts.deployment().idempotency().keep());
  }

  @Override
  public @Nullable StoppedShard stopped(int shard) {
    return host.stopped(shard);
  }

  @Override
  public boolean upholds(long entry) {
    return JanusHost.upholds(entry);
  }

  @Override
  public void stoppedAt(int shard, long place, Consumer<Optional<byte[]>> found) {
    host.stoppedAt(shard, place, found);
  }

  @Override
  public void passOver(int shard, PassOverOrder order, Consumer<Boolean> written) {
    host.passOver(shard, order, written);
  }

  @Override
  public void renew(
      int shard,
      @Nullable ActorId after,
      BiFunction<ActorId, byte[], byte[]> value,
      Consumer<Renewed> done) {
    host.renew(shard, after, value, (last, renewed) -> done.accept(new Renewed(last, renewed)));
  }

  @Override
  public void received(int from, Decoder in) {
    host.received(from, in);
  }

  @Override
  public @Nullable ItemReplicaStatus status(int shard) {
    return host.status(shard);
  }

  @Override
  public int coordinating() {
    return host.coordinating();
  }

  @Override
  public int unended() {
    return host.inFlight() + host.unexecuted();
  }

  @Override
  public long takeOvers() {
    return host.takeOvers();
  }

  @Override
  public SortedMap<String, Long> counted() {
    JanusCounts counts = host.counts();
    return new TreeMap<>(
        Map.of(
            "fast-path",
            counts.fast(),
            "slow-path",
            counts.slow(),
            "takeover",
            takeOvers(),
            "inquiry",
            counts.inquiries(),
            "diverged",
            folder.reports()));
  }

  /**
   * Lets replicas of all shards copy their items at one sync point.
   *
   * @param hosts that copy, by shard
   */
  void sync(String backup, SortedMap<Integer, Integer> hosts, Consumer<Answer> done) {
    host.syncPoints()
        .begin(
            new SyncPoint(backup, hosts),
            (outcome, output) ->
                done.accept(
                    outcome == Outcome.COMMITTED
                        ? new Answer.Done()
                        : new Answer.Failed(
                            "backup-busy", "too much is under way to begin a backup; try again")));
  }

  /** The sync point is one transaction, for which no replica holds. */
  @Override
  public void hold(CopyName copy, Consumer<Result<ItemCut>> done) {
    done.accept(new Result.Failed<>("internal-error", "no replica of Janus holds for a backup"));
  }

  @Override
  public void letGo(CopyName copy, Consumer<Result<ItemCut>> done) {
    host.syncPoints()
        .take(
            copy.backup(),
            copy.shard(),
            cut ->
                done.accept(
                    cut.<Result<ItemCut>>map(Result.Good::new)
                        .orElseGet(
                            () ->
                                new Result.Failed<>(
                                    "backup-busy",
                                    "a replica had to get its memory from another one; try again"))));
  }

  @Override
  public void giveUp(CopyName copy) {
    host.syncPoints().giveUp(copy.backup(), copy.shard());
  }

  @Override
  public void close() {
    host.close();
    queue.end();
  }
}
