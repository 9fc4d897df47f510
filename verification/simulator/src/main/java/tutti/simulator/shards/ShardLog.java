package tutti.simulator.shards;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.LogEntry;
import tutti.protocol.replication.TermStart;
import tutti.simulator.check.Findings;

/** The chosen log of one shard, as its replicas have told it so far. Not thread-safe. */
final class ShardLog {
  private final int shard;
  private final Findings findings;

  /** By their starts. */
  private final TreeMap<Long, LogEntry> entries = new TreeMap<>();

  private final Map<Ballot, TermStart> terms = new HashMap<>();
  private final Map<Long, Ballot> ballots = new HashMap<>();

  ShardLog(int shard, Findings findings) {
    this.shard = shard;
    this.findings = findings;
  }

  /** Notes entries that a replica knows to be chosen. */
  void chosen(int host, List<LogEntry> told) {
    for (LogEntry entry : told) {
      LogEntry before = before(entry);
      if (before == null) {
        entries.put(entry.start(), entry);
        if (entry.content() instanceof TermStart start) {
          note(entry.ballot(), start);
        }
      } else if (!before.equals(entry)) {
        findings.add(
            "replicas-agree",
            "host %s has %s of shard %s as chosen, and another replica has %s"
                .formatted(host, entry, shard, before));
      }
    }
  }

  /** Returns an entry that overlaps this one, or null. */
  private @Nullable LogEntry before(LogEntry entry) {
    Map.Entry<Long, LogEntry> last = entries.lowerEntry(entry.end());
    return last != null && last.getValue().end() > entry.start() ? last.getValue() : null;
  }

  private void note(Ballot ballot, TermStart start) {
    TermStart same = terms.put(ballot, start);
    Ballot other = ballots.put(start.count(), ballot);
    if (same != null || other != null) {
      findings.add(
          "one-term",
          "shard %s has %s in ballot %s, beside %s and ballot %s"
              .formatted(shard, start, ballot, same, other));
    }
  }

  /** Returns the first entry of a term, or null if it is not known to be chosen. */
  @Nullable TermStart start(long term) {
    Ballot ballot = ballots.get(term);
    return ballot == null ? null : terms.get(ballot);
  }

  /** Returns whether the record of a term that ends at that position is chosen. */
  boolean has(long term, long end) {
    Map.Entry<Long, LogEntry> last = entries.lowerEntry(end);
    if (last == null || last.getValue().end() != end) {
      return false;
    }
    TermStart of = terms.get(last.getValue().ballot());
    return of != null && of.count() == term;
  }

  /** Returns the end of all that any replica knows to be chosen. */
  long end() {
    return entries.isEmpty() ? 0 : entries.lastEntry().getValue().end();
  }
}
