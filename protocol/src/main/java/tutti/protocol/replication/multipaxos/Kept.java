package tutti.protocol.replication.multipaxos;

import java.util.ArrayList;
import java.util.List;
import tutti.model.Decoder;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.LogEntry;
import tutti.protocol.replication.LogMark;
import tutti.protocol.replication.ReplicationRecord;

/**
 * The memory of a replica, made of its records in the order of the host's log; a blank replica has
 * none. The machine of a replica that starts is made of it. Confined to one thread.
 */
public final class Kept {
  private Identity identity = Identity.BLANK;
  private Ballot promised = Ballot.NONE;
  private LogMark start = LogMark.START;
  private long reigns;
  private long chosen;
  private final List<LogEntry> entries = new ArrayList<>();

  /**
   * Reads the next record and adds it.
   *
   * @throws tutti.model.MalformedData if the bytes are no record
   */
  public ReplicationRecord add(Decoder in) {
    Fact fact = Fact.decode(in);
    add(fact);
    return fact;
  }

  /** Adds the next record. */
  public void add(Fact fact) {
    switch (fact) {
      case Fact.Forming(long shard, long nonce) -> identity = identity.forming(shard, nonce);
      case Fact.Formed(long shard, List<Long> members) ->
          identity = identity.formed(shard, members);
      case Fact.Rejoining(long shard, List<Long> members) ->
          identity = identity.rejoining(shard, members);
      case Fact.Joined _ -> identity = identity.joined();
      case Fact.NewDisk(int host, int disk) ->
          identity = identity.with(identity.disks().with(host, disk));
      case Fact.Promised(Ballot ballot) -> promised = ballot;
      case Fact.Stored(LogEntry entry) -> store(entry);
      case Fact.ChosenTo(long position) -> chosen = Math.max(chosen, position);
      case Fact.Installed(LogMark mark, long count) -> begin(mark, count);
      case Fact.Summary(var who, Ballot ballot, LogMark mark, long count, long position) -> {
        identity = who;
        promised = ballot;
        begin(mark, count);
        chosen = Math.max(chosen, position);
      }
    }
  }

  private void store(LogEntry entry) {
    while (!entries.isEmpty() && entries.getLast().end() > entry.start()) {
      entries.removeLast();
    }
    if (entries.isEmpty() && entry.start() < start.position()) {
      return;
    }
    if (end() != entry.start()) {
      // The log was let go before this entry; the summary that says so comes behind it.
      start = new LogMark(entry.start(), Ballot.NONE);
      entries.clear();
    }
    entries.add(entry);
  }

  private void begin(LogMark mark, long count) {
    boolean continued =
        mark.equals(start) || entries.stream().anyMatch(it -> it.mark().equals(mark));
    if (continued || start.position() == mark.position()) {
      entries.removeIf(entry -> entry.end() <= mark.position());
    } else {
      entries.clear();
    }
    start = mark;
    reigns = count;
    chosen = Math.max(chosen, mark.position());
  }

  private long end() {
    return entries.isEmpty() ? start.position() : entries.getLast().end();
  }

  Identity identity() {
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

  /** Whether the replica's promises and acceptances count. */
  public boolean votes() {
    return identity.votes();
  }

  long chosen() {
    return Math.min(chosen, end());
  }

  Log log() {
    return new Log(start, reigns, entries);
  }

  /** The end of the log, as the records have it. */
  public LogMark endMark() {
    return entries.isEmpty() ? start : entries.getLast().mark();
  }

  /** The shard's identity; 0 if the replica is blank. */
  public long shard() {
    return identity.standing() == Identity.Standing.BLANK ? 0 : identity.shard();
  }
}
