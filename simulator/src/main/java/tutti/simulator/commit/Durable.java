package tutti.simulator.commit;

import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.protocol.commit.Entry;
import tutti.protocol.commit.Memory;

/**
 * The durable records of one machine in its node's log: all that a recovery looks at.
 *
 * @param entries the entries that are there
 * @param voters the participants that the decision names
 * @param memory the newest record's memory
 * @param last the newest record's entry; null if there is none
 */
record Durable(Set<Entry> entries, Set<Integer> voters, Memory memory, @Nullable Entry last) {
  static final Durable NOTHING = new Durable(Set.of(), Set.of(), Memory.NONE, null);

  Durable with(Written written) {
    if (written.entry() == Entry.OBSERVED) {
      return this;
    }
    Set<Entry> more = EnumSet.of(written.entry());
    more.addAll(entries);
    Set<Integer> named =
        written.entry() == Entry.DECISION ? new TreeSet<>(written.voters()) : voters;
    return new Durable(more, named, written.memory(), written.entry());
  }

  /** The part of the log that the rules ask for at a node that does not crash. */
  Durable withoutMemory() {
    Set<Entry> asked = EnumSet.noneOf(Entry.class);
    if (has(Entry.VOTE)) {
      asked.add(Entry.VOTE);
    } else if (hasPart()) {
      asked.add(Entry.DECISION);
    }
    return new Durable(asked, Set.of(), Memory.NONE, null);
  }

  boolean has(Entry entry) {
    return entries.contains(entry);
  }

  boolean isEmpty() {
    return last == null;
  }

  /** Whether the node's part is in the log, to be done or undone after a restart. */
  boolean hasPart() {
    return has(Entry.VOTE) || has(Entry.DECISION) || has(Entry.COMMITTED);
  }

  /** The end of the transaction on this node, as far as the log says. */
  Outcome outcome() {
    if (has(Entry.COMMITTED) || has(Entry.DECISION)) {
      return has(Entry.ABORTED) ? Outcome.BOTH : Outcome.COMMITTED;
    }
    return has(Entry.ABORTED) || !hasPart() ? Outcome.ABORTED : Outcome.OPEN;
  }
}
