package tutti.protocol.replication.multipaxos;

import java.util.List;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Group;
import tutti.protocol.replication.LogEntry;
import tutti.protocol.replication.LogMark;
import tutti.protocol.replication.ReplicationRecord;

/** The records of a replica in its host's log. Immutable. */
public sealed interface Record extends ReplicationRecord {

  /** A blank replica will form that shard only, and is named by its nonce. */
  record Forming(long shard, long nonce) implements Record {}

  /** The shard is formed, of these disks in the group's order; the replica votes. */
  record Formed(long shard, List<Long> members) implements Record {
    public Formed {
      members = List.copyOf(members);
    }
  }

  /** The replica was found blank while its shard is formed; it has lost what it said. */
  record Rejoining(long shard, List<Long> members) implements Record {
    public Rejoining {
      members = List.copyOf(members);
    }
  }

  /** The replica has all that it can have said on an earlier disk, and votes from now on. */
  record Joined() implements Record {}

  /** A host has a new disk: no answer from its older disks counts any more. */
  record NewDisk(int host, int disk) implements Record {}

  /** The replica accepts nothing below this ballot. */
  record Promised(Ballot ballot) implements Record {}

  /**
   * An entry of the shard's log, in place of all that stood from its start on; if it stood there
   * itself, it says nothing new.
   */
  record Stored(LogEntry entry) implements Record {
    @Override
    public long storesFrom() {
      return entry.start();
    }

    @Override
    public Ballot storesIn() {
      return entry.ballot();
    }
  }

  /** All up to this position is chosen. */
  record ChosenTo(long position) implements Record {}

  /** A checkpoint contains all up to this mark; the log continues behind it. */
  record Installed(LogMark mark, long terms) implements Record {}

  /**
   * The replica grants leases of that length, or of none if it is 0, in nanoseconds; those that it
   * granted before, of another length, are over or are not longer. Without such a record it has
   * granted none.
   */
  record Grants(long nanos) implements Record {}

  /**
   * All facts but the entries behind {@code start}: no earlier record is needed but those.
   *
   * @param terms the number of terms up to {@code start}
   * @param grantNanos the length of the leases that the replica grants, as in {@link Grants}
   */
  record Summary(
      GroupIdentity identity,
      Ballot promised,
      LogMark start,
      long terms,
      long chosen,
      long grantNanos)
      implements Record {
    @Override
    public long summarizesTo() {
      return start.position();
    }
  }

  /**
   * The replica forgets its log, because a checkpoint that the log follows is lost. No record
   * before this one is needed. A {@link Summary} is different: entries that were logged before a
   * Summary may still be needed.
   *
   * @param identity the identity of a replica that rejoins
   * @param grantNanos the length of the leases that the replica grants, as in {@link Grants}
   */
  record Forgotten(GroupIdentity identity, Ballot promised, long grantNanos) implements Record {
    @Override
    public boolean forgets() {
      return true;
    }

    @Override
    public long summarizesTo() {
      return LogMark.START.position();
    }
  }

  @Override
  default void encode(Encoder out) {
    switch (this) {
      case Forming(long shard, long nonce) -> out.putByte(0).putLong(shard).putLong(nonce);
      case Formed(long shard, List<Long> members) -> {
        out.putByte(1).putLong(shard).putVarLong(members.size());
        members.forEach(out::putLong);
      }
      case Rejoining(long shard, List<Long> members) -> {
        out.putByte(2).putLong(shard).putVarLong(members.size());
        members.forEach(out::putLong);
      }
      case Joined _ -> out.putByte(3);
      case NewDisk(int host, int disk) -> out.putByte(4).putVarLong(host).putVarLong(disk);
      case Promised(Ballot ballot) -> ballot.encode(out.putByte(5));
      case Stored(LogEntry entry) -> entry.encode(out.putByte(6));
      case ChosenTo(long position) -> out.putByte(7).putVarLong(position);
      case Installed(LogMark mark, long terms) -> {
        mark.encode(out.putByte(8));
        out.putVarLong(terms);
      }
      case Summary summary -> {
        // A replica that has never granted a lease writes what earlier versions can read.
        boolean grants = summary.grantNanos() > 0;
        summary.identity().encode(out.putByte(grants ? 11 : 9));
        summary.promised().encode(out);
        summary.start().encode(out);
        out.putVarLong(summary.terms()).putVarLong(summary.chosen());
        if (grants) {
          out.putVarLong(summary.grantNanos());
        }
      }
      case Grants(long nanos) -> out.putByte(10).putVarLong(nanos);
      case Forgotten(GroupIdentity identity, Ballot promised, long grantNanos) -> {
        identity.encode(out.putByte(12));
        promised.encode(out);
        out.putVarLong(grantNanos);
      }
    }
  }

  /**
   * Reads one record and leaves the bytes that follow it.
   *
   * @throws MalformedData if the bytes are no record
   */
  static Record decode(Decoder in) {
    int kind = in.getByte();
    return switch (kind) {
      case 0 -> new Forming(in.getLong(), in.getLong());
      case 1 -> new Formed(in.getLong(), Message.members(in));
      case 2 -> new Rejoining(in.getLong(), Message.members(in));
      case 3 -> new Joined();
      case 4 -> new NewDisk(in.getCount(Group.MOST_HOSTS), in.getCount(Integer.MAX_VALUE));
      case 5 -> new Promised(Ballot.decode(in));
      case 6 -> new Stored(LogEntry.decode(in));
      case 7 -> new ChosenTo(in.getVarLong());
      case 8 -> new Installed(LogMark.decode(in), in.getVarLong());
      case 9, 11 ->
          new Summary(
              GroupIdentity.decode(in),
              Ballot.decode(in),
              LogMark.decode(in),
              in.getVarLong(),
              in.getVarLong(),
              kind == 11 ? in.getVarLong() : 0);
      case 10 -> new Grants(in.getVarLong());
      case 12 -> new Forgotten(GroupIdentity.decode(in), Ballot.decode(in), in.getVarLong());
      default -> throw new MalformedData("no record of a replica is of kind " + kind);
    };
  }
}
