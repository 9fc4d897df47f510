package tutti.protocol.replication.multipaxos;

import java.util.ArrayList;
import java.util.List;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Group;
import tutti.protocol.replication.LogEntry;
import tutti.protocol.replication.LogMark;
import tutti.protocol.replication.ReplicationMessage;

/**
 * The messages between the replicas of a shard; the package's card has their senders and receivers.
 * Immutable.
 */
public sealed interface Message extends ReplicationMessage {

  /**
   * Blank replica to all: is the shard formed? From the first host, whose message names a shard:
   * are you blank as well, so that we can form this one?
   */
  record Form() implements Message {}

  /** Blank replica to the first host: I am blank, on this disk, and will form that shard only. */
  record Forms(long nonce) implements Message {}

  /** Formed replica to a blank one: the shard was formed of these disks, in the group's order. */
  record Formed(List<Long> members) implements Message {
    public Formed {
      members = List.copyOf(members);
    }
  }

  /**
   * Replica that lost its disk to all: what have you promised and accepted?
   *
   * @param disk the number of its new disk; 0 to ask which numbers its disks have had
   */
  record Rejoin(long nonce, int disk) implements Message {}

  /**
   * Replica to one that rejoins, or has to: I count no older answers of yours, and this is what I
   * have.
   *
   * @param nonce of the question, or {@link #UNASKED}
   */
  record Rejoined(long nonce, int disk, Ballot promised, LogMark end, CrashVector disks)
      implements Message {
    /** The nonce of a message to a replica whose host has had a newer disk, and does not know. */
    static final long UNASKED = 0;
  }

  /**
   * Would-be leader to replica: would you promise this ballot?
   *
   * @param chosen the position behind which it would need the log
   */
  record PreVote(Ballot ballot, long chosen) implements Message {}

  /** Replica to would-be leader: I would. */
  record PreVoteGranted(Ballot ballot) implements Message {}

  /**
   * Candidate to replica: promise this ballot, and send your log behind this position.
   *
   * @param yielded the ballot whose leader handed over to the candidate, and gave up its lease
   */
  record Prepare(Ballot ballot, long from, Ballot yielded) implements Message {}

  /**
   * Replica to candidate: I have promised, which is forced, and this is my log, as much as a
   * message takes.
   */
  record Promise(
      Ballot ballot,
      LogMark start,
      List<LogEntry> entries,
      LogMark end,
      long chosen,
      CrashVector disks)
      implements Message {
    public Promise {
      entries = List.copyOf(entries);
    }
  }

  /** Replica to candidate or leader: I have promised that higher ballot. */
  record Refused(Ballot promised) implements Message {}

  /**
   * Leader to replica: accept these entries behind the mark {@code previous}. A message without
   * entries is a heartbeat, and asks whether the leader still leads.
   *
   * @param chosen the position up to which all is chosen
   * @param round the number of the leader's newest question whether it still leads
   */
  record Accept(Ballot ballot, LogMark previous, List<LogEntry> entries, long chosen, long round)
      implements Message {
    public Accept {
      entries = List.copyOf(entries);
    }
  }

  /**
   * Replica to leader: my log equals yours up to position {@code end}, which is forced, and I had
   * promised no higher ballot when your round came.
   *
   * @param votes whether this answer counts; false while the replica rejoins
   */
  record Accepted(Ballot ballot, long end, long round, boolean votes, CrashVector disks)
      implements Message {}

  /** Replica to leader: I lack the mark before your entries; my log is yours up to here. */
  record Behind(Ballot ballot, long end) implements Message {}

  /** Leader to replica: all is chosen and you have it; lead in my place. */
  record TransferLeadership(Ballot ballot) implements Message {}

  @Override
  default void encode(Encoder out) {
    switch (this) {
      case Form _ -> out.putByte(0);
      case Forms(long nonce) -> out.putByte(1).putLong(nonce);
      case Formed(List<Long> members) -> {
        out.putByte(2).putVarLong(members.size());
        members.forEach(out::putLong);
      }
      case Rejoin(long nonce, int disk) -> out.putByte(3).putLong(nonce).putVarLong(disk);
      case Rejoined(long nonce, int disk, Ballot promised, LogMark end, CrashVector disks) -> {
        out.putByte(4).putLong(nonce).putVarLong(disk);
        promised.encode(out);
        end.encode(out);
        disks.encode(out);
      }
      case PreVote(Ballot ballot, long chosen) -> {
        ballot.encode(out.putByte(5));
        out.putVarLong(chosen);
      }
      case PreVoteGranted(Ballot ballot) -> ballot.encode(out.putByte(6));
      case Prepare(Ballot ballot, long from, Ballot yielded) -> {
        ballot.encode(out.putByte(7));
        yielded.encode(out.putVarLong(from));
      }
      case Promise promise -> encode(promise, out.putByte(8));
      case Refused(Ballot promised) -> promised.encode(out.putByte(9));
      case Accept accept -> encode(accept, out.putByte(10));
      case Accepted(Ballot ballot, long end, long round, boolean votes, CrashVector disks) -> {
        ballot.encode(out.putByte(11));
        disks.encode(out.putVarLong(end).putVarLong(round).putBoolean(votes));
      }
      case Behind(Ballot ballot, long end) -> {
        ballot.encode(out.putByte(12));
        out.putVarLong(end);
      }
      case TransferLeadership(Ballot ballot) -> ballot.encode(out.putByte(13));
    }
  }

  private static void encode(Promise promise, Encoder out) {
    promise.ballot.encode(out);
    promise.start.encode(out);
    encode(promise.entries, out);
    promise.end.encode(out);
    promise.disks.encode(out.putVarLong(promise.chosen));
  }

  private static void encode(Accept accept, Encoder out) {
    accept.ballot.encode(out);
    accept.previous.encode(out);
    encode(accept.entries, out);
    out.putVarLong(accept.chosen).putVarLong(accept.round);
  }

  private static void encode(List<LogEntry> entries, Encoder out) {
    out.putVarLong(entries.size());
    entries.forEach(entry -> entry.encode(out));
  }

  /**
   * Reads one message and leaves the bytes that follow it.
   *
   * @throws MalformedData if the bytes are no message
   */
  static Message decode(Decoder in) {
    int kind = in.getByte();
    return switch (kind) {
      case 0 -> new Form();
      case 1 -> new Forms(in.getLong());
      case 2 -> new Formed(members(in));
      case 3 -> new Rejoin(in.getLong(), in.getCount(Integer.MAX_VALUE));
      case 4 ->
          new Rejoined(
              in.getLong(),
              in.getCount(Integer.MAX_VALUE),
              Ballot.decode(in),
              LogMark.decode(in),
              CrashVector.decode(in));
      case 5 -> new PreVote(Ballot.decode(in), in.getVarLong());
      case 6 -> new PreVoteGranted(Ballot.decode(in));
      case 7 -> new Prepare(Ballot.decode(in), in.getVarLong(), Ballot.decode(in));
      case 8 ->
          new Promise(
              Ballot.decode(in),
              LogMark.decode(in),
              entries(in),
              LogMark.decode(in),
              in.getVarLong(),
              CrashVector.decode(in));
      case 9 -> new Refused(Ballot.decode(in));
      case 10 ->
          new Accept(
              Ballot.decode(in), LogMark.decode(in), entries(in), in.getVarLong(), in.getVarLong());
      case 11 ->
          new Accepted(
              Ballot.decode(in),
              in.getVarLong(),
              in.getVarLong(),
              in.getBoolean(),
              CrashVector.decode(in));
      case 12 -> new Behind(Ballot.decode(in), in.getVarLong());
      case 13 -> new TransferLeadership(Ballot.decode(in));
      default -> throw new MalformedData("no message between replicas is of kind " + kind);
    };
  }

  static List<Long> members(Decoder in) {
    List<Long> members = new ArrayList<>();
    for (int left = in.getCount(Group.MOST_HOSTS); left > 0; left--) {
      members.add(in.getLong());
    }
    return members;
  }

  private static List<LogEntry> entries(Decoder in) {
    List<LogEntry> entries = new ArrayList<>();
    for (int left = in.getCount(in.remaining()); left > 0; left--) {
      entries.add(LogEntry.decode(in));
    }
    return entries;
  }
}
