package tutti.engine.integrated.janus;

import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.integrated.VersionTag;
import tutti.protocol.integrated.janus.graph.Payload;
import tutti.protocol.integrated.janus.graph.Piece;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.Transaction;

/**
 * A place in the order of all transactions at which replicas copy their items, or begin to keep a
 * snapshot: a transaction that reads everything in every shard, and whose action is this record
 * (docs/rulings.md#janus).
 *
 * @param name the name of the copy, or of the snapshot
 * @param hosts the host that makes it, for each shard
 * @param queries whether it is a snapshot for queries
 */
public record SyncPoint(String name, SortedMap<Integer, Integer> hosts, boolean queries) {

  /** A sync point at which items are copied. */
  public SyncPoint(String name, SortedMap<Integer, Integer> hosts) {
    this(name, hosts, false);
  }

  public SyncPoint {
    hosts = Collections.unmodifiableSortedMap(new TreeMap<>(hosts));
  }

  /** A sync point of a snapshot for queries. */
  static SyncPoint ofQueries(String name, SortedMap<Integer, Integer> hosts) {
    return new SyncPoint(name, hosts, true);
  }

  Request request() {
    Encoder out = new Encoder();
    VersionTag.put(out, VersionTag.ANY);
    out.putString(name).putVarLong(hosts.size());
    hosts.forEach((shard, host) -> out.putVarLong(shard).putVarLong(host));
    if (queries) {
      out.putByte(1);
    }
    Payload action = new Payload(out.toByteArray());
    SortedMap<Integer, Piece> pieces = new TreeMap<>();
    for (int shard : hosts.keySet()) {
      SortedSet<ActorId> all = new TreeSet<>();
      all.add(Piece.EVERYTHING);
      pieces.put(shard, new Piece(all, new TreeSet<>(), action));
    }
    return new Request(pieces);
  }

  static SyncPoint of(byte[] action) {
    Decoder in = VersionTag.behind(action);
    String name = in.getString();
    SortedMap<Integer, Integer> hosts = new TreeMap<>();
    for (int left = in.getCount(Transaction.MOST_SHARDS); left > 0; left--) {
      hosts.put(in.getCount(Transaction.MOST_SHARDS), in.getCount(Integer.MAX_VALUE));
    }
    return new SyncPoint(name, hosts, in.remaining() > 0);
  }

  /** Returns whether that host copies that shard. */
  boolean isCopied(int shard, int host) {
    Integer copies = hosts.get(shard);
    return copies != null && copies == host;
  }
}
