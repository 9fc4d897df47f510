package tutti.engine.integrated.janus;

import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tutti.engine.replication.HostLog;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.integrated.janus.Fact;
import tutti.protocol.integrated.janus.Kept;
import tutti.protocol.integrated.janus.Settings;
import tutti.protocol.integrated.janus.graph.TransactionId;

/**
 * The memories of a host's replicas and their items, as its log has them: it is given to {@link
 * HostLog#open}, and then to {@link JanusHost}. Used by one thread.
 */
public final class HostMemory implements HostLog.Integrated {
  private static final int FACT = 0;
  private static final int WRITES = 1;

  private final Settings settings;
  private final Map<Integer, Found> replicas = new TreeMap<>();

  /** A replica: what its machine remembers, and the values of its items. */
  static final class Found {
    final Kept memory;
    final SortedMap<ActorId, byte[]> items = new TreeMap<>();

    /** The writes of transactions whose execution is not in the log so far. */
    private final Map<TransactionId, SortedMap<ActorId, byte[]>> pending = new HashMap<>();

    private long first;

    Found(Kept memory) {
      this.memory = memory;
    }
  }

  public HostMemory(Settings settings) {
    this.settings = settings;
  }

  static void encode(Fact fact, Encoder out) {
    fact.encode(out.putByte(FACT));
  }

  /** The writes of a transaction; its execution is the next record that speaks of it. */
  static void encode(TransactionId id, SortedMap<ActorId, byte[]> writes, Encoder out) {
    id.encode(out.putByte(WRITES));
    Values.encode(writes, out);
  }

  @Override
  public long found(int shard, long lsn, Decoder in) {
    Found of = replica(shard);
    of.first = of.first == 0 ? lsn : of.first;
    int kind = in.getByte();
    switch (kind) {
      case FACT -> {
        Fact fact = Fact.decode(in);
        of.memory.add(fact);
        if (fact instanceof Fact.Executed(TransactionId id, _)) {
          SortedMap<ActorId, byte[]> writes = of.pending.remove(id);
          of.items.putAll(writes == null ? new TreeMap<>() : writes);
        }
      }
      case WRITES -> of.pending.put(TransactionId.decode(in), Values.decode(in));
      default -> throw new MalformedData("no record of Janus is of kind " + kind);
    }
    return of.first;
  }

  /** Returns the replica of a shard, blank if the log has none. */
  Found replica(int shard) {
    return replicas.computeIfAbsent(shard, _ -> new Found(new Kept(shard, settings)));
  }
}
