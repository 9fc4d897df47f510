package tutti.protocol.replication.multipaxos;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tutti.model.Decoder;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Command;
import tutti.protocol.replication.LogEntry;
import tutti.protocol.replication.LogMark;
import tutti.protocol.replication.ReplicationRecord;
import tutti.protocol.replication.TermStart;

/**
 * The memory of a replica, made of its records in the order of the host's log; a blank replica has
 * none. The machine of a replica that starts is made of it. Confined to one thread.
 */
public final class DurableState {
  /** The terms, at most, that a replica may not have heard of. */
  private static final long SKIPPED_TERMS = 1 << 16;

  private GroupIdentity identity = GroupIdentity.BLANK;
  private Ballot promised = Ballot.NONE;
  private LogMark start = LogMark.START;
  private long terms;

  /** The newest place at which the records let the log begin. */
  private Record.Installed begun = new Record.Installed(LogMark.START, 0);

  private long chosen;
  private long grantNanos;
  private final List<LogEntry> entries = new ArrayList<>();

  /**
   * Reads the next record and adds it.
   *
   * @throws tutti.model.MalformedData if the bytes are no record
   */
  public ReplicationRecord add(Decoder in) {
    Record fact = Record.decode(in);
    add(fact);
    return fact;
  }

  /** Adds the next record. */
  public void add(Record fact) {
    switch (fact) {
      case Record.Forming(long shard, long nonce) -> identity = identity.forming(shard, nonce);
      case Record.Formed(long shard, List<Long> members) ->
          identity = identity.formed(shard, members);
      case Record.Rejoining(long shard, List<Long> members) ->
          identity = identity.rejoining(shard, members);
      case Record.Joined _ -> identity = identity.joined();
      case Record.NewDisk(int host, int disk) ->
          identity = identity.with(identity.disks().with(host, disk));
      case Record.Promised(Ballot ballot) -> promised = ballot;
      case Record.Stored(LogEntry entry) -> store(entry);
      case Record.ChosenTo(long position) -> chosen = Math.max(chosen, position);
      case Record.Installed(LogMark mark, long count) -> begin(mark, count);
      case Record.Grants(long nanos) -> grantNanos = nanos;
      case Record.Summary summary -> {
        identity = summary.identity();
        promised = summary.promised();
        begin(summary.start(), summary.terms());
        chosen = Math.max(chosen, summary.chosen());
        grantNanos = summary.grantNanos();
      }
      case Record.Forgotten forgotten -> {
        identity = forgotten.identity();
        promised = forgotten.promised();
        grantNanos = forgotten.grantNanos();
        forget();
      }
    }
  }

  private void forget() {
    entries.clear();
    start = LogMark.START;
    terms = 0;
    begun = new Record.Installed(start, terms);
    chosen = 0;
  }

  private void store(LogEntry entry) {
    if (has(entry.mark())) {
      return;
    }
    while (!entries.isEmpty() && entries.getLast().end() > entry.start()) {
      entries.removeLast();
    }
    if (end() != entry.start()) {
      entries.clear();
      if (entry.start() == begun.mark().position()) {
        // It replaces the first entry behind that place, which was let go since.
        start = begun.mark();
        terms = begun.terms();
      } else {
        // The log was let go before this entry; the summary that says so comes behind it.
        start = new LogMark(entry.start(), Ballot.NONE);
      }
    }
    entries.add(entry);
  }

  /**
   * Returns the position before which the log has a hole; 0 if there is no hole. There is a hole if
   * an entry follows no earlier entry, and no later summary shows that the part before it was
   * truncated. Then records of the replica are lost, though their host has reported later ones as
   * durable.
   */
  public long hole() {
    return start.ballot().equals(Ballot.NONE) ? start.position() : 0;
  }

  private boolean has(LogMark mark) {
    for (int at = entries.size() - 1; at >= 0; at--) {
      LogMark each = entries.get(at).mark();
      if (each.position() <= mark.position()) {
        return each.equals(mark);
      }
    }
    return false;
  }

  private void begin(LogMark mark, long count) {
    begun = new Record.Installed(mark, count);
    chosen = Math.max(chosen, mark.position());
    if (start.ballot().equals(Ballot.NONE) && start.position() > mark.position()) {
      // The entries between have been let go since: a summary that says so comes behind this one.
      return;
    }
    boolean continued = mark.equals(start) || has(mark);
    if (continued || start.position() == mark.position()) {
      entries.removeIf(entry -> entry.end() <= mark.position());
    } else {
      entries.clear();
    }
    start = mark;
    terms = count;
  }

  /** The position behind which the log begins. */
  public long begins() {
    return start.position();
  }

  private long end() {
    return entries.isEmpty() ? start.position() : entries.getLast().end();
  }

  GroupIdentity identity() {
    return identity;
  }

  /** The highest ballot that was promised. */
  public Ballot promised() {
    return promised;
  }

  /** The number of the disk that a host uses, as far as the replica has promised to heed it. */
  public int disk(int host) {
    return identity.disks().of(host);
  }

  /** Whether the replica's promises and acceptances count, as far as its records tell. */
  public boolean votes() {
    return identity.votes();
  }

  /** The length of the longest lease that may have been granted, in nanoseconds; 0 for none. */
  long grantNanos() {
    return grantNanos;
  }

  long chosen() {
    return Math.min(chosen, end());
  }

  /**
   * Returns the entries behind {@code position} that the records show to be chosen; the first may
   * begin later, where the log before it was truncated.
   */
  public List<LogEntry> chosenBehind(long position) {
    long end = chosen();
    return entries.stream()
        .filter(entry -> entry.start() >= position && entry.end() <= end)
        .toList();
  }

  /** Returns whether the log has commands that the records do not show to be chosen. */
  public boolean isUndecided() {
    long known = chosen();
    return entries.stream()
        .anyMatch(entry -> entry.end() > known && entry.content() instanceof Command);
  }

  /**
   * Returns the mark at a position that a durable checkpoint contains, with the number of terms up
   * to it; empty if no entry that is left ends there. All that a checkpoint contains is chosen, and
   * the entries were in the records before the checkpoint was complete, though perhaps no record
   * shows that they are chosen.
   */
  public Optional<Record.Installed> placeAt(long position) {
    long count = terms;
    for (LogEntry entry : entries) {
      if (entry.end() > position) {
        break;
      }
      count = entry.content() instanceof TermStart term ? term.count() : count;
      if (entry.end() == position) {
        return Optional.of(new Record.Installed(entry.mark(), count));
      }
    }
    return Optional.empty();
  }

  /**
   * Truncates the log before {@code place}, which a checkpoint contains; returns the record of the
   * truncation.
   */
  public ReplicationRecord letGo(Record.Installed place) {
    long to = Math.max(chosen(), place.mark().position());
    Record summary =
        new Record.Summary(identity, promised, place.mark(), place.terms(), to, grantNanos);
    add(summary);
    return summary;
  }

  /**
   * Forgets the log, of which a checkpoint is lost; returns the record of it. The replica rejoins
   * then, as one does that has lost its disk; what it has promised it keeps.
   */
  public ReplicationRecord lost() {
    GroupIdentity rejoining = identity.rejoining(identity.shard(), identity.members());
    Record forgotten = new Record.Forgotten(rejoining, promised, grantNanos);
    add(forgotten);
    return forgotten;
  }

  /**
   * Returns the records that form the shard again from this replica's log, when so many other
   * replicas are lost that there is never a majority again. The shard gets another identity, and
   * all hosts of the group get it, each with these records in place of its own. All of the log
   * counts as chosen; a term that this replica had not met keeps a number of its own.
   *
   * @param shard the new identity
   * @param members names of the copies, in the group's order: random numbers above 0
   * @param host the host of this replica
   * @throws IllegalStateException if the replica does not know what it has answered, or has no log
   */
  public List<ReplicationRecord> foundedAnew(long shard, List<Long> members, int host) {
    if (!votes()) {
      throw new IllegalStateException("a replica that does not vote has no log to begin with");
    }
    Ballot above = promised.next(host);
    GroupIdentity all =
        new GroupIdentity(shard, 0, GroupIdentity.Standing.VOTING, members, CrashVector.FIRST);
    TermStart skipped = new TermStart(log().terms() + SKIPPED_TERMS, host);
    List<ReplicationRecord> records = new ArrayList<>();
    records.add(new Record.Summary(all, above, start, terms, chosen(), grantNanos));
    entries.forEach(entry -> records.add(new Record.Stored(entry)));
    records.add(new Record.Stored(new LogEntry(above, end(), skipped)));
    return records;
  }

  /**
   * Returns the first record of a replica that has the data of a backup: the replica is blank,
   * except that its log begins behind a checkpoint. Entries of the backup follow, with the ballot
   * of the mark, and count as chosen once a record shows it.
   *
   * @param backup names the data: replicas of one shard have the same data, byte for byte
   * @param mark the position of the checkpoint
   * @param terms a number that no term or start has had so far
   */
  public static ReplicationRecord restored(long backup, LogMark mark, long terms) {
    return new Record.Summary(
        GroupIdentity.restored(backup), mark.ballot(), mark, terms, mark.position(), 0);
  }

  Log log() {
    return new Log(start, terms, entries);
  }

  /** The end of the log, as the records have it. */
  public LogMark endMark() {
    return entries.isEmpty() ? start : entries.getLast().mark();
  }

  /** The shard's identity; 0 if the replica is blank. */
  public long shard() {
    return identity.standing() == GroupIdentity.Standing.BLANK ? 0 : identity.shard();
  }
}
