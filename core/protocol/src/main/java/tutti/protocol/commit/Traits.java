package tutti.protocol.commit;

import java.util.Set;

/**
 * The properties of a protocol that other code must know.
 *
 * @param safeUnder the assumptions under which no two nodes ever end a transaction differently
 * @param leastNodes the number of nodes that a deployment needs; at least 2
 * @param votesEarly whether a participant may vote while others still execute, and more may join
 *     (docs/rulings.md#ruling-1)
 * @param acts whether the coordinator alone decides, so that it may run an irrevocable operation
 *     between the last vote and its decision (docs/rulings.md#ruling-10)
 */
public record Traits(Set<Assumption> safeUnder, int leastNodes, boolean votesEarly, boolean acts) {
  public Traits {
    safeUnder = Set.copyOf(safeUnder);
  }

  /** The properties of a protocol whose coordinator runs no irrevocable operations. */
  public Traits(Set<Assumption> safeUnder, int leastNodes, boolean votesEarly) {
    this(safeUnder, leastNodes, votesEarly, false);
  }
}
