package tutti.engine.integrated.janus;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import tutti.engine.backup.ItemCut;
import tutti.engine.integrated.ClientDeadline;
import tutti.model.ActorId;

/**
 * The copies of items that replicas here have made at sync points, until they are asked for.
 * Confined to the host's queue of machines, except for the public methods.
 */
public final class SyncPoints {
  /** The time after which a copy that was not asked for is dropped. */
  private static final long KEEP_NANOS = 60_000_000_000L;

  private record Name(String copy, int shard) {}

  private final JanusHost host;
  private final Map<Name, ItemCut> cuts = new HashMap<>();
  private final Map<Name, Consumer<Optional<ItemCut>>> waiting = new HashMap<>();

  SyncPoints(JanusHost host) {
    this.host = host;
  }

  /**
   * Makes replicas of all shards copy their items at one place in the order.
   *
   * @param listener is called when replicas of all shards have executed the sync point
   */
  public void begin(SyncPoint point, JanusHost.Listener listener) {
    host.begin(
        List.copyOf(point.hosts().keySet()), point.request(), ClientDeadline.NEVER, listener);
  }

  /** A replica here is at a sync point. */
  void reached(int shard, SyncPoint point, Supplier<List<Map.Entry<ActorId, byte[]>>> items) {
    if (!point.isCopied(shard, host.parts().self())) {
      return;
    }
    if (point.queries()) {
      host.keeper().reached(shard, point.name());
      return;
    }
    Name name = new Name(point.name(), shard);
    ItemCut cut = new ItemCut(0, items.get());
    Consumer<Optional<ItemCut>> waits = waiting.remove(name);
    if (waits != null) {
      waits.accept(Optional.of(cut));
    } else {
      cuts.put(name, cut);
      host.parts().scheduler().after(KEEP_NANOS, host.queue(), () -> cuts.remove(name, cut));
    }
  }

  /**
   * Hands over a copy once it is there.
   *
   * @param taken is called with the copy, on the queue of the machines; empty if the replica does
   *     not reach the sync point in time, for example since its state came from a replica that was
   *     beyond the sync point
   */
  public void take(String copy, int shard, Consumer<Optional<ItemCut>> taken) {
    host.queue()
        .step(
            () -> {
              Name name = new Name(copy, shard);
              ItemCut cut = cuts.remove(name);
              if (cut != null) {
                taken.accept(Optional.of(cut));
              } else if (waiting.put(name, taken) == null) {
                host.parts().scheduler().after(KEEP_NANOS, host.queue(), () -> tooLate(name));
              }
            });
  }

  private void tooLate(Name name) {
    Consumer<Optional<ItemCut>> waits = waiting.remove(name);
    if (waits != null) {
      waits.accept(Optional.empty());
    }
  }

  /** Discards a copy. */
  public void giveUp(String copy, int shard) {
    host.queue()
        .step(
            () -> {
              cuts.remove(new Name(copy, shard));
              waiting.remove(new Name(copy, shard));
            });
  }
}
