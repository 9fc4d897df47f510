package tutti.engine.replication;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk;
import tutti.engine.journal.Journal.DurableCallback;
import tutti.engine.journal.JournalFailed;
import tutti.engine.journal.JournalStatistics;
import tutti.engine.journal.MetaStore;
import tutti.engine.journal.SegmentedJournal;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.replication.ReplicationRecord;
import tutti.protocol.replication.multipaxos.Kept;

/**
 * The one log of a host, which all its replicas share, so that one flush serves them all. Each
 * record is a version, the shard's number, and the record of that shard's machine. Thread-safe.
 *
 * <p>The log is let go as a whole: up to the oldest record that any replica still needs. That
 * position stands in the blob {@code meta-host-log} before any file goes.
 */
public final class HostLog implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HostLog.class);

  /** The version of the records. */
  private static final int VERSION = 1;

  /** The bytes that a record needs beside an entry's content, at most. */
  static final int OVERHEAD = 64;

  private static final String META = "host-log";

  /** The records of one replica that are needed at its next start. */
  private static final class Needed {
    /** The entries behind the newest durable summary: where each starts, and its record. */
    final Deque<Stored> entries = new ArrayDeque<>();

    /** The newest durable summary's record; 0 if all facts are needed. */
    long summary;

    void stored(long start, long lsn) {
      while (!entries.isEmpty() && entries.getLast().start() >= start) {
        entries.removeLast();
      }
      entries.add(new Stored(start, lsn));
    }

    void summarized(long upTo, long lsn) {
      summary = lsn;
      while (!entries.isEmpty() && entries.getFirst().start() < upTo) {
        entries.removeFirst();
      }
    }

    long oldest() {
      return entries.isEmpty() ? summary : Math.min(summary, entries.getFirst().lsn());
    }
  }

  private record Stored(long start, long lsn) {}

  private final MetaStore meta;
  private final StepQueue truncations;
  private final Map<Integer, Needed> needed = new TreeMap<>();
  private final Map<Integer, Kept> found = new TreeMap<>();
  private final SegmentedJournal journal;
  private long from;

  private HostLog(Disk disk, SegmentedJournal.Settings settings, Scheduler scheduler)
      throws IOException {
    this.meta = MetaStore.open(disk);
    this.from = meta.get(META).map(bytes -> ByteBuffer.wrap(bytes).getLong()).orElse(0L);
    this.truncations = scheduler.newStepQueue("host-log");
    this.journal = SegmentedJournal.open(disk, settings, scheduler, from, this::found);
  }

  /**
   * Opens a host's log, or begins one, and reads the memories of its replicas.
   *
   * @throws DataFolderRefused if the folder cannot be used as it is
   * @throws IOException if the disk fails, or its durable data is damaged
   */
  public static HostLog open(Disk disk, SegmentedJournal.Settings settings, Scheduler scheduler)
      throws IOException {
    return new HostLog(disk, settings, scheduler);
  }

  private void found(long lsn, byte[] bytes, int offset, int length) throws IOException {
    Decoder in = new Decoder(bytes, offset, length);
    try {
      checkVersion(in);
      int shard = in.getCount(Integer.MAX_VALUE);
      ReplicationRecord record = found.computeIfAbsent(shard, _ -> new Kept()).add(in);
      Needed of = needed.computeIfAbsent(shard, _ -> new Needed());
      if (record.storesFrom() >= 0) {
        of.stored(record.storesFrom(), lsn);
      } else if (record.summarizesTo() >= 0) {
        of.summarized(record.summarizesTo(), lsn);
      }
    } catch (MalformedData e) {
      throw new IOException("the record before position " + lsn + " of the host's log: " + e, e);
    }
  }

  /** Reads the version of a record, which must be this one. */
  static void checkVersion(Decoder in) {
    int version = in.getByte();
    if (version != VERSION) {
      throw new MalformedData("a record of a replica is of version " + version);
    }
  }

  /** The memory of a replica that was found at the start; each is given once. */
  Kept found(int shard) {
    synchronized (needed) {
      Kept kept = found.remove(shard);
      return kept == null ? new Kept() : kept;
    }
  }

  /**
   * Returns the memory of a replica that was found, which is given later; empty if there is none.
   */
  Optional<Kept> peek(int shard) {
    synchronized (needed) {
      return Optional.ofNullable(found.get(shard));
    }
  }

  /**
   * Begins a shard anew from this host's replica, as copies of this log on all hosts of its group
   * will have it ({@link Kept#foundedAnew}). Before replicas start on this log.
   *
   * @throws IllegalStateException if the replica has no log to begin with
   */
  public void foundAnew(int shard, long identity, List<Long> members, int host) {
    for (ReplicationRecord record : found(shard).foundedAnew(identity, members, host)) {
      append(shard, record, true);
    }
  }

  /**
   * Appends a record of a replica.
   *
   * @param soon whether something waits for it
   * @return its log sequence number
   * @throws JournalFailed if the log has failed
   */
  long append(int shard, ReplicationRecord record, boolean soon) throws JournalFailed {
    Encoder out = new Encoder();
    out.putByte(VERSION).putVarLong(shard);
    record.encode(out);
    synchronized (needed) {
      long lsn =
          soon
              ? journal.append(out.array(), 0, out.size())
              : journal.appendLazily(out.array(), 0, out.size());
      Needed of = needed.computeIfAbsent(shard, _ -> new Needed());
      if (record.storesFrom() >= 0) {
        of.stored(record.storesFrom(), lsn);
      } else if (record.summarizesTo() >= 0) {
        journal.whenDurableLazily(
            lsn, durable -> truncations.step(() -> summarized(of, record, lsn, durable)));
      }
      return lsn;
    }
  }

  /** Lets go what no replica needs, once a summary is durable. */
  private void summarized(Needed of, ReplicationRecord record, long lsn, boolean durable) {
    if (!durable) {
      return;
    }
    long oldest = Long.MAX_VALUE;
    synchronized (needed) {
      of.summarized(record.summarizesTo(), lsn);
      for (Needed each : needed.values()) {
        oldest = Math.min(oldest, each.oldest());
      }
    }
    // The record ends at its number, so it is visited if reading begins before that.
    long before = oldest - 1;
    if (before > from) {
      try {
        meta.put(META, ByteBuffer.allocate(Long.BYTES).putLong(before).array());
        from = before;
        journal.truncateBefore(before);
      } catch (IOException e) {
        LOG.warn("the host's log could not be let go up to {}: {}", before, e.getMessage());
      }
    }
  }

  /**
   * Calls back, with the reason for a person, when the log fails; one listener, once, and short.
   */
  public void onFailure(Consumer<String> listener) {
    journal.onFailure(listener);
  }

  /** Calls back once all records up to that number are durable, or the log has failed. */
  void whenDurable(long lsn, DurableCallback callback) {
    journal.whenDurable(lsn, callback);
  }

  /** Calls back once all records so far are durable, or the log has failed. */
  public void whenAllIsDurable(DurableCallback callback) {
    journal.whenDurable(journal.end(), callback);
  }

  /** The longest content of an entry, in bytes. */
  int maxContentBytes() {
    return journal.maxRecordBytes() - OVERHEAD;
  }

  boolean failed() {
    return journal.failed();
  }

  boolean congested() {
    return journal.congested();
  }

  public JournalStatistics statistics() {
    return journal.statistics();
  }

  /** The position from which on the log is needed at the next start. */
  long needsFrom() {
    synchronized (needed) {
      return from;
    }
  }

  /** Flushes all that was appended, then closes. */
  @Override
  public void close() {
    journal.close();
  }
}
