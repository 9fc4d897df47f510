package tutti.simulator.commit.state;

import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.protocol.commit.DurableState;
import tutti.protocol.commit.Entry;

/**
 * The durable records of one machine in its node's log: all that a recovery looks at.
 *
 * @param entries the entries that are there
 * @param voters the participants that the decision names, or the vote of a coordinator that acts
 * @param memory the newest record's memory
 * @param last the newest record's entry; null if there is none
 */
public record DurableRecords(
    Set<Entry> entries, Set<Integer> voters, DurableState memory, @Nullable Entry last) {
  static final DurableRecords NOTHING =
      new DurableRecords(Set.of(), Set.of(), DurableState.NONE, null);

  DurableRecords with(PendingRecord written) {
    Entry entry = written.entry();
    if (entry == null) {
      return this;
    }
    Set<Entry> more = EnumSet.of(entry);
    more.addAll(entries);
    Set<Integer> named =
        entry == Entry.DECISION || !written.voters().isEmpty()
            ? new TreeSet<>(written.voters())
            : voters;
    return new DurableRecords(more, named, written.memory(), entry);
  }

  /** The part of the log that the rules ask for at a node that does not crash. */
  DurableRecords withoutMemory() {
    Set<Entry> asked = EnumSet.noneOf(Entry.class);
    if (has(Entry.VOTE)) {
      asked.add(Entry.VOTE);
    } else if (hasPart()) {
      asked.add(Entry.DECISION);
    }
    return new DurableRecords(asked, Set.of(), DurableState.NONE, null);
  }

  public boolean has(Entry entry) {
    return entries.contains(entry);
  }

  /** Whether the node's part is in the log, to be done or undone after a restart. */
  public boolean hasPart() {
    return has(Entry.VOTE) || has(Entry.DECISION) || has(Entry.COMMITTED);
  }

  /** The end of the transaction on this node, as far as the log says. */
  NodeOutcome outcome() {
    if (has(Entry.COMMITTED) || has(Entry.DECISION)) {
      return has(Entry.ABORTED) ? NodeOutcome.BOTH : NodeOutcome.COMMITTED;
    }
    return has(Entry.ABORTED) || !hasPart() ? NodeOutcome.ABORTED : NodeOutcome.OPEN;
  }
}
