package tutti.engine.transaction.request;

import java.util.List;
import tutti.engine.transaction.request.Probe.Hop;

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
}
