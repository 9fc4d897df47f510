package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.container.Placement;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.Reading;
import tutti.engine.distribution.message.CommitStep;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.model.ActorId;
import tutti.model.Call;

/**
 * A branch that has voted hears of the abort, and writes that down before it is over; a question
 * that was put before the abort comes meanwhile. A claim that is granted after the abort is not
 * kept.
 */
class AbortWhileAskedTest {
  @TempDir Path folder;

  private static Deployment deployment() {
    String text =
        """
        tutti {
          concurrency-control = two-phase-locking
          commit = two-phase-presumed-nothing
          two-phase.retry = 10ms
          executors = 1
          journal { segment-size = 1MiB, checkpoint-after = 1MiB, flush-padding = 300ms }
        }
        """;
    if (!(DeploymentReader.parse(text, "test") instanceof Reading.Valid(var settings))) {
      throw new AssertionError(text);
    }
    return settings.deployment();
  }

  private static String on(int node, String type, String letter) {
    Placements placements = new Placements(new Placement.Hash(), 2, 1);
    int i = 0;
    while (placements.nodeOf(new ActorId(type, letter + i)) != node) {
      i++;
    }
    return letter + i;
  }

  /** Sends the second question to the other node behind the abort. */
  private static final class Overtaken implements FilteredTransport.Filter {
    private final AtomicInteger questions = new AtomicInteger();
    private final AtomicReference<Runnable> second = new AtomicReference<>(() -> {});
    private final AtomicBoolean arrived = new AtomicBoolean();

    @Override
    public boolean passes(int to, CommitStep.Kind kind, Runnable later) {
      if (kind == CommitStep.Kind.EXECUTE && questions.incrementAndGet() > 1) {
        second.set(later);
        return false;
      }
      if (kind == CommitStep.Kind.ABORT) {
        CompletableFuture.delayedExecutor(30, TimeUnit.MILLISECONDS)
            .execute(
                () -> {
                  second.get().run();
                  arrived.set(true);
                });
      }
      return true;
    }
  }

  @Test
  void whatIsGrantedBehindAnAbortIsGivenBack() throws Exception {
    Overtaken overtaken = new Overtaken();
    String voted = on(1, "Account", "a");
    String wanted = on(1, "Account", "b");
    try (Nodes nodes =
        new Nodes(
            folder,
            deployment(),
            2,
            (node, wire) -> node == 0 ? new FilteredTransport(wire, overtaken) : wire,
            2)) {
      for (String key : List.of(wanted, voted)) {
        assertThat(nodes.at(1).run(nodes.bank().call(key, "open", 100L)))
            .isInstanceOf(Outcome.Committed.class);
      }
      Call chain = nodes.bank().transfer(on(0, "Transfer", "t"), "chain", voted, wanted);
      CompletableFuture<Outcome> waiting =
          nodes.at(0).start(new TransactionRequest(List.of(chain), null, 1_500_000_000L));
      assertThat(RunningNode.await(waiting)).isInstanceOf(Outcome.Aborted.class);
      Nodes.awaitThat(overtaken.arrived::get);
      nodes.awaitNothingBegun();

      assertThat(nodes.at(1).run(nodes.bank().call(wanted, "deposit", 1L)))
          .isInstanceOf(Outcome.Committed.class);
      assertThat(nodes.at(1).balance(wanted)).isEqualTo(101);
      assertThat(nodes.at(1).balance(voted)).isEqualTo(100);
    }
  }
}
