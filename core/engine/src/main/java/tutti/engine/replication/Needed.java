package tutti.engine.replication;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.ReplicationRecord;

/** The records of one replica that are needed at its next start. */
final class Needed {
  private static final long NOT_RENEWING = -1;

  /** The bytes that a record needs beside an entry's content, about. */
  private static final int RECORD_BYTES = 64;

  /** The entries behind the newest durable summary: the record of each, in their order. */
  private Deque<Stored> entries = new ArrayDeque<>();

  /** The newer records of entries that were written anew; a summary follows them. */
  private final Deque<Stored> again = new ArrayDeque<>();

  /** The newest durable summary's record; the replica's first record until there is one. */
  private long summary;

  /** The newest record that forgets all before it; 0 if there is none. */
  private long forgottenBy;

  /** The oldest record that is needed until that one is durable. */
  private long untilForgotten = Long.MAX_VALUE;

  /**
   * The end of the log when a rewriting of the records began, until a summary behind it is durable;
   * else negative.
   */
  private long renewingFrom = NOT_RENEWING;

  /**
   * The needed records of a replica that has none yet. A replica may write its first record long
   * after the other replicas of its host, and needs nothing of the log before that.
   *
   * @param first the number of the replica's first record
   */
  Needed(long first) {
    this.summary = first;
  }

  void stored(ReplicationRecord record, long lsn) {
    Stored newer = new Stored(record.storesFrom(), record.storesIn(), lsn);
    boolean isNext = entries.isEmpty() || entries.getLast().start() < newer.start();
    if (!isNext && has(newer)) {
      again.add(newer);
      return;
    }
    while (!entries.isEmpty() && entries.getLast().start() >= newer.start()) {
      entries.removeLast();
    }
    entries.add(newer);
  }

  /** A record forgets all before it, once it is durable. */
  void forgotten(long lsn) {
    untilForgotten = oldest();
    forgottenBy = lsn;
    entries.clear();
    again.clear();
  }

  /** Begins to write the facts anew behind a position. */
  void beginRenewal(long end) {
    renewingFrom = end;
  }

  boolean isRenewing() {
    return renewingFrom != NOT_RENEWING;
  }

  private boolean has(Stored entry) {
    Iterator<Stored> newest = entries.descendingIterator();
    Stored each = newest.next();
    while (each.start() > entry.start() && newest.hasNext()) {
      each = newest.next();
    }
    return each.isOf(entry);
  }

  void summarized(long upTo, long lsn) {
    summary = lsn;
    if (lsn >= forgottenBy) {
      untilForgotten = Long.MAX_VALUE;
    }
    if (lsn > renewingFrom) {
      renewingFrom = NOT_RENEWING;
    }
    while (!entries.isEmpty() && entries.getFirst().start() < upTo) {
      entries.removeFirst();
    }
    if (!again.isEmpty()) {
      renew(lsn);
    }
  }

  /**
   * Needs the newer records of entries, which stand before that position, and not the older. A
   * crash may have left some of them without the rest: then the older ones stay needed, since
   * entries must be found in their order.
   */
  private void renew(long before) {
    Deque<Stored> newer = new ArrayDeque<>(entries.size());
    long last = 0;
    boolean inOrder = true;
    for (Stored each : entries) {
      Stored newest = each;
      while (!again.isEmpty() && again.getFirst().start() <= each.start()) {
        Stored other = again.removeFirst();
        newest = other.isOf(each) && other.lsn() < before ? other : newest;
      }
      newer.add(newest);
      inOrder &= newest.lsn() > last;
      last = newest.lsn();
    }
    entries = inOrder ? newer : entries;
    again.removeIf(each -> each.lsn() < before);
  }

  long oldest() {
    long kept = Math.min(summary, untilForgotten);
    return entries.isEmpty() ? kept : Math.min(kept, entries.getFirst().lsn());
  }

  /** Returns how many bytes the records need that would be written anew, at most. */
  long bytes() {
    return entries.isEmpty()
        ? RECORD_BYTES
        : entries.getLast().start()
            - entries.getFirst().start()
            + (long) RECORD_BYTES * (entries.size() + 1);
  }

  private record Stored(long start, Ballot ballot, long lsn) {
    boolean isOf(Stored other) {
      return start == other.start && ballot.equals(other.ballot);
    }
  }
}
