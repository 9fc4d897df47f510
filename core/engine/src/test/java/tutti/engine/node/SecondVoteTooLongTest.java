package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.commit.CommitKind;
import tutti.engine.commit.CommitKinds;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.journal.Journal;
import tutti.engine.journal.JournalFailed;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transport.Transport;

/**
 * A participant votes as it executes its first action, is asked for a second one, and cannot write
 * a vote on both, since that is too long for its log. The first vote ends in the log before the
 * next transaction uses the actor: otherwise the node would not start again after a crash.
 */
class SecondVoteTooLongTest {
  private static final int NODES = 3;

  // Actors are asked in the order of their keys: one of the participant, one of the coordinator,
  // and another one of the participant, which the coordinator's action calls.
  private static final String FIRST = Homes.accountOn("a", 1, NODES);
  private static final String HERE = Homes.accountOn("b", 0, NODES);
  private static final String SECOND = Homes.accountOn("c", 1, NODES);

  @TempDir Path folder;
  private final AtomicBoolean armed = new AtomicBoolean();
  private final AtomicInteger limit = new AtomicInteger(Integer.MAX_VALUE);

  static Stream<CommitKind> kinds() {
    return CommitKinds.all().stream().filter(kind -> kind.protocol().traits().votesEarly());
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void theFirstVoteEnds(CommitKind kind) throws Exception {
    Deployment deployment =
        Nodes.deployment(kind, ConcurrencyControlKind.NO_WAIT, "20ms", "200ms", "ask = one-by-one");
    try (Nodes nodes = new Nodes(folder, deployment, NODES, tap(), NODES)) {
      nodes.openAccounts(100, FIRST, HERE, SECOND);
      armed.set(true);
      Outcome outcome =
          nodes
              .at(0)
              .run(
                  nodes.bank().call(HERE, "drain", SECOND),
                  nodes.bank().call(FIRST, "deposit", 1L));
      assertThat(outcome).isInstanceOf(Outcome.Aborted.class);
      assertThat(((Outcome.Aborted) outcome).reason())
          .isInstanceOfSatisfying(
              Reason.Unavailable.class, why -> assertThat(why.code()).isEqualTo("too-large"));
      assertThat(armed).as("the first action was not voted for").isFalse();
      limit.set(Integer.MAX_VALUE);
      nodes.awaitNothingBegun();
      assertThat(nodes.at(1).run(nodes.bank().call(FIRST, "deposit", 5L)))
          .isInstanceOf(Outcome.Committed.class);

      nodes.crash(1);
      nodes.start(1);
      nodes.awaitReady();
      nodes.awaitNothingInDoubt();
      assertThat(nodes.at(1).balance(FIRST)).isEqualTo(105);
      assertThat(nodes.at(0).balance(HERE)).isEqualTo(100);
      assertThat(nodes.at(1).balance(SECOND)).isEqualTo(100);
    }
  }

  private Nodes.Tap tap() {
    return new Nodes.Tap() {
      @Override
      public Transport transport(int node, Transport wire) {
        return wire;
      }

      @Override
      public Journal log(int node, Journal log) {
        return node == 1 ? new FullAfterOneVote(log) : log;
      }
    };
  }

  /** A log that takes nothing longer than a vote, from that vote on. */
  private final class FullAfterOneVote extends ForwardingLog {
    FullAfterOneVote(Journal log) {
      super(log);
    }

    @Override
    public int maxRecordBytes() {
      return Math.min(limit.get(), super.maxRecordBytes());
    }

    @Override
    public long append(byte[] bytes, int offset, int length) throws JournalFailed {
      if (armed.compareAndSet(true, false)) {
        limit.set(length);
      }
      return super.append(bytes, offset, length);
    }
  }
}
