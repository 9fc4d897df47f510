package tutti.lab.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.engine.node.Node;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.runtime.ExecutorMode;
import tutti.engine.runtime.ReadingStack;
import tutti.engine.runtime.Uninterruptibly;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
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

/**
 * Rows whose records have constructors with a will of their own: they throw where the row is read,
 * as one does that looks at the clock, or do not end, or need a deep stack. That concerns the
 * request that reads such a row, and no node.
 */
class FragileRowsTest {
  private static final long TIMEOUT_NANOS = 60_000_000_000L;

  /** More than the stack that the virtual machine gives to a thread takes. */
  private static final int DEEP = 40_000;

  /** The depth of a row whose constructor waits. */
  private static final int HELD = 1;

  private static volatile boolean broken;
  private static volatile CountDownLatch ended = new CountDownLatch(0);
  private static volatile CountDownLatch begun = new CountDownLatch(0);

  @TempDir Path folder;

  static final class Box extends Actor {
    record Thing(int number, int depth) {
      Thing {
        if (broken && number > 0) {
          throw new IllegalArgumentException("its time is over");
        }
        if (depth == HELD) {
          begun.countDown();
          Uninterruptibly.await(ended);
        }
        down(depth);
      }

      private static int down(int depth) {
        return depth == 0 ? 0 : 1 + down(depth - 1);
      }
    }

    final Relation<Integer, Thing> things = relation("things", Thing.class, Thing::number);

    /** Adds a thing, and returns how many there are. */
    record Put(int depth) implements Procedure<Box, Integer> {
      @Override
      public Integer run(Box box) {
        int number = (int) box.things.select().count() + 1;
        box.things.insert(new Thing(number, depth));
        return number;
      }
    }
  }

  private static final RelationalApplication APPLICATION =
      new RelationalApplication(
          JavaApplication.named("boxes").actor("Box", Box::new).procedures(Box.Put.class).build(),
          null);

  @AfterEach
  void mend() {
    broken = false;
    ended.countDown();
  }

  private static CompletableFuture<Outcome> put(Node at, String box, int depth, long nanos) {
    ActorType type = Objects.requireNonNull(APPLICATION.type("Box"));
    ProcedureAction action = (ProcedureAction) Objects.requireNonNull(type.action("Put"));
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    at.submit(
        new TransactionRequest(
            List.of(action.call(new ActorId("Box", box), new Box.Put(depth))), null, nanos),
        outcome::complete);
    return outcome;
  }

  private static Outcome put(Node at, String box, int depth) throws Exception {
    return put(at, box, depth, TIMEOUT_NANOS).get(2 * TIMEOUT_NANOS, TimeUnit.NANOSECONDS);
  }

  private static void assertPuts(Node at, String box, int number) throws Exception {
    assertThat(put(at, box, 0))
        .isInstanceOfSatisfying(
            Outcome.Committed.class,
            done ->
                assertThat(
                        ((ProcedureResult) Objects.requireNonNull(done.results().getFirst()))
                            .value())
                    .isEqualTo(number));
  }

  private OpenNodes open(Deployment deployment, int seed) throws Exception {
    LocalNodes nodes = new LocalNodes(ExecutorMode.best());
    return ReadingStack.call(() -> nodes.open(APPLICATION, deployment, folder, seed));
  }

  private static Deployment integrated(Protocol protocol) {
    return new IntegratedCell(protocol, Cell.Architecture.S2, ExecutorMode.best()).deployment();
  }

  private static void awaitReady(OpenNodes open) throws Exception {
    Await.that(
        "all are ready",
        () -> open.nodes().stream().allMatch(node -> node.readiness().lasting() == null));
  }

  /** Waits until each replica has executed all that was asked for: an answer may come of one. */
  private static void awaitExecuted(OpenNodes open) throws Exception {
    Await.that(
        "all have executed all",
        () ->
            open.nodes().stream()
                .allMatch(node -> node.statistics().members().coordinating() == 0));
  }

  @ParameterizedTest
  @EnumSource(names = {"TAPIR", "JANUS"})
  void whatCannotBeReadNowIsRefusedAndNoHostEnds(Protocol protocol) throws Exception {
    try (OpenNodes open = open(integrated(protocol), 1)) {
      assertPuts(open.node(), "one", 1);
      awaitExecuted(open);
      broken = true;
      for (Node node : open.nodes()) {
        assertThat(put(node, "one", 0))
            .isInstanceOfSatisfying(
                Outcome.Aborted.class,
                refused -> assertThat(refused.reason().code()).isEqualTo(Reason.INTERNAL_ERROR));
        CompletableFuture<String> read = new CompletableFuture<>();
        node.read(
            new ActorId("Box", "one"), TIMEOUT_NANOS, answer -> read.complete(answer.toString()));
        assertThat(read.get(2 * TIMEOUT_NANOS, TimeUnit.NANOSECONDS)).contains("cannot be read");
      }
      awaitExecuted(open);
      broken = false;
      for (int number = 0; number < open.nodes().size(); number++) {
        assertPuts(open.nodes().get(number), "one", number + 2);
      }
      awaitReady(open);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"TAPIR", "JANUS"})
  void whatIsReadForeverHoldsNoMachine(Protocol protocol) throws Exception {
    try (OpenNodes open = open(integrated(protocol), 2)) {
      assertThat(put(open.node(), "one", HELD)).isInstanceOf(Outcome.Committed.class);
      awaitExecuted(open);
      begun = new CountDownLatch(1);
      ended = new CountDownLatch(1);
      Node node = open.node();
      CompletableFuture<Outcome> held = put(node, "one", 0, 100_000_000);
      assertThat(begun.await(2 * TIMEOUT_NANOS, TimeUnit.NANOSECONDS)).isTrue();
      // Each box has an executor by its name: some of these are not that of the first one.
      List<CompletableFuture<Outcome>> others =
          IntStream.range(0, 4).mapToObj(box -> put(node, "box " + box, 0, TIMEOUT_NANOS)).toList();
      Await.that(
          "some have committed",
          () -> others.stream().anyMatch(it -> it.getNow(null) instanceof Outcome.Committed));
      ended.countDown();
      assertThat(held.get(2 * TIMEOUT_NANOS, TimeUnit.NANOSECONDS)).isNotNull();
      awaitReady(open);
    }
  }

  @Test
  void followersAndStartsReadWhatAnExecutorHasMade() throws Exception {
    Deployment deployment = Cell.deployment(Cell.replicated("multipaxos", Cell.Architecture.S2, 3));
    try (OpenNodes open = open(deployment, 3)) {
      assertThat(put(open.node(), "one", DEEP)).isInstanceOf(Outcome.Committed.class);
      assertPuts(open.node(), "one", 2);
      awaitReady(open);
    }
    try (OpenNodes open = open(deployment, 4)) {
      assertPuts(open.node(), "one", 3);
      awaitReady(open);
    }
  }
}
