package tutti.protocol.replication.multipaxos;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.protocol.replication.LogEntry;
import tutti.protocol.replication.LogMark;
import tutti.protocol.replication.TermStart;

/**
 * The part of a shard's log that a replica still has: the entries behind a place to which all is
 * chosen and contained in a checkpoint. The entries have no gap.
 */
final class Log {
  private LogMark start;

  /** The number of terms up to {@link #start}. */
  private long termsAtStart;

  private final List<LogEntry> entries;

  /** The position up to which the entries are durable here. */
  private long durable;

  Log(LogMark start, long termsAtStart, List<LogEntry> entries) {
    this.start = start;
    this.termsAtStart = termsAtStart;
    this.entries = new ArrayList<>(entries);
    this.durable = end().position();
  }

  LogMark start() {
    return start;
  }

  LogMark end() {
    return entries.isEmpty() ? start : entries.getLast().mark();
  }

  long durable() {
    return durable;
  }

  /** The number of terms up to the end. */
  long terms() {
    return terms(entries.size());
  }

  private long terms(int entriesBefore) {
    for (int at = entriesBefore - 1; at >= 0; at--) {
      if (entries.get(at).content() instanceof TermStart term) {
        return term.count();
      }
    }
    return termsAtStart;
  }

  /** The number of terms up to the start. */
  long termsAtStart() {
    return termsAtStart;
  }

  /** Whether an entry ends at that mark, or the log starts there. */
  boolean has(LogMark mark) {
    return mark.equals(markAt(mark.position()));
  }

  /**
   * Returns the mark at {@code position}; null if no entry ends there, or the entry was truncated.
   */
  @Nullable LogMark markAt(long position) {
    if (position == start.position()) {
      return start;
    }
    int at = firstBehind(position) - 1;
    return at >= 0 && entries.get(at).end() == position ? entries.get(at).mark() : null;
  }

  /** The index of the first entry that ends behind that position. */
  private int firstBehind(long position) {
    int low = 0;
    int high = entries.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (entries.get(middle).end() > position) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /**
   * The entries that follow a position, to that one and no more.
   *
   * @param after at least the start's
   */
  List<LogEntry> between(long after, long to) {
    return List.copyOf(entries.subList(firstBehind(after), firstBehind(to)));
  }

  /**
   * Returns the entries that follow a position: at most {@code mostBytes} bytes, but at least one
   * entry if there is any.
   */
  List<LogEntry> after(long position, int mostBytes) {
    int first = firstBehind(position);
    int next = first;
    while (next < entries.size()
        && (next == first || entries.get(next).end() - position <= mostBytes)) {
      next++;
    }
    return List.copyOf(entries.subList(first, next));
  }

  /**
   * Appends an entry, in place of all that stands from its start on.
   *
   * @throws IllegalStateException if there would be a gap
   */
  void put(LogEntry entry) {
    entries.subList(firstBehind(entry.start()), entries.size()).clear();
    if (end().position() != entry.start()) {
      throw new IllegalStateException("after " + end() + " comes no " + entry);
    }
    durable = Math.min(durable, entry.start());
    entries.add(entry);
  }

  /** All up to that mark is durable, if the log still has it. */
  void forced(LogMark mark) {
    if (mark.position() > durable && has(mark)) {
      durable = mark.position();
    }
  }

  /** Truncates the log up to a position, as far as whole entries end before it. */
  void release(long position) {
    int first = firstBehind(position);
    if (first > 0) {
      termsAtStart = terms(first);
      start = entries.get(first - 1).mark();
      entries.subList(0, first).clear();
    }
  }

  /** Begins behind a checkpoint; entries that follow it stay. */
  void install(LogMark mark, long terms) {
    if (has(mark)) {
      release(mark.position());
    } else {
      entries.clear();
      start = mark;
      termsAtStart = terms;
    }
  }
}
