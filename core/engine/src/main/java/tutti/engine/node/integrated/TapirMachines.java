package tutti.engine.node.integrated;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.backup.ItemCut;
import tutti.engine.backup.NodeBackups.Result;
import tutti.engine.deployment.Deployment;
import tutti.engine.integrated.IntegratedProtocol;
import tutti.engine.integrated.ItemReplicaStatus;
import tutti.engine.integrated.ItemStore;
import tutti.engine.integrated.OptimisticProtocol;
import tutti.engine.integrated.PassOverOrder;
import tutti.engine.integrated.StepGuards;
import tutti.engine.integrated.VersionsItem;
import tutti.engine.integrated.tapir.HostMemory;
import tutti.engine.integrated.tapir.TapirCounts;
import tutti.engine.integrated.tapir.TapirHost;
import tutti.engine.integrated.tapir.TapirStore;
import tutti.engine.journal.MetaStore;
import tutti.engine.replication.StoppedShard;
import tutti.model.ActorId;
import tutti.model.Decoder;

/** The machines of TAPIR on a host. */
public final class TapirMachines implements ProtocolReplicas {
  private final HostParts parts;
  private final HostMemory memory;
  private final TapirHost host;
  private @Nullable TapirStore items;

  TapirMachines(HostParts parts, HostMemory memory) throws IOException {
    this.parts = parts;
    this.memory = memory;
    Deployment deployment = parts.deployment();
    this.host =
        new TapirHost(
            new TapirHost.Parts(
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
                "TAPIR replica",
                MetaStore.open(parts.disk()),
                parts.layout().own()),
            TapirSettings.machines(
                deployment,
                parts.ports().scheduler().heap().underWay(),
                parts.layout().own().size()),
            parts.groups());
  }

  /** Returns the replicas and coordinators: for simulations. */
  public TapirHost host() {
    return host;
  }

  @Override
  public IntegratedProtocol frame(Frame frame) {
    TapirStore store =
        new TapirStore(
            host,
            parts.placements()::nodeOf,
            parts.groups(),
            TapirSettings.readRetryNanos(parts.deployment()),
            parts::admits);
    items = store;
    return new OptimisticProtocol(
        frame.versions(),
        frame.runtime(),
        frame.completion(),
        frame.executors(),
        store,
        frame.history());
  }

  @Override
  public VersionAgreement.Store versions() {
    TapirStore store = Objects.requireNonNull(items, "a frame was made");
    return new VersionAgreement.Store() {
      @Override
      public void read(long deadlineNanos, Consumer<byte[]> seen, Runnable met) {
        ItemStore.Access access = store.begin(VersionsItem.ITEM, null, deadlineNanos);
        access.read(
            VersionsItem.ITEM,
            value ->
                access.commit(
                    new TreeMap<>(),
                    end -> {
                      if (end instanceof ItemStore.End.Committed) {
                        seen.accept(value);
                      } else {
                        met.run();
                      }
                    }));
      }

      @Override
      public void replace(byte[] before, byte[] after, long deadlineNanos, Runnable ended) {
        ItemStore.Access access = store.begin(VersionsItem.ITEM, null, deadlineNanos);
        access.read(
            VersionsItem.ITEM,
            value -> {
              if (Arrays.equals(before, value)) {
                access.commit(new TreeMap<>(Map.of(VersionsItem.ITEM, after)), end -> ended.run());
              } else {
                ended.run();
              }
            });
      }
    };
  }

  @Override
  public void start(Consumer<String> failed) {
    for (int shard : parts.layout().own()) {
      host.start(shard, memory, parts.configurationLogs(), parts.timing());
    }
    host.keepKeys(parts.deployment().idempotency().keep());
  }

  @Override
  public @Nullable StoppedShard stopped(int shard) {
    return host.stopped(shard);
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
    return host.coordinating();
  }

  @Override
  public long takeOvers() {
    return host.counts().of(TapirCounts.What.TAKEOVER);
  }

  @Override
  public int leftOut() {
    return host.leftOut();
  }

  @Override
  public SortedMap<String, Long> counted() {
    return host.counts().all();
  }

  @Override
  public void hold(CopyName copy, Consumer<Result<ItemCut>> done) {
    host.fence(copy.shard(), fence -> fence.hold(copy.backup(), copy.copied(), done));
  }

  @Override
  public void letGo(CopyName copy, Consumer<Result<ItemCut>> done) {
    host.fence(copy.shard(), fence -> fence.letGo(copy.backup(), done));
  }

  @Override
  public void giveUp(CopyName copy) {
    host.fence(copy.shard(), fence -> fence.giveUp(copy.backup()));
  }

  @Override
  public void close() {
    host.close();
  }
}
