package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.commit.CommitKind;
import tutti.engine.commit.CommitKinds;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.distribution.message.CommitStep;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;

/**
 * Under Paxos Commit a member that loses patience has a transaction aborted whose votes are late.
 * Nothing has happened then: the node tries again, and its client sees nothing of it.
 */
class VoteTooLateTest {
  /** Enough for more tries than one, however busy the machine is. */
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  @TempDir Path folder;

  @Test
  void itIsTriedAgain() throws Exception {
    AtomicBoolean late = new AtomicBoolean(true);
    FilteredTransport.Filter untilItIsAborted =
        (to, kind, later) -> {
          late.compareAndSet(true, kind != CommitStep.Kind.ABORT);
          return true;
        };
    // Its vote, and what its own witness has accepted: with one more that would be a majority.
    FilteredTransport.Filter votesAreLate =
        (to, kind, later) ->
            kind != CommitStep.Kind.PROMISE && kind != CommitStep.Kind.STEP || !late.get();
    try (Nodes nodes =
        new Nodes(
            folder,
            Nodes.deployment(
                (CommitKind) CommitKinds.byName().get("paxos-commit"),
                ConcurrencyControlKind.PATH_SENSITIVE,
                "100ms",
                "1ms"),
            3,
            (node, wire) ->
                switch (node) {
                  case 0 -> new FilteredTransport(wire, untilItIsAborted);
                  case 1 -> new FilteredTransport(wire, votesAreLate);
                  default -> wire;
                },
            3)) {
      String a = Homes.accountOn(0, 3);
      String b = Homes.accountOn(1, 3);
      nodes.openAccounts(100, a, b);

      assertThat(
              RunningNode.await(
                  nodes
                      .at(0)
                      .start(
                          new TransactionRequest(
                              List.of(
                                  nodes.bank().call(a, "deposit", 5L),
                                  nodes.bank().call(b, "deposit", 5L)),
                              null,
                              PATIENCE_NANOS))))
          .isInstanceOf(Outcome.Committed.class);

      assertThat(late).isFalse();
      assertThat(nodes.at(0).balance(a)).isEqualTo(105);
      assertThat(nodes.at(1).balance(b)).isEqualTo(105);
    }
  }
}
