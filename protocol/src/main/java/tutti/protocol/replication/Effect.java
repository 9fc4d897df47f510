package tutti.protocol.replication;

import java.util.List;

/**
 * A step that a {@link ReplicaMachine} asks for. Effects are carried out in the order in which they
 * are given; a host may crash between any two.
 */
public sealed interface Effect {

  /**
   * Sends a message to the replica on that host. The message may be lost, doubled or late.
   *
   * @param shard the identity of the shard here; 0 if the replica knows none
   */
  record Send(int to, long shard, ReplicationMessage message) implements Effect {}

  /**
   * Appends a record to the host's log, behind everything that was appended before.
   *
   * @param tell whether {@link Event.Persisted} must count it once it is durable; if not, nothing
   *     waits for it and it need not be forced
   */
  record Persist(ReplicationRecord record, boolean tell) implements Effect {}

  /** Sets a timer, in place of the one of this name that may be running. */
  record SetTimer(Timer timer, long nanos) implements Effect {}

  /** Stops a timer that may be running. */
  record CancelTimer(Timer timer) implements Effect {}

  /**
   * All up to this position is chosen, and never changes. The entries are those since the last such
   * effect, or since the start of the log that recovery found; this host may not have forced all of
   * them yet.
   */
  record Chosen(long position, List<LogEntry> entries) implements Effect {
    public Chosen {
      entries = List.copyOf(entries);
    }
  }

  /**
   * The replica leads, and its reign is open: its {@link ReignStart} is chosen, so {@link Chosen}
   * has told everything that any earlier reign can have told a client.
   *
   * @param reign the number of the reign, as in its {@link ReignStart}
   * @param position the position at which the first command will start
   */
  record Opened(Ballot ballot, long reign, long position) implements Effect {}

  /**
   * The reign of that ballot is over, whether it was open or not. Nothing that it has proposed
   * beyond {@link Chosen} may be told; tickets that were not confirmed never are.
   */
  record Deposed(Ballot ballot) implements Effect {}

  /** The leader of that ballot is known: requests for the shard belong to its host. */
  record Follows(Ballot ballot) implements Effect {}

  /**
   * The reign stood at a moment after each {@link Event.Confirm} up to this ticket: everything that
   * any reign had told by then is in the log here.
   */
  record Confirmed(long ticket) implements Effect {}

  /**
   * The replica on that host lacks a part of the log that was let go here: it needs a checkpoint.
   * Repeated while it does.
   */
  record Offer(int to) implements Effect {}
}
