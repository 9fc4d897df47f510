package tutti.protocol.replication.multipaxos;

import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.LogMark;

/** A step that waits until the records before it are durable. Immutable. */
sealed interface DurableReply {

  /** The shard that the replica will form. */
  record Forming() implements DurableReply {}

  /** The shard's identity, at the first host. */
  record Formed() implements DurableReply {}

  /**
   * The promise of {@code ballot} to its candidate, which has asked for the log behind the position
   * {@code from}.
   */
  record Promised(Ballot ballot, long from) implements DurableReply {}

  /**
   * The log up to a mark, and the promise of the ballot in which it was accepted.
   *
   * @param round the round of the leader's message
   */
  record Accepted(Ballot ballot, LogMark mark, long round) implements DurableReply {}

  /** The new disk of a host that rejoins, and asked with that nonce. */
  record NewDisk(int host, int disk, long nonce) implements DurableReply {}

  /** The ballots below which a replica that rejoins must not accept. */
  record Learned(Ballot ballot) implements DurableReply {}

  /** The length of the leases that are granted from now on. */
  record Grants() implements DurableReply {}

  /** The replica's own end of rejoining. */
  record Joined() implements DurableReply {}
}
