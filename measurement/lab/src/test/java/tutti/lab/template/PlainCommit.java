package tutti.lab.template;

import java.util.EnumSet;
import org.jspecify.annotations.Nullable;
import tutti.model.Decoder;
import tutti.protocol.commit.Assumption;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.CommitMessage;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.DurableState;
import tutti.protocol.commit.Meaning;
import tutti.protocol.commit.NodeView;
import tutti.protocol.commit.RecoveredRecords;
import tutti.protocol.commit.Traits;

/**
 * The template of {@code docs/adding-a-protocol.md} for commit protocols: two-phase commit with
 * presumed abort and nothing that makes it faster. All participants are asked for a vote once all
 * has executed, a participant that has only looked votes as the others do, and all hear the
 * outcome.
 *
 * <table>
 * <caption>messages</caption>
 * <tr><th>message</th><th>from, to</th><th>meaning</th></tr>
 * <tr><td>PREPARE</td><td>coordinator to participants</td><td>all has executed: vote</td></tr>
 * <tr><td>VOTE_YES, VOTE_NO</td><td>back</td><td>it ends as it is told; it has undone its part</td></tr>
 * <tr><td>COMMIT, ABORT</td><td>coordinator to participants</td><td>the outcome</td></tr>
 * <tr><td>ACK</td><td>back</td><td>the commit is durable there</td></tr>
 * <tr><td>INQUIRE</td><td>participant to coordinator</td><td>it has voted Yes, and heard nothing</td></tr>
 * </table>
 *
 * <p>Invariants: I1: a Yes is durable before it is sent. I2: a commit is durable at the coordinator
 * before any node hears it, and is remembered until all voters have it in their logs. I3: a node
 * that asks a coordinator that remembers nothing hears that it is aborted.
 */
public final class PlainCommit implements CommitProtocol {
  private static final Traits TRAITS = new Traits(EnumSet.allOf(Assumption.class), 2, false);

  @Override
  public String name() {
    return "plain-commit";
  }

  /** The codes of the engine's protocols count from 0. */
  @Override
  public int code() {
    return 1000;
  }

  @Override
  public Traits traits() {
    return TRAITS;
  }

  @Override
  public CommitMachine coordinator(NodeView self) {
    return new PlainCoordinator(self.timing(), null);
  }

  @Override
  public CommitMachine participant(NodeView self, int coordinator) {
    return new PlainParticipant(coordinator, self.timing(), false);
  }

  @Override
  public CommitMachine recovered(NodeView self, RecoveredRecords found) {
    return switch (found.role()) {
      case COORDINATOR -> new PlainCoordinator(self.timing(), found.voters());
      case PARTICIPANT -> new PlainParticipant(found.coordinator(), self.timing(), true);
      case WITNESS -> witness(self, found.coordinator());
    };
  }

  @Override
  public CommitMessage abort() {
    return PlainMessage.of(Meaning.ABORT);
  }

  @Override
  public CommitMessage no(int round) {
    return new PlainMessage(Meaning.VOTE_NO, round);
  }

  @Override
  public boolean endsWithOutcome(DurableState memory) {
    return true;
  }

  @Override
  public @Nullable CommitMessage toUnknown(NodeView self, int from, CommitMessage message) {
    return switch (message.meaning()) {
      case PREPARE -> no(message.round());
      case COMMIT -> PlainMessage.of(Meaning.ACK);
      case INQUIRE -> abort();
      case VOTE_YES, VOTE_NO, VOTE_READ_ONLY, ABORT, ACK, PROMISE, STEP -> null;
    };
  }

  @Override
  public CommitMessage decode(Decoder in) {
    return PlainMessage.decode(in);
  }
}
