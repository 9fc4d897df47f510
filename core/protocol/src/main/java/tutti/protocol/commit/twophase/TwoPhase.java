package tutti.protocol.commit.twophase;

import java.util.EnumSet;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tutti.model.Decoder;
import tutti.protocol.commit.Assumption;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.CommitMessage;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.DurableState;
import tutti.protocol.commit.NodeView;
import tutti.protocol.commit.RecoveredRecords;
import tutti.protocol.commit.Traits;
import tutti.protocol.commit.Vote;

/** Two-phase commit with one of its presumptions. */
public final class TwoPhase implements CommitProtocol {
  /** The number of {@link #acknowledged} in logs. */
  private static final int ACKNOWLEDGED_CODE = 51;

  private final Presumption presumption;
  private final boolean tellsLast;
  private final Traits traits;

  /** Two-phase commit with presumed abort, the default. */
  public TwoPhase() {
    this(Presumption.ABORT);
  }

  public TwoPhase(Presumption presumption) {
    this(presumption, false);
  }

  private TwoPhase(Presumption presumption, boolean tellsLast) {
    this.tellsLast = tellsLast;
    this.presumption = presumption;
    this.traits = new Traits(EnumSet.allOf(Assumption.class), 2, presumption.votesEarly(), true);
  }

  /**
   * Returns two-phase commit with presumed abort whose client is answered only when all
   * participants have acknowledged a commit, as S. Gupta and M. Sadoghi implemented it (EasyCommit,
   * EDBT 2018, §5.2).
   */
  public static TwoPhase acknowledged() {
    return new TwoPhase(Presumption.ABORT, true);
  }

  @Override
  public String name() {
    if (tellsLast) {
      return "two-phase-acknowledged";
    }
    return switch (presumption) {
      case ABORT -> "two-phase";
      case COMMIT -> "two-phase-presumed-commit";
      case NOTHING -> "two-phase-presumed-nothing";
    };
  }

  public Presumption presumption() {
    return presumption;
  }

  @Override
  public int code() {
    return tellsLast ? ACKNOWLEDGED_CODE : presumption.code();
  }

  @Override
  public Traits traits() {
    return traits;
  }

  @Override
  public CommitMachine coordinator(NodeView self) {
    return new Coordinator(self.timing(), presumption, tellsLast);
  }

  @Override
  public CommitMachine participant(NodeView self, int coordinator) {
    return new Participant(coordinator, self.timing(), presumption);
  }

  @Override
  public CommitMachine recovered(NodeView self, RecoveredRecords found) {
    return switch (found.role()) {
      case COORDINATOR -> Coordinator.recovered(self.timing(), presumption, found);
      case PARTICIPANT -> Participant.recovered(found.coordinator(), self.timing(), presumption);
      case WITNESS -> witness(self, found.coordinator());
    };
  }

  @Override
  public CommitMessage abort() {
    return new Message.Decide(false);
  }

  @Override
  public CommitMessage no(int round) {
    return new Message.Voted(round, Vote.NO);
  }

  /**
   * Returns an abort under presumed commit: commit is presumed of a transaction that was forgotten
   * on purpose, and not of one that was lost.
   */
  @Override
  public @Nullable CommitMessage forgotten() {
    return presumption == Presumption.COMMIT ? new Message.Decide(false) : null;
  }

  /** Returns false of an abort that a coordinator has written, and that others acknowledge. */
  @Override
  public boolean endsWithOutcome(DurableState memory) {
    return Presumption.asked(memory).isEmpty();
  }

  @Override
  public CommitMessage decode(Decoder in) {
    return Message.decode(in);
  }

  @Override
  public DurableState decodeDurableState(Decoder in) {
    return presumption == Presumption.ABORT ? DurableState.NONE : CollectingRecord.decode(in);
  }

  @Override
  public @Nullable CommitMessage toUnknown(NodeView self, int from, CommitMessage message) {
    return message instanceof Message known ? answer(known) : null;
  }

  /**
   * Returns the answer of a node about a transaction of which it has no machine, once it has read
   * its whole log. A question for a vote gets No, a question for the outcome gets the presumed one,
   * and an outcome is acknowledged again. Null if there is no answer.
   */
  @Nullable Message answer(Message message) {
    return switch (message) {
      case Message.Prepare prepare -> new Message.Voted(prepare.round(), Vote.NO);
      case Message.Inquire _ -> new Message.Decide(presumption == Presumption.COMMIT);
      case Message.Decide decide ->
          presumption.acknowledges(decide.commit()) ? new Message.Ack() : null;
      case Message.Voted _, Message.Ack _ -> null;
    };
  }

  static String inWords(Enum<?> state) {
    return state.name().toLowerCase(Locale.ROOT);
  }
}
