package tutti.protocol.integrated.janus;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.janus.graph.Output;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.graph.TransactionId;
import tutti.protocol.integrated.janus.graph.Word;
import tutti.protocol.integrated.janus.membership.Change;

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

  /** An event that only replicas have. */
  sealed interface OfReplica extends Event {}

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
  record Persisted(int count) implements OfReplica {}

  /** A timer has run down that was set and neither cancelled nor set anew since. */
  record TimerFired(Timer timer) implements Event {}

  /**
   * No client waits for the transaction, whose first coordinator this is: it need not happen, and
   * is abandoned if it still can be.
   */
  record GivenUp() implements Event {}

  /** A piece was executed that {@link Effect.Execute} gave. */
  record Ran(TransactionId id, Output output) implements OfReplica {}

  /**
   * The execution of a piece that {@link Effect.Execute} gave has come to an error that no process
   * goes on after; it has no output.
   */
  record Failed(TransactionId id) implements OfReplica {}

  /**
   * A person has decided that a transaction which waits for a verdict is refused, though not all
   * replicas have said that they hold it.
   */
  record Overruled(TransactionId id) implements OfReplica {}

  /** People can find the difference that {@link Effect.Diverged} has told of. */
  record Reported(TransactionId id) implements OfReplica {}

  /**
   * A person has decided, where no majority agrees, by which ends of these transactions all
   * replicas of the shard go on: those that one of them has come to. All are told so.
   *
   * @param ends the digests of these ends
   */
  record Upheld(SortedMap<TransactionId, Long> ends) implements OfReplica {
    public Upheld {
      ends = Collections.unmodifiableSortedMap(new TreeMap<>(ends));
    }
  }

  /**
   * A coordinator on that host has asked for a transaction that all replicas of the shard pass
   * over, since they cannot take it, as a person has ordered: the replica witnesses it not, and
   * says so.
   */
  record PassedOver(Transaction transaction, Ballot ballot, int asker) implements OfReplica {}

  /** The shard's word that {@link Effect.Evaluate} has asked for. */
  record Evaluated(TransactionId id, int round, Word word) implements OfReplica {}

  /**
   * The leader of the shard's register is known. Given anew to a replica that leads whenever a
   * reign of it opens, after all commands that are chosen.
   */
  record Leads(int host) implements OfReplica {}

  /** The next command of the register is chosen; commands are told in their order. */
  record Chosen(Change change) implements OfReplica {}

  /**
   * Commands of the register were let go that the replica was not told: it goes on from the newest
   * configuration, and lacks what came before. The commands behind that one are told next.
   */
  record Missed(Change.Open newest) implements OfReplica {}

  /**
   * Whether the memory of an elector has come, but for what has happened lately: then the replica
   * can be a learner.
   */
  record Prepared(boolean is) implements OfReplica {}

  /**
   * The memory of an elector is here and durable, as it was at one moment of a configuration in
   * which this replica is a learner.
   *
   * @param image the elector's {@link Kept#image}
   */
  record Copied(List<Fact> image) implements OfReplica {
    public Copied {
      image = List.copyOf(image);
    }
  }

  /**
   * The data here was written by that version of the application, or one before it: what an older
   * one is to do is taken only if it was known before.
   *
   * @param number of the version; one that is lower than another that was told changes nothing
   */
  record Version(long number) implements OfReplica {}

  /** The host's disk has failed, or the host stops: the machine does nothing any more. */
  record Halted() implements Event {}
}
