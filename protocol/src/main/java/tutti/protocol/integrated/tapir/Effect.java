package tutti.protocol.integrated.tapir;

import java.util.List;
import tutti.protocol.integrated.Ballot;

/**
 * A step that a machine asks for. Effects are carried out in the order in which they are given; a
 * host may crash between any two.
 */
public sealed interface Effect {

  /** Sends a message to the replica of that shard on that host, which may be this one. */
  record Ask(int shard, int host, Message message) implements Effect {}

  /** Sends a message to the coordinators of its transaction on that host. */
  record Answer(int host, Message message) implements Effect {}

  /**
   * Appends a record to the host's log, behind everything that was appended before; {@link
   * Event.Persisted} counts it once it is durable.
   */
  record Persist(Fact record) implements Effect {}

  /** Sets a timer, in place of the one of this name that may be running. */
  record SetTimer(Event.Timer timer, long nanos) implements Effect {}

  /** Stops a timer that may be running. */
  record CancelTimer(Event.Timer timer) implements Effect {}

  /** Appends a command to the shard's register, which this replica leads; it may be lost. */
  record Append(ViewEntry entry) implements Effect {}

  /** The transaction's outcome was executed here, after those of the same effects before it. */
  record Executed(Entry entry) implements Effect {}

  /**
   * The coordinator of a transaction seems to be gone: another should begin, unless the host runs
   * one already.
   *
   * @param above the ballot that the replica heeds
   */
  record TakeOver(Transaction transaction, Ballot above) implements Effect {}

  /**
   * The outcome of the coordinator's transaction, which may be told. It is unknown if the
   * transaction has ended so long ago that no replica knows its outcome.
   *
   * @param refusal the vote that refused it, for a person; not a refusal if it committed, or if the
   *     outcome came from another coordinator
   */
  record Ended(Transaction transaction, Entry.Outcome outcome, Vote refusal) implements Effect {}

  /**
   * The coordinator is about to be done, and some replicas of a shard have not said that they have
   * the outcome: they get it with the next view.
   *
   * @param view in which the others have it
   */
  record LeftOut(int shard, long view, List<Integer> hosts) implements Effect {
    public LeftOut {
      hosts = List.copyOf(hosts);
    }
  }

  /** The coordinator has nothing left to do. */
  record Done(Transaction transaction) implements Effect {}
}
