package tutti.engine.integrated.tapir;

import java.util.List;
import tutti.engine.replication.IntegratedRecords;
import tutti.model.Decoder;
import tutti.protocol.integrated.tapir.Entry;
import tutti.protocol.integrated.tapir.Fact;

/** A reader of one host's log, for judges that stand outside. Confined to one thread. */
public final class LoggedEntries {
  private final IntegratedRecords records = new IntegratedRecords();

  /**
   * Returns what the next record says of transactions.
   *
   * @throws tutti.model.MalformedData if the bytes are no record
   */
  public List<LoggedEntry> add(byte[] record) {
    return records.add(record).map(each -> entries(each.shard(), each.content())).orElse(List.of());
  }

  private static List<LoggedEntry> entries(int shard, Decoder in) {
    return switch (Fact.decode(in)) {
      case Fact.Noted(Entry entry) -> List.of(LoggedEntry.of(shard, entry));
      case Fact.Opened(var open) ->
          open.record().stream().map(entry -> LoggedEntry.of(shard, entry)).toList();
      case Fact.Disk _, Fact.Closed _, Fact.Imaged _, Fact.Item _, Fact.Gone _, Fact.Complete _ ->
          List.of();
    };
  }
}
