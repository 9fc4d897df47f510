package tutti.engine.integrated.tapir;

import java.util.List;
import tutti.engine.replication.IntegratedRecords;
import tutti.model.Decoder;
import tutti.protocol.integrated.tapir.Entry;
import tutti.protocol.integrated.tapir.Record;

/** A reader of one host's log, for judges that stand outside. Confined to one thread. */
public final class TapirLogReader {
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
    return switch (Record.decode(in)) {
      case Record.EntryLogged(Entry entry) -> List.of(LoggedEntry.of(shard, entry));
      case Record.Opened(var open) ->
          open.record().stream().map(entry -> LoggedEntry.of(shard, entry)).toList();
      case Record.Disk _,
          Record.Closed _,
          Record.Imaged _,
          Record.Item _,
          Record.Removed _,
          Record.Complete _ ->
          List.of();
    };
  }
}
