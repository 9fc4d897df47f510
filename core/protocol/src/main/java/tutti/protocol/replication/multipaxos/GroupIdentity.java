package tutti.protocol.replication.multipaxos;

import java.util.List;
import tutti.model.Decoder;
import tutti.model.Encoder;

/**
 * A replica's place in its shard, as it is durable. Immutable.
 *
 * <p>A shard that is formed of a backup has a negative identity, whose upper half names the backup:
 * its origin. A blank replica with the data of a backup has that half alone, until it has met its
 * shard.
 *
 * @param shard the shard's identity; 0 while the replica is blank and has not met it
 * @param nonce the name of this disk while the shard is formed; 0 if the disk took no part in that
 * @param standing whether the replica may speak
 * @param members the disks that formed the shard, in the group's order
 * @param disks the disks of all hosts, as far as the replica has promised to heed them
 */
record GroupIdentity(
    long shard, long nonce, Standing standing, List<Long> members, CrashVector disks) {

  /** The part that a replica may play. */
  enum Standing {
    /** The replica knows no formed shard. */
    BLANK,
    /** The replica has lost what it said: neither its promises nor its acceptances count. */
    REJOINING,
    /** The replica promises and accepts. */
    VOTING
  }

  /** The bits of a negative identity that name the backup. */
  private static final long ORIGIN = 0xFFFF_FFFF_0000_0000L;

  static final GroupIdentity BLANK =
      new GroupIdentity(0, 0, Standing.BLANK, List.of(), CrashVector.FIRST);

  GroupIdentity {
    members = List.copyOf(members);
  }

  /** Returns the identity of a blank replica that has the data of a backup. */
  static GroupIdentity restored(long backup) {
    long shard = Long.MIN_VALUE | (backup & ORIGIN);
    return new GroupIdentity(shard, 0, Standing.BLANK, List.of(), CrashVector.FIRST);
  }

  /** The origin of a shard; 0 if it began without data. */
  static long originOf(long shard) {
    return shard < 0 ? shard & ORIGIN : 0;
  }

  /** The origin of the data that this replica has. */
  long origin() {
    return originOf(shard);
  }

  /** Returns the identity of a shard that this blank replica forms. */
  long forms(long fresh) {
    return shard < 0 ? shard & ORIGIN | fresh & ~ORIGIN : fresh;
  }

  boolean votes() {
    return standing == Standing.VOTING;
  }

  GroupIdentity forming(long newShard, long newNonce) {
    return new GroupIdentity(newShard, newNonce, Standing.BLANK, members, disks);
  }

  GroupIdentity formed(long newShard, List<Long> newMembers) {
    return new GroupIdentity(newShard, nonce, Standing.VOTING, newMembers, disks);
  }

  GroupIdentity rejoining(long newShard, List<Long> newMembers) {
    return new GroupIdentity(newShard, nonce, Standing.REJOINING, newMembers, disks);
  }

  GroupIdentity joined() {
    return new GroupIdentity(shard, nonce, Standing.VOTING, members, disks);
  }

  GroupIdentity with(CrashVector newDisks) {
    return new GroupIdentity(shard, nonce, standing, members, newDisks);
  }

  void encode(Encoder out) {
    out.putLong(shard).putLong(nonce).putByte(standing.ordinal()).putVarLong(members.size());
    members.forEach(out::putLong);
    disks.encode(out);
  }

  static GroupIdentity decode(Decoder in) {
    return new GroupIdentity(
        in.getLong(),
        in.getLong(),
        Standing.values()[in.getCount(Standing.values().length - 1)],
        Message.members(in),
        CrashVector.decode(in));
  }
}
