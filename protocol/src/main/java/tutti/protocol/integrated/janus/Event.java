package tutti.protocol.integrated.janus;

import tutti.protocol.integrated.janus.graph.Output;
import tutti.protocol.integrated.janus.graph.TransactionId;
import tutti.protocol.integrated.janus.graph.Word;

/** An event of a replica's or a coordinator's machine. */
public sealed interface Event {

  /** The timers of machines; a machine has at most one of each. */
  enum Timer {
    /** A coordinator waits no longer for the last replicas. */
    FAST,
    /** A machine repeats what was not answered. */
    RETRY,
    /** A replica looks for transactions whose coordinator is gone. */
    WATCH
  }

  /**
   * The machine may begin: its first event, which comes once.
   *
   * @param nonce a random number above 0 that no other start of any machine has
   */
  record Started(long nonce) implements Event {}

  /**
   * A message has come.
   *
   * @param from the sender's host
   * @param shard the shard of the replica that sent it, or to which a coordinator has sent it
   */
  record Received(int from, int shard, Message message) implements Event {}

  /** The oldest so many records that {@link Effect.Persist} wanted are durable. */
  record Persisted(int count) implements Event {}

  /** A timer has run down that was set and neither cancelled nor set anew since. */
  record TimerFired(Timer timer) implements Event {}

  /** A piece was executed that {@link Effect.Execute} gave. */
  record Ran(TransactionId id, Output output) implements Event {}

  /** The shard's word that {@link Effect.Evaluate} has asked for. */
  record Evaluated(TransactionId id, int round, Word word) implements Event {}

  /** The host's disk has failed, or the host stops: the machine does nothing any more. */
  record Halted() implements Event {}
}
