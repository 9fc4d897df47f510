package tutti.protocol.replication.multipaxos;

import tutti.protocol.machine.Address;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.MemberInvariants;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.ProtocolRecord;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.LogMark;
import tutti.protocol.replication.Output;
import tutti.protocol.replication.ShardMessage;

/** The invariants of {@link LogFacts}, watched beside the machine of a replica. */
public final class Invariants extends MemberInvariants<Output, LogFacts.Kept> {
  private LogFacts facts = LogFacts.NONE;

  /** The durable state, and the durable state once all that was written is durable. */
  private LogFacts.Kept kept;

  private LogFacts.Kept written;

  /**
   * @param recovered the memory of which the machine is about to be made
   */
  public Invariants(DurableState recovered) {
    kept =
        new LogFacts.Kept(recovered.votes(), recovered.promised(), recovered.endMark().position());
    written = kept;
    facts = facts.applying(recovered.begins());
  }

  @Override
  protected LogFacts.Kept writes(ProtocolRecord fact) {
    written =
        switch ((Record) fact) {
          case Record.Formed _, Record.Joined _ -> votes(true);
          case Record.Rejoining _ -> votes(false);
          case Record.Promised(Ballot ballot) ->
              new LogFacts.Kept(written.votes(), ballot, written.end());
          case Record.Stored(var entry) -> ends(entry.end());
          case Record.Installed(LogMark mark, long _) -> installs(mark.position());
          case Record.Forgotten it -> new LogFacts.Kept(false, it.promised(), 0);
          case Record.Summary _,
              Record.Forming _,
              Record.NewDisk _,
              Record.ChosenTo _,
              Record.Grants _ ->
              written;
        };
    return written;
  }

  private LogFacts.Kept votes(boolean votes) {
    return new LogFacts.Kept(votes, written.promised(), written.end());
  }

  private LogFacts.Kept ends(long end) {
    return new LogFacts.Kept(written.votes(), written.promised(), end);
  }

  /** A checkpoint stands in place of the log up to its mark. */
  private LogFacts.Kept installs(long position) {
    facts = facts.applying(position);
    return ends(Math.max(position, written.end()));
  }

  @Override
  protected void durable(LogFacts.Kept then) {
    kept = then;
  }

  @Override
  protected void sends(Event<?> cause, Address to, ProtocolMessage message) {
    facts = facts.saying((Message) ((ShardMessage) message).message(), kept);
  }

  @Override
  protected void decides(Event<?> cause, Output output) {
    switch (output) {
      case Output.Chosen(long position, var entries) -> {
        facts = facts.choosing(position, entries);
        if (cause
            instanceof
            Event.Received<?>(Address _, ShardMessage(long _, Message.Accepted accepted))) {
          LogFacts.counting(accepted.ballot(), entries);
        }
      }
      case Output.Opened(Ballot ballot, long _, long position) ->
          facts = facts.opening(ballot, position);
      case Output.SteppedDown _ -> facts = facts.leading(Ballot.NONE);
      case Output.Follows _, Output.Confirmed _, Output.SnapshotNeeded _ -> {}
    }
  }
}
