package tutti.protocol.commit;

import java.util.Set;

/**
 * What others must know of a protocol.
 *
 * @param safeUnder under which assumptions no two nodes ever end a transaction differently
 * @param leastNodes how many nodes a deployment needs; at least 2
 * @param votesEarly whether a participant may vote while others still execute, and more may join
 *     (docs/rulings.md#ruling-1)
 */
public record Traits(Set<Assumption> safeUnder, int leastNodes, boolean votesEarly) {
  public Traits {
    safeUnder = Set.copyOf(safeUnder);
  }
}
