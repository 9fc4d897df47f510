package tutti.protocol.replication;

import tutti.protocol.machine.Machine;

/**
 * The machine of one replica of a shard. It lives as long as its host's process. Equal events in
 * equal order give equal effects. Confined to one thread at a time.
 */
public interface ReplicaMachine extends Machine<Input, Output> {

  /** Whether the replica's promises and acceptances count. */
  boolean votes();

  /**
   * Returns the number of the host's disk: 0 for the disk on which the shard was formed, and a
   * higher number for each disk that rejoins.
   */
  int disk();

  /** The identity of the shard; 0 while it is not known. */
  long shard();

  /** The highest ballot that the replica has promised, or the ballot of its own term. */
  Ballot promised();

  /** The position up to which the replica knows that all is chosen. */
  long chosen();

  /** The position up to which the replica's log is durable on its own host. */
  long forced();

  /** The end of the replica's log. */
  LogMark end();

  /** The place from which on the replica still has the entries of its log. */
  LogMark start();
}
