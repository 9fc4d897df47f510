package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.commit.CommitKind;
import tutti.engine.commit.CommitKinds;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.distribution.message.CommitStep;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;

/** Two-phase commit whose client hears of a commit when all have acknowledged it. */
class AcknowledgedCommitTest {
  private static final String HERE = Homes.accountOn("a", 0, 2);
  private static final String THERE = Homes.accountOn("b", 1, 2);

  @TempDir Path folder;
  private volatile CountDownLatch said = new CountDownLatch(1);
  private final AtomicReference<Runnable> withheld = new AtomicReference<>();

  private boolean isSaid(int to, CommitStep.Kind kind, Runnable later) {
    if (kind != CommitStep.Kind.COMMIT || withheld.get() == null) {
      return true;
    }
    withheld.set(later);
    said.countDown();
    return false;
  }

  /** Begins a transaction and waits until the commit is said, or its time is over before. */
  private CompletableFuture<Outcome> begin(Nodes nodes, long timeoutNanos) throws Exception {
    said = new CountDownLatch(1);
    withheld.set(null);
    nodes.openAccounts(100, HERE, THERE);
    withheld.set(() -> {});
    CompletableFuture<Outcome> client =
        nodes
            .at(0)
            .start(
                new TransactionRequest(
                    List.of(
                        nodes.bank().call(HERE, "deposit", 5L),
                        nodes.bank().call(THERE, "deposit", 5L)),
                    null,
                    timeoutNanos));
    Nodes.awaitThat(() -> said.getCount() == 0 || client.isDone());
    return client;
  }

  private Nodes nodes(Path in) throws Exception {
    CommitKind kind =
        (CommitKind) Objects.requireNonNull(CommitKinds.byName().get("two-phase-acknowledged"));
    return new Nodes(
        in,
        Nodes.deployment(kind, ConcurrencyControlKind.PATH_SENSITIVE, "1m", "1s"),
        2,
        wire -> new FilteredTransport(wire, this::isSaid));
  }

  @Test
  void theClientWaitsForTheAcknowledgement() throws Exception {
    try (Nodes nodes = nodes(folder)) {
      CompletableFuture<Outcome> client = begin(nodes, RunningNode.TIMEOUT_NANOS);
      assertThat(nodes.at(0).balance(HERE)).as("decided, and done").isEqualTo(105);
      assertThat(client).isNotDone();

      withheld.get().run();

      assertThat(RunningNode.await(client)).isInstanceOf(Outcome.Committed.class);
    }
  }

  @Test
  void theClientHearsOfTheCommitAtItsDeadline() throws Exception {
    Outcome told = Deadlines.enough(folder, 100_000_000, this::atTheDeadline);
    assertThat(told).isInstanceOf(Outcome.Committed.class);
  }

  private @Nullable Outcome atTheDeadline(long nanos, Path in) throws Exception {
    try (Nodes nodes = nodes(in)) {
      CompletableFuture<Outcome> client = begin(nodes, nanos);
      Outcome told = RunningNode.await(client);
      if (said.getCount() > 0) {
        return null;
      }
      withheld.get().run();
      nodes.awaitNothingBegun();
      return told;
    }
  }
}
