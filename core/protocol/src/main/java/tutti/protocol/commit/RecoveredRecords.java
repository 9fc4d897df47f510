package tutti.protocol.commit;

import java.util.Set;

/**
 * A machine's records that a node has found in its log, or in a checkpoint, when it restarted.
 *
 * @param coordinator the number of the node that coordinates the transaction
 * @param written the kinds that were found, each in any number; never {@link RecordKind#FINISHED}
 * @param voters the participants that the record of a coordinator names, and whose branches its
 *     node knows; else empty
 * @param memory the durable state in the newest record
 */
public record RecoveredRecords(
    Role role, int coordinator, Set<RecordKind> written, Set<Integer> voters, DurableState memory) {
  public RecoveredRecords {
    written = Set.copyOf(written);
    voters = Set.copyOf(voters);
  }
}
