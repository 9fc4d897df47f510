package tutti.simulator.commit.state;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.protocol.commit.DurableState;
import tutti.protocol.commit.RecordKind;

/**
 * A record that is not durable yet, or the observations of a transaction, of which nothing is
 * written: they are durable once everything before is.
 *
 * @param witness whether the node's witness wrote it, and not its member
 * @param entry the kind of the record; null of observations
 * @param voters the participants that a decision names, or the vote of a coordinator that acts
 * @param age the ticks since the message was sent, or the timer ran down, that caused the record
 */
public record PendingRecord(
    boolean witness,
    @Nullable RecordKind entry,
    DurableState memory,
    boolean tell,
    Set<Integer> voters,
    int age) {
  /** The observations of the member. */
  public static PendingRecord observed(boolean witness, int age) {
    return new PendingRecord(witness, null, DurableState.NONE, true, Set.of(), age);
  }

  PendingRecord withoutMemory() {
    return new PendingRecord(witness, entry, DurableState.NONE, tell, Set.of(), age);
  }

  PendingRecord untold() {
    return new PendingRecord(witness, entry, memory, false, voters, age);
  }

  /**
   * Returns whether the time at which the record becomes durable makes no difference, unless its
   * node crashes.
   */
  boolean meansNothing() {
    return !tell
        && entry != RecordKind.VOTE
        && entry != RecordKind.DECISION
        && entry != RecordKind.COMMITTED;
  }

  PendingRecord older() {
    return new PendingRecord(witness, entry, memory, tell, voters, age + 1);
  }
}
