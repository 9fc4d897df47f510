package tutti.protocol.commit.twophase;

import org.jspecify.annotations.Nullable;

/** What holds between machines that exist and machines that do not: presumed abort. */
public final class TwoPhase {
  private TwoPhase() {}

  /**
   * What a node answers about a transaction of which it has no machine, once it has read its whole
   * log: who asks for a vote hears No, who asks for the outcome hears that it aborted, and a commit
   * was applied before, so that it is acknowledged again. Null if there is nothing to say.
   */
  public static @Nullable Message toUnknown(Message message) {
    return switch (message) {
      case Message.Prepare prepare -> new Message.Vote(prepare.round(), Message.Vote.Kind.NO);
      case Message.Inquire _ -> new Message.Decide(false);
      case Message.Decide decide -> decide.commit() ? new Message.Ack() : null;
      case Message.Vote _, Message.Ack _ -> null;
    };
  }
}
