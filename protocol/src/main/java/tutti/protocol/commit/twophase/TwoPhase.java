package tutti.protocol.commit.twophase;

import java.util.EnumSet;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tutti.model.Decoder;
import tutti.protocol.commit.Assumption;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.CommitMessage;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.Found;
import tutti.protocol.commit.Self;
import tutti.protocol.commit.Traits;

/** Two-phase commit with presumed abort, the default. */
public final class TwoPhase implements CommitProtocol {
  private static final Traits TRAITS = new Traits(EnumSet.allOf(Assumption.class), 2, true);

  @Override
  public String name() {
    return "two-phase";
  }

  @Override
  public int code() {
    return 1;
  }

  @Override
  public Traits traits() {
    return TRAITS;
  }

  @Override
  public CommitMachine coordinator(Self self) {
    return new Coordinator(self.timing());
  }

  @Override
  public CommitMachine participant(Self self, int coordinator) {
    return new Participant(coordinator, self.timing());
  }

  @Override
  public CommitMachine recovered(Self self, Found found) {
    return switch (found.role()) {
      case COORDINATOR -> Coordinator.recovered(self.timing(), found.voters());
      case PARTICIPANT -> Participant.recovered(found.coordinator(), self.timing());
      case WITNESS -> witness(self, found.coordinator());
    };
  }

  @Override
  public CommitMessage abort() {
    return new Message.Decide(false);
  }

  @Override
  public CommitMessage no(int round) {
    return new Message.Vote(round, Message.Vote.Kind.NO);
  }

  @Override
  public boolean endsWithOutcome() {
    return true;
  }

  @Override
  public CommitMessage decode(Decoder in) {
    return Message.decode(in);
  }

  @Override
  public @Nullable CommitMessage toUnknown(Self self, int from, CommitMessage message) {
    return message instanceof Message known ? toUnknown(known) : null;
  }

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

  static String inWords(Enum<?> state) {
    return state.name().toLowerCase(Locale.ROOT);
  }
}
