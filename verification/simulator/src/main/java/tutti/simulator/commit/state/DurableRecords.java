package tutti.simulator.commit.state;

import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.protocol.commit.DurableState;
import tutti.protocol.commit.RecordKind;

/**
 * The durable records of one machine in its node's log: all that a recovery reads.
 *
 * @param entries the kinds of the records
 * @param voters the participants that the decision names, or the vote of a coordinator that acts
 * @param memory the durable state in the newest record
 * @param last the newest record's kind; null if there is none
 */
public record DurableRecords(
    Set<RecordKind> entries, Set<Integer> voters, DurableState memory, @Nullable RecordKind last) {
  static final DurableRecords NOTHING =
      new DurableRecords(Set.of(), Set.of(), DurableState.NONE, null);

  DurableRecords with(PendingRecord written) {
    RecordKind entry = written.entry();
    if (entry == null) {
      return this;
    }
    Set<RecordKind> more = EnumSet.of(entry);
    more.addAll(entries);
    Set<Integer> named =
        entry == RecordKind.DECISION || !written.voters().isEmpty()
            ? new TreeSet<>(written.voters())
            : voters;
    return new DurableRecords(more, named, written.memory(), entry);
  }

  /** The part of the log that the rules ask for at a node that does not crash. */
  DurableRecords withoutMemory() {
    Set<RecordKind> asked = EnumSet.noneOf(RecordKind.class);
    if (has(RecordKind.VOTE)) {
      asked.add(RecordKind.VOTE);
    } else if (hasPart()) {
      asked.add(RecordKind.DECISION);
    }
    return new DurableRecords(asked, Set.of(), DurableState.NONE, null);
  }

  public boolean has(RecordKind entry) {
    return entries.contains(entry);
  }

  /** Whether the node's part is in the log, to be done or undone after a restart. */
  public boolean hasPart() {
    return has(RecordKind.VOTE) || has(RecordKind.DECISION) || has(RecordKind.COMMITTED);
  }

  /** The end of the transaction on this node, as far as the log says. */
  NodeOutcome outcome() {
    if (has(RecordKind.COMMITTED) || has(RecordKind.DECISION)) {
      return has(RecordKind.ABORTED) ? NodeOutcome.BOTH : NodeOutcome.COMMITTED;
    }
    return has(RecordKind.ABORTED) || !hasPart() ? NodeOutcome.ABORTED : NodeOutcome.OPEN;
  }
}
