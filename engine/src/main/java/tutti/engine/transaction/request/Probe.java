package tutti.engine.transaction.request;

import java.util.ArrayList;
import java.util.List;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.transaction.record.RecordParts;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/**
 * A message that follows transactions that wait for each other from node to node; see {@link
 * Probes}. A probe may be lost, duplicated, late, or no longer true.
 *
 * @param start where it began; its transaction is the first on the path
 * @param path the transactions that were seen to wait, each for the one after it; at most {@link
 *     #MOST_HOPS}
 * @param next the transaction that the last on the path waits for; with an empty path, the start's
 *     transaction
 */
public record Probe(Start start, List<Hop> path, BranchKey next) {
  /**
   * The greatest length of a path: longer cycles are not found, and their requests end at their
   * deadlines.
   */
  public static final int MOST_HOPS = 64;

  public Probe {
    path = List.copyOf(path);
  }

  /**
   * The beginning of a probe.
   *
   * @param transaction the transaction that may be part of a cycle
   * @param age its age, as the node that sent the probe knows it
   * @param node the node that sent the probe: a transaction waits there for {@code transaction}
   * @param round which of that node's rounds
   */
  public record Start(BranchKey transaction, long age, int node, long round) {}

  /**
   * A waiting transaction on a probe's path.
   *
   * @param age in microseconds since 1970
   * @param at the actor that it waits for
   * @param node where that actor lives
   */
  public record Hop(BranchKey key, long age, ActorId at, int node) {}

  /** Writes the probe for a node that runs the same application. */
  public void encode(Encoder out, RecordParts parts) {
    parts.key(out, start.transaction());
    out.putSigned(start.age()).putVarLong(start.node()).putVarLong(start.round());
    hops(out, parts, path);
    parts.key(out, next);
  }

  /**
   * @throws MalformedData if these are not the bytes of a probe
   */
  public static Probe decode(Decoder in, RecordParts parts) {
    Start start =
        new Start(parts.key(in), in.getSigned(), in.getCount(Integer.MAX_VALUE), in.getVarLong());
    return new Probe(start, hops(in, parts), parts.key(in));
  }

  static void hops(Encoder out, RecordParts parts, List<Hop> hops) {
    out.putVarLong(hops.size());
    for (Hop hop : hops) {
      parts.key(out, hop.key());
      parts.actor(out.putSigned(hop.age()).putVarLong(hop.node()), hop.at());
    }
  }

  static List<Hop> hops(Decoder in, RecordParts parts) {
    List<Hop> hops = new ArrayList<>();
    for (int left = in.getCount(MOST_HOPS); left > 0; left--) {
      BranchKey key = parts.key(in);
      long age = in.getSigned();
      int node = in.getCount(Integer.MAX_VALUE);
      hops.add(new Hop(key, age, parts.actor(in), node));
    }
    return hops;
  }
}
