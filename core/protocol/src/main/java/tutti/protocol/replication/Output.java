package tutti.protocol.replication;

import java.util.List;

/** An output of a {@link ReplicaMachine}: a decision of the protocol. */
public sealed interface Output {

  /**
   * All up to this position is chosen, and never changes. The entries are those since the last such
   * effect, or since the start of the log that recovery found; this host may not have forced all of
   * them yet.
   */
  record Chosen(long position, List<LogEntry> entries) implements Output {
    public Chosen {
      entries = List.copyOf(entries);
    }
  }

  /**
   * The replica leads, and its term is open: its {@link TermStart} is chosen, so {@link Chosen} has
   * told everything that any earlier term can have told a client.
   *
   * @param term the number of the term, as in its {@link TermStart}
   * @param position the position at which the first command will start
   */
  record Opened(Ballot ballot, long term, long position) implements Output {}

  /**
   * The term of {@code ballot} is over, whether it was open or not. No command that the term has
   * proposed beyond {@link Chosen} may be acknowledged; tickets that were not confirmed never are.
   */
  record SteppedDown(Ballot ballot) implements Output {}

  /** The leader of that ballot is known: requests for the shard belong to its host. */
  record Follows(Ballot ballot) implements Output {}

  /**
   * The term stood at a moment after each {@link Input.Confirm} up to this ticket: everything that
   * any term had told by then is in the log here.
   */
  record Confirmed(long ticket) implements Output {}

  /**
   * The replica on the host {@code to} lacks a part of the log that was truncated here, and needs a
   * checkpoint. Repeated while it lacks the part.
   */
  record SnapshotNeeded(int to) implements Output {}
}
