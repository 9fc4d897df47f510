package tutti.lab.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.node.Node;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.runtime.ExecutorMode;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.node.LocalNodes;
import tutti.lab.node.LocalNodes.OpenNodes;
import tutti.model.ActorId;
import tutti.model.ActorType;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.relation.Relation;
import tutti.model.testing.Await;

/** A procedure that is not deterministic: the host that differs by it ends, and names it. */
class DivergedHostTest {
  /** The runs of a procedure in this process, of which the third one comes to another end. */
  private static final AtomicInteger RUNS = new AtomicInteger();

  private static final int ODD = 2;
  private static final long TIMEOUT_NANOS = 60_000_000_000L;

  @TempDir Path folder;

  static final class Counter extends Actor {
    record Count(String name, int value) {}

    final Relation<String, Count> counts = relation("counts", Count.class, Count::name);

    /** Writes what depends on how often it ran. */
    record Guess() implements Procedure<Counter, Integer> {
      @Override
      public Integer run(Counter counter) {
        int value = RUNS.getAndIncrement() == ODD ? 1 : 0;
        counter.counts.upsert(new Count("guess", value));
        return 0;
      }
    }
  }

  private static final RelationalApplication APPLICATION =
      new RelationalApplication(
          JavaApplication.named("guesses")
              .actor("Counter", Counter::new)
              .procedures(Counter.Guess.class)
              .build(),
          null);

  private static Outcome guess(Node at, String counter) throws Exception {
    ActorType type = Objects.requireNonNull(APPLICATION.type("Counter"));
    ProcedureAction action = (ProcedureAction) Objects.requireNonNull(type.action("Guess"));
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    at.submit(
        new TransactionRequest(
            List.of(action.call(new ActorId("Counter", counter), new Counter.Guess())),
            null,
            TIMEOUT_NANOS),
        outcome::complete);
    return outcome.get(2 * TIMEOUT_NANOS, TimeUnit.NANOSECONDS);
  }

  private OpenNodes open(int seed) throws Exception {
    Deployment deployment =
        new IntegratedCell(Protocol.JANUS, Cell.Architecture.S2, ExecutorMode.best()).deployment();
    return new LocalNodes(ExecutorMode.best()).open(APPLICATION, deployment, folder, seed);
  }

  private static boolean names(Node node) {
    return String.valueOf(node.notReady()).contains("Guess of Counter[one]");
  }

  private static long diverged(Node node) {
    return node.statistics().committing().integrated().counted().get("diverged");
  }

  @Test
  void theHostThatDiffersEndsAndTheOthersGoOn() throws Exception {
    try (OpenNodes open = open(1)) {
      List<Node> nodes = open.nodes();
      assertThat(guess(nodes.getFirst(), "one")).isInstanceOf(Outcome.Committed.class);
      Await.that("a host names the procedure", () -> nodes.stream().anyMatch(it -> names(it)));
      Node other = nodes.stream().filter(it -> !names(it)).findFirst().orElseThrow();
      assertThat(guess(other, "two")).isInstanceOf(Outcome.Committed.class);
      assertThat(nodes).filteredOn(DivergedHostTest::names).hasSize(1);
      assertThat(nodes).extracting(DivergedHostTest::diverged).containsOnlyOnce(1L);
    }
    assertThatThrownBy(() -> open(2))
        .isInstanceOf(DataFolderRefused.class)
        .hasMessageContainingAll("Guess of Counter[one]", "Mend the procedure", "empty folder");
  }
}
