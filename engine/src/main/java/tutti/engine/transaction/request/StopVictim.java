package tutti.engine.transaction.request;

import java.util.List;
import tutti.engine.transaction.record.RecordParts;
import tutti.engine.transaction.request.Probe.Hop;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/**
 * A message to the node where a deadlock's victim waits: see {@link Probes}. The message may be
 * lost, duplicated, late, or no longer true.
 *
 * @param cycle which transaction waits for which; begins with the victim, and the last waits for it
 */
public record StopVictim(List<Hop> cycle) {

  public StopVictim {
    cycle = List.copyOf(cycle);
    if (cycle.isEmpty()) {
      throw new IllegalArgumentException("a cycle of nobody");
    }
  }

  public Hop victim() {
    return cycle.getFirst();
  }

  /** Writes the message for a node that runs the same application. */
  public void encode(Encoder out, RecordParts parts) {
    Probe.hops(out, parts, cycle);
  }

  /**
   * @throws MalformedData if these are not the bytes of such a message
   */
  public static StopVictim decode(Decoder in, RecordParts parts) {
    List<Hop> cycle = Probe.hops(in, parts);
    if (cycle.isEmpty()) {
      throw new MalformedData("a deadlock of nobody");
    }
    return new StopVictim(cycle);
  }
}
