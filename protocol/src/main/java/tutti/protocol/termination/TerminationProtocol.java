package tutti.protocol.termination;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.model.Decoder;
import tutti.protocol.commit.CommitMessage;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.Memory;
import tutti.protocol.commit.Self;

/** The common part of EasyCommit and three-phase commit: their fixed answers, and reading. */
public abstract class TerminationProtocol implements CommitProtocol {

  @Override
  public final CommitMessage abort() {
    return new Message.Global(false, Set.of(), false);
  }

  @Override
  public final CommitMessage no(int round) {
    return new Message.Voted(round, Vote.NO);
  }

  @Override
  public final Message decode(Decoder in) {
    return Message.decode(in);
  }

  @Override
  public final Memory decodeMemory(Decoder in) {
    return Remembered.decode(in);
  }

  @Override
  public final boolean endsWithOutcome(Memory memory) {
    return memory.equals(Remembered.NOTHING);
  }

  /**
   * A node that knows nothing of the transaction says so, votes No, and needs not be told the
   * outcome. It never promised anything, or it has ended, and all have heard.
   */
  @Override
  public final @Nullable CommitMessage toUnknown(Self self, int from, CommitMessage message) {
    return switch ((Message) message) {
      case Message.Prepare prepare -> no(prepare.round());
      case Message.Ask _ -> new Message.Answer(Standing.UNKNOWN);
      case Message.Global global -> global.settled() ? new Message.Heard(global.commit()) : null;
      case Message.Voted _, Message.PreCommit _, Message.PreCommitted _ -> null;
      case Message.Heard _, Message.Answer _ -> null;
    };
  }
}
