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
import tutti.engine.distribution.message.CommitStep;
import tutti.engine.journal.Journal;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transport.Transport;

/**
 * A coordinator cannot write that its transaction commits, since that is too long for its log, and
 * the participant, which has voted Yes, does not hear of the abort: it asks, and is told of an
 * abort under every protocol, also where a commit is presumed.
 */
class DecisionTooLongTest {
  private static final int NODES = 3;
  private static final int LIMIT = 1_000;
  private static final String HERE = Homes.accountOn("a", 0, NODES);
  private static final String THERE = Homes.accountOn("b", 1, NODES);

  @TempDir Path folder;
  private final AtomicInteger limit = new AtomicInteger(Integer.MAX_VALUE);
  private final AtomicBoolean lost = new AtomicBoolean(true);

  static Stream<CommitKind> kinds() {
    return CommitKinds.all().stream();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void theParticipantHearsOfTheAbort(CommitKind kind) throws Exception {
    try (Nodes nodes = new Nodes(folder, Desk.deployment(kind), NODES, tap(), NODES)) {
      nodes.openAccounts(100, HERE, THERE);
      nodes.awaitNothingBegun();
      limit.set(LIMIT);
      lost.set(false);
      Outcome outcome =
          nodes
              .at(0)
              .run(
                  nodes.bank().call(HERE, "deposit", 1L, "x".repeat(LIMIT)),
                  nodes.bank().call(THERE, "deposit", 1L));
      assertThat(outcome)
          .isInstanceOfSatisfying(
              Outcome.Aborted.class,
              aborted ->
                  assertThat(aborted.reason())
                      .isInstanceOfSatisfying(
                          Reason.Unavailable.class,
                          why -> assertThat(why.code()).isEqualTo("too-large")));
      nodes.awaitNothingInDoubt();
      nodes.awaitNothingBegun();
      limit.set(Integer.MAX_VALUE);
      assertThat(nodes.at(0).balance(HERE)).isEqualTo(100);
      assertThat(nodes.at(1).balance(THERE)).isEqualTo(100);

      nodes.crash(0);
      nodes.start(0);
      nodes.awaitReady();
      nodes.awaitNothingBegun();
      assertThat(nodes.at(0).balance(HERE)).isEqualTo(100);
    }
  }

  private Nodes.Tap tap() {
    return new Nodes.Tap() {
      @Override
      public Transport transport(int node, Transport wire) {
        return node == 0
            ? new FilteredTransport(
                wire,
                (to, kind, later) ->
                    kind != CommitStep.Kind.ABORT || !lost.compareAndSet(false, true))
            : wire;
      }

      @Override
      public Journal log(int node, Journal log) {
        return node == 0 ? new ShortRecords(log) : log;
      }
    };
  }

  private final class ShortRecords extends ForwardingLog {
    ShortRecords(Journal log) {
      super(log);
    }

    @Override
    public int maxRecordBytes() {
      return Math.min(limit.get(), super.maxRecordBytes());
    }
  }
}
