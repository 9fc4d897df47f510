package tutti.engine.replication;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.journal.CorruptJournal;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk;
import tutti.engine.journal.Journal.DurableCallback;
import tutti.engine.journal.JournalFailed;
import tutti.engine.journal.JournalStatistics;
import tutti.engine.journal.LogCopy;
import tutti.engine.journal.MetaStore;
import tutti.engine.journal.SegmentedJournal;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.replication.Command;
import tutti.protocol.replication.LogEntry;
import tutti.protocol.replication.LogMark;
import tutti.protocol.replication.ReplicationRecord;
import tutti.protocol.replication.multipaxos.DurableState;
import tutti.protocol.replication.multipaxos.Record;

/**
 * The log of a host, which all its replicas share, so that one flush serves them all. Each record
 * is a version, the shard's number, and the record of that shard's machine. Thread-safe.
 *
 * <p>The log is truncated as a whole: up to the oldest record that any replica still needs. That
 * position is in the blob {@code meta-host-log} before any file is deleted. A replica whose oldest
 * record keeps more of the log than it should is reported ({@link #whenHeld}).
 */
public final class HostLog implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HostLog.class);

  /**
   * The most bytes that an entry needs in addition to its content: in a record here, and in any
   * message to another host, whose log and network must be able to take it.
   */
  static final int OVERHEAD = 256;

  private static final String META = "host-log";

  /**
   * The factor that decides when the records that a replica still needs are rewritten at the end of
   * the log: the log that they keep from truncation must be longer than their own length, times
   * this factor, times the number of the host's replicas. Rewriting makes the log longer, by half
   * as much again at most, and so does not cause further rewriting without end.
   */
  private static final long ANEW = 2;

  private final MetaStore meta;
  private final StepQueue truncations;
  private final Map<Integer, Needed> needed = new TreeMap<>();
  private final Map<Integer, DurableState> found = new TreeMap<>();
  private final SegmentedJournal journal;
  private final LogRetention watch;
  private volatile long from;

  private final @Nullable Integrated integrated;

  /** The reader of the records of logs and configuration logs at the start. */
  private final ConfigurationRecords configurationLogs = new ConfigurationRecords();

  /** The reader of an integrated protocol's records at the start. */
  private final IntegratedRecords records = new IntegratedRecords();

  /** The oldest record of an integrated protocol that is needed of each shard. */
  private final Map<Integer, Long> integratedFrom = new TreeMap<>();

  /** A reader of the records that an integrated protocol has written, at the start. */
  @FunctionalInterface
  public interface Integrated {
    /**
     * Takes the next record, in the order of the log.
     *
     * @param lsn the number with which the record begins
     * @return the number of the oldest record of the shard that is needed, as far as is known
     * @throws MalformedData if the bytes are no record
     */
    long found(int shard, long lsn, Decoder in);
  }

  private HostLog(
      Disk disk,
      SegmentedJournal.Settings settings,
      Scheduler scheduler,
      @Nullable Integrated integrated)
      throws IOException {
    this.integrated = integrated;
    this.meta = MetaStore.open(disk);
    this.from = meta.get(META).map(bytes -> ByteBuffer.wrap(bytes).getLong()).orElse(0L);
    this.truncations = scheduler.newStepQueue("host-log");
    this.journal = SegmentedJournal.open(disk, settings, scheduler, from, this::found);
    this.watch = new LogRetention(scheduler, truncations, needed, journal::end);
    refuseHoles(disk);
  }

  /** Refuses a log in which records of a replica are missing, before that replica says anything. */
  private void refuseHoles(Disk disk) throws CorruptJournal {
    for (Map.Entry<Integer, DurableState> each : found.entrySet()) {
      long hole = each.getValue().hole();
      if (hole > 0) {
        journal.close();
        String what =
            "the log of shard %s has a hole before its position %s, and no record behind it says"
                    .formatted(each.getKey(), hole)
                + " that it was let go";
        throw new CorruptJournal(disk.describe(), "log-…", 0, what).amongReplicas();
      }
    }
  }

  /**
   * Opens a host's log, or begins one, and reads the durable states of its replicas.
   *
   * @throws DataFolderRefused if the folder cannot be used as it is
   * @throws IOException if the disk fails, or its durable data is damaged
   */
  public static HostLog open(Disk disk, SegmentedJournal.Settings settings, Scheduler scheduler)
      throws IOException {
    return new HostLog(disk, settings, scheduler, null);
  }

  /** Opens a host's log as {@link #open} does, where an integrated protocol writes to it, too. */
  public static HostLog open(
      Disk disk, SegmentedJournal.Settings settings, Scheduler scheduler, Integrated integrated)
      throws IOException {
    return new HostLog(disk, settings, scheduler, integrated);
  }

  /**
   * Passes all records that an integrated protocol has written to a reader, without changing
   * anything.
   */
  public static void read(Disk disk, Integrated reader) throws IOException {
    long from =
        MetaStore.open(disk).get(META).map(bytes -> ByteBuffer.wrap(bytes).getLong()).orElse(0L);
    IntegratedRecords records = new IntegratedRecords();
    LogCopy.visit(
        disk,
        from,
        (lsn, bytes, offset, length) ->
            records
                .add(lsn, bytes, offset, length)
                .ifPresent(each -> reader.found(each.shard(), each.from(), each.content())));
  }

  private void found(long lsn, byte[] bytes, int offset, int length) throws IOException {
    try {
      if (integrated != null && IntegratedRecords.isOne(bytes, offset, length)) {
        records.add(lsn, bytes, offset, length).ifPresent(each -> found(integrated, each));
        return;
      }
      configurationLogs.add(lsn, bytes, offset, length).ifPresent(this::found);
    } catch (MalformedData e) {
      throw new IOException("the record before position " + lsn + " of the host's log: " + e, e);
    }
  }

  private void found(ConfigurationRecords.Found its) {
    ReplicationRecord record =
        found.computeIfAbsent(its.shard(), _ -> new DurableState()).add(its.content());
    Needed of = needed.computeIfAbsent(its.shard(), _ -> new Needed(its.from()));
    if (record.forgets()) {
      of.forgotten(its.from());
    }
    if (record.storesFrom() >= 0) {
      of.stored(record, its.from());
    } else if (record.summarizesTo() >= 0) {
      of.summarized(record.summarizesTo(), its.from());
    }
  }

  private void found(Integrated reader, IntegratedRecords.Found record) {
    int shard = record.shard();
    integratedFrom.put(shard, reader.found(shard, record.from(), record.content()));
  }

  /**
   * Returns the durable state of a replica that was found at the start, and removes it here: each
   * is returned only once.
   */
  DurableState found(int shard) {
    synchronized (needed) {
      DurableState kept = found.remove(shard);
      return kept == null ? new DurableState() : kept;
    }
  }

  /**
   * Returns the durable state of a replica that was found at the start, without removing it; empty
   * if there is none.
   */
  Optional<DurableState> peek(int shard) {
    synchronized (needed) {
      return Optional.ofNullable(found.get(shard));
    }
  }

  // --- before replicas start on this log ---

  /** Returns whether the replica of a shard was found, and votes. */
  public boolean votes(int shard) {
    return peek(shard).map(DurableState::votes).orElse(false);
  }

  /** Returns the end of a shard's log, as it was found. */
  public LogMark endOf(int shard) {
    return peek(shard).map(DurableState::endMark).orElse(LogMark.START);
  }

  /**
   * Returns the records by which a shard is formed again from this host's replica ({@link
   * DurableState#foundedAnew}), for the logs of all hosts of its group, including this one.
   *
   * @throws IllegalStateException if the replica has no log to begin with
   */
  public List<ReplicationRecord> foundedAnew(
      int shard, long identity, List<Long> members, int host) {
    return found(shard).foundedAnew(identity, members, host);
  }

  /** Forms a shard again by the records of {@link #foundedAnew}, in place of its records here. */
  public void begin(int shard, List<ReplicationRecord> records) {
    records.forEach(record -> put(shard, record));
  }

  /**
   * Puts the data of a backup into the log of a host whose replica is blank ({@link
   * DurableState#restored}).
   *
   * @param backup names the data
   * @param place the place that the replica's checkpoint reaches
   * @param terms a number that no term or start has had so far
   * @param records the records behind the checkpoint, in order
   * @throws DataFolderRefused if a record is too long for the log of a shard
   */
  public void restore(int shard, long backup, LogMark place, long terms, Iterable<byte[]> records)
      throws DataFolderRefused {
    put(shard, DurableState.restored(backup, place, terms));
    long at = place.position();
    for (byte[] bytes : records) {
      if (bytes.length > maxContentBytes()) {
        throw new DataFolderRefused(
            DataFolderRefused.Kind.OTHER_NODE,
            "a record of part %s of the backup has %s bytes, and a segment of a log with replicas"
                    .formatted(shard, bytes.length)
                + " takes records of at most %s bytes: set journal.segment-size to at least %s KiB"
                    .formatted(maxContentBytes(), (2L * bytes.length >> 10) + 1));
      }
      LogEntry entry = new LogEntry(place.ballot(), at, new Command(bytes));
      put(shard, new Record.Stored(entry));
      at = entry.end();
    }
    put(shard, new Record.ChosenTo(at));
  }

  /** Writes a record while no replica runs, without truncating the log. */
  private void put(int shard, ReplicationRecord record) {
    Encoder whole = ConfigurationRecords.whole(shard, record);
    for (Encoder part :
        ConfigurationRecords.parts(shard, whole, journal.maxRecordBytes(), journal.end())) {
      journal.append(part.array(), 0, part.size());
    }
  }

  /** A whole record of a replica, in the log's form. */
  record Written(ReplicationRecord record, Encoder bytes) {}

  /** Returns a record in the log's form, before anything is appended. */
  Written write(int shard, ReplicationRecord record) {
    return new Written(record, ConfigurationRecords.whole(shard, record));
  }

  // --- records of replicas ---

  /**
   * Appends a record of a replica.
   *
   * @param soon whether something waits for it
   * @return its log sequence number
   * @throws JournalFailed if the log has failed
   */
  long append(int shard, ReplicationRecord record, boolean soon) throws JournalFailed {
    return append(shard, write(shard, record), soon);
  }

  /** Appends a record as {@link #append(int, ReplicationRecord, boolean)} does. */
  long append(int shard, Written written, boolean soon) throws JournalFailed {
    ReplicationRecord record = written.record();
    Encoder whole = written.bytes();
    synchronized (needed) {
      long lsn = 0;
      long first = 0;
      for (Encoder part :
          ConfigurationRecords.parts(shard, whole, journal.maxRecordBytes(), journal.end())) {
        lsn =
            soon
                ? journal.append(part.array(), 0, part.size())
                : journal.appendLazily(part.array(), 0, part.size());
        first = first == 0 ? lsn : first;
      }
      long begins = first;
      Needed of = needed.computeIfAbsent(shard, _ -> new Needed(begins));
      if (record.forgets()) {
        of.forgotten(lsn);
      }
      if (record.storesFrom() >= 0) {
        of.stored(record, begins);
      } else if (record.summarizesTo() >= 0) {
        long end = lsn;
        journal.whenDurableLazily(
            end, durable -> truncations.step(() -> summarized(of, record, end, durable)));
      }
      watch.grown(lsn);
      return lsn;
    }
  }

  /**
   * Reports each replica that keeps so much of the log from truncation that it has to release it.
   * The report is repeated, as the log grows and as time passes, until the replica has.
   *
   * @param most the most bytes of the log that a replica may keep
   * @param listener is called with the shard's number, as a step of a queue of this log
   */
  public void whenHeld(long most, IntConsumer listener) {
    watch.begin(most, listener);
  }

  /**
   * Begins to rewrite a replica's records at the end of the log; returns false while an earlier
   * rewriting is not durable yet, or if rewriting would not make the log much shorter.
   */
  boolean beginRenewal(int shard) {
    synchronized (needed) {
      Needed of = needed.computeIfAbsent(shard, _ -> new Needed(next()));
      boolean pays = journal.end() - of.oldest() > ANEW * needed.size() * of.bytes();
      if (of.isRenewing() || !pays) {
        return false;
      }
      of.beginRenewal(journal.end());
      return true;
    }
  }

  /** Returns how many bytes of the log the records of a replica keep from truncation. */
  public long held(int shard) {
    synchronized (needed) {
      Needed of = needed.get(shard);
      return of == null ? 0 : journal.end() - of.oldest();
    }
  }

  /**
   * Appends a record of an integrated protocol, of any length.
   *
   * @param record writes the record's bytes
   * @return the log sequence number of its end
   * @throws JournalFailed if the log has failed
   */
  public long append(int shard, Consumer<Encoder> record) throws JournalFailed {
    return append(whole(shard, record));
  }

  /** Appends a record as {@link #append} does, for which nothing waits. */
  public long appendLazily(int shard, Consumer<Encoder> record) throws JournalFailed {
    return integrated(shard, IntegratedRecords.whole(shard, record), false);
  }

  /** A record of an integrated protocol, in the log's form. */
  public record Whole(int shard, Encoder bytes) {}

  /** Returns a record of an integrated protocol in the log's form, before anything is appended. */
  public Whole whole(int shard, Consumer<Encoder> record) {
    return new Whole(shard, IntegratedRecords.whole(shard, record));
  }

  /** Appends a record as {@link #append(int, Consumer)} does. */
  public long append(Whole record) throws JournalFailed {
    return integrated(record.shard(), record.bytes(), true);
  }

  private long integrated(int shard, Encoder whole, boolean soon) {
    synchronized (needed) {
      long lsn = 0;
      for (Encoder part :
          IntegratedRecords.parts(shard, whole, journal.maxRecordBytes(), journal.end())) {
        lsn =
            soon
                ? journal.append(part.array(), 0, part.size())
                : journal.appendLazily(part.array(), 0, part.size());
        integratedFrom.putIfAbsent(shard, lsn);
      }
      // Configuration logs that nothing is appended to hold the log, too.
      watch.grown(lsn);
      return lsn;
    }
  }

  /**
   * Returns a number that is greater than those of all records so far, and at most that of the next
   * record.
   */
  public long next() {
    return journal.end() + 1;
  }

  /**
   * Returns how many bytes of the log an integrated protocol's records of a shard keep from
   * truncation.
   */
  public long heldByIntegrated(int shard) {
    synchronized (needed) {
      Long oldest = integratedFrom.get(shard);
      return oldest == null ? 0 : journal.end() - oldest;
    }
  }

  /**
   * Releases the records of a shard's integrated protocol before the record {@code lsn}, so that
   * they may be truncated.
   */
  public void letGoOfIntegrated(int shard, long lsn) {
    truncations.step(
        () -> {
          synchronized (needed) {
            integratedFrom.put(shard, lsn);
          }
          letGo();
        });
  }

  /** Returns the most bytes of a record of an integrated protocol that stands in the log whole. */
  public int maxIntegratedBytes() {
    return journal.maxRecordBytes() - OVERHEAD;
  }

  /**
   * Truncates the log up to the oldest record that any replica needs, once a summary is durable.
   */
  private void summarized(Needed of, ReplicationRecord record, long lsn, boolean durable) {
    if (!durable) {
      return;
    }
    synchronized (needed) {
      of.summarized(record.summarizesTo(), lsn);
    }
    letGo();
  }

  /** Truncates the log up to the oldest record that any replica needs. */
  private void letGo() {
    long oldest = Long.MAX_VALUE;
    synchronized (needed) {
      for (long each : integratedFrom.values()) {
        oldest = Math.min(oldest, each);
      }
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

  /** Ends the log though a flush has not ended, and may never. */
  public void giveUp(String why) {
    journal.giveUp(why);
  }

  /** Calls back once all records up to that number are durable, or the log has failed. */
  public void whenDurable(long lsn, DurableCallback callback) {
    journal.whenDurable(lsn, callback);
  }

  /** Calls back as {@link #whenDurable} does, and causes no flush. */
  public void whenDurableLazily(long lsn, DurableCallback callback) {
    journal.whenDurableLazily(lsn, callback);
  }

  /** The longest content of an entry, in bytes. */
  int maxContentBytes() {
    return journal.maxRecordBytes() - OVERHEAD;
  }

  /** Returns the position after the newest record, which may not be durable yet. */
  public long end() {
    return journal.end();
  }

  /** Returns the position up to which all records are durable: right after the open, the end. */
  public long durable() {
    return journal.durable();
  }

  boolean failed() {
    return journal.failed();
  }

  /** Fails as after a failed write: what it has taken could not be carried out. */
  void fail(Throwable cause) {
    journal.fail(cause);
  }

  boolean congested() {
    return journal.congested();
  }

  public JournalStatistics statistics() {
    return journal.statistics();
  }

  /** The position from which on the log is needed at the next start. */
  long needsFrom() {
    return from;
  }

  /**
   * Closes, and makes sure that all that was appended is durable.
   *
   * @throws IOException if it is not
   */
  public void closeDurably() throws IOException {
    close();
    if (failed()) {
      throw new IOException("the host's log cannot be written");
    }
  }

  @Override
  public void close() {
    watch.end();
    journal.close();
  }
}
