package tutti.engine.integrated.tapir;

import java.util.HashMap;
import java.util.Map;
import tutti.engine.integrated.ItemSizes;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.protocol.integrated.tapir.Entry;
import tutti.protocol.integrated.tapir.Fact;
import tutti.protocol.integrated.tapir.Part;

/** The sizes of the items and records that {@link HostMemory} has after each record of a log. */
final class LoggedSizes extends ItemSizes {
  private static final int IN_USE = 0;

  /** The bytes of the newest view's record, by shard. */
  private final Map<Integer, Long> views = new HashMap<>();

  @Override
  public long found(int shard, long lsn, Decoder in) {
    switch (Fact.decode(in)) {
      case Fact.Noted(Entry entry) -> {
        noted(shard, entry);
        views.merge(shard, bytes(entry.part()), Long::sum);
      }
      case Fact.Opened(var open) -> {
        open.record().forEach(entry -> noted(shard, entry));
        views.put(shard, open.record().stream().mapToLong(entry -> bytes(entry.part())).sum());
      }
      case Fact.Item(ActorId item, var versions, _) ->
          items(shard, IN_USE)
              .put(item, versions.values().stream().mapToLong(its -> its.bytes().length).sum());
      case Fact.Gone(ActorId item, _) -> items(shard, IN_USE).put(item, 0);
      case Fact.Imaged _ -> drop(shard, IN_USE);
      case Fact.Disk _, Fact.Closed _, Fact.Complete _ -> {}
    }
    return lsn;
  }

  private void noted(int shard, Entry entry) {
    if (entry.outcome() == Entry.Outcome.COMMITTED) {
      entry
          .part()
          .writes()
          .forEach((item, value) -> items(shard, IN_USE).put(item, value.bytes().length));
    }
  }

  private static long bytes(Part part) {
    return part.writes().values().stream().mapToLong(value -> value.bytes().length).sum();
  }

  @Override
  public long bytes() {
    return super.bytes() + views.values().stream().mapToLong(Long::longValue).sum();
  }
}
