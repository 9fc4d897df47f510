package tutti.protocol.replication;

import java.util.List;

/** An event of a {@link ReplicaMachine}. */
public sealed interface Event {

  /**
   * The machine may begin. This is its first event, and comes once.
   *
   * @param nonce a random number above 0 that no other start of any replica has: a shard that is
   *     formed now is named by it, and answers to an earlier start are told by it
   */
  record Started(long nonce) implements Event {}

  /**
   * A message has come from that host.
   *
   * @param shard the identity of the shard at the sender; 0 if it knows none
   */
  record Received(int from, long shard, ReplicationMessage message) implements Event {}

  /** The oldest so many records that {@link Effect.Persist} wanted to be told of are durable. */
  record Persisted(int count) implements Event {}

  /** A timer has run down that was set and neither cancelled nor set anew since. */
  record TimerFired(Timer timer) implements Event {}

  /**
   * Commands for the shard's log, in this order, one after another from the position that {@link
   * Effect.Opened} gave and behind all that this reign proposed before. Ignored if that reign is
   * over: then none of them is or ever will be in any log.
   */
  record Propose(Ballot reign, List<Command> commands) implements Event {
    public Propose {
      commands = List.copyOf(commands);
    }
  }

  /**
   * A question whether that reign still stands at a moment after this event; answered by {@link
   * Effect.Confirmed}. Ignored if it is over.
   *
   * @param ticket the asker's number, higher than those of its earlier questions
   */
  record Confirm(Ballot reign, long ticket) implements Event {}

  /**
   * The leader should let that host lead: the machine hands over once all that was proposed is
   * chosen and that host has it, and gives up after an election's wait. Ignored by a replica that
   * does not lead.
   */
  record HandOver(int to) implements Event {
    /**
     * Stands for the host that has most of the log, which is to lead at once: this host cannot do a
     * leader's work, since its disk or its executors do not go on. What was proposed and is not
     * chosen yet may be lost.
     */
    public static final int AT_ONCE = -1;
  }

  /**
   * The shard's log up to this position is contained in a checkpoint of this host that is complete
   * and durable; it may be let go. At most the chosen part is.
   */
  record Released(long position) implements Event {}

  /**
   * The oldest records of the replica hold the host's log, though there is nothing that a
   * checkpoint could contain in their place: the replica writes anew what it still needs of them.
   */
  record Renew() implements Event {}

  /**
   * The host has installed a checkpoint that came from another replica, durably: all up to this
   * mark is contained in it.
   *
   * @param reigns the number of reigns up to the mark
   */
  record Installed(LogMark mark, long reigns) implements Event {}

  /**
   * The host's disk has failed, or the host stops: the replica hands its reign over if it has one,
   * and says nothing any more.
   */
  record Halted() implements Event {}
}
