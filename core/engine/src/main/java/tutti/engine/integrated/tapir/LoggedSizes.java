package tutti.engine.integrated.tapir;

import java.util.HashMap;
import java.util.Map;
import tutti.engine.integrated.ItemSizes;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.protocol.integrated.tapir.Entry;
import tutti.protocol.integrated.tapir.Part;
import tutti.protocol.integrated.tapir.Record;

/** The sizes of the items and records that {@link HostMemory} has after each record of a log. */
final class LoggedSizes extends ItemSizes {
  private static final int IN_USE = 0;

  /** The bytes of the newest view's record, by shard. */
  private final Map<Integer, Long> views = new HashMap<>();

  @Override
  public long found(int shard, long lsn, Decoder in) {
    switch (Record.decode(in)) {
      case Record.EntryLogged(Entry entry) -> {
        noted(shard, entry);
        views.merge(shard, bytes(entry.part()), Long::sum);
      }
      case Record.Opened(var open) -> {
        open.record().forEach(entry -> noted(shard, entry));
        views.put(shard, open.record().stream().mapToLong(entry -> bytes(entry.part())).sum());
      }
      case Record.Item(ActorId item, var versions, _) ->
          items(shard, IN_USE)
              .put(item, versions.values().stream().mapToLong(its -> its.bytes().length).sum());
      case Record.Removed(ActorId item, _) -> items(shard, IN_USE).put(item, 0);
      case Record.Imaged _ -> drop(shard, IN_USE);
      case Record.Disk _, Record.Closed _, Record.Complete _ -> {}
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
