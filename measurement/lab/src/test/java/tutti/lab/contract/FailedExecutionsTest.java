package tutti.lab.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.engine.node.Node;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.runtime.ExecutorMode;
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
 * A procedure that overflows the stack: under Janus each replica executes it by itself, and how
 * deep a stack goes differs from one to the next. No host is told to have diverged for that.
 */
class FailedExecutionsTest {
  /** The runs of the procedure in this process; the first one of each request has no effect. */
  private static final AtomicInteger RUNS = new AtomicInteger();

  private static volatile IntPredicate overflows = _ -> false;

  private static final long TIMEOUT_NANOS = 60_000_000_000L;

  @TempDir Path folder;

  static final class Stair extends Actor {
    record Step(int number) {}

    final Relation<Integer, Step> steps = relation("steps", Step.class, Step::number);

    /** Adds a step, and returns how many there are. */
    record Climb(int depth) implements Procedure<Stair, Integer> {
      @Override
      public Integer run(Stair stair) {
        if (overflows.test(RUNS.getAndIncrement())) {
          throw new StackOverflowError("a test");
        }
        int number = (int) stair.steps.select().count();
        stair.steps.insert(new Step(number + down(depth)));
        return number + 1;
      }

      private static int down(int depth) {
        return depth == 0 ? 0 : down(depth - 1);
      }
    }
  }

  /** Takes a load, and does nothing with it. */
  record Take(String load) implements Procedure<Stair, Integer> {
    @Override
    public Integer run(Stair stair) {
      return load.length();
    }
  }

  /** Gives a load to its own actor again and again. */
  record Carry(int times) implements Procedure<Stair, Integer> {
    @Override
    public Integer run(Stair stair) {
      String load = "x".repeat(1 << 20);
      int carried = 0;
      for (int i = 0; i < times; i++) {
        carried += stair.actor(Stair.class, "one").call(new Take(load)).get();
      }
      return carried;
    }
  }

  private static final RelationalApplication APPLICATION =
      new RelationalApplication(
          JavaApplication.named("stairs")
              .actor("Stair", Stair::new)
              .procedures(Stair.Climb.class, Take.class, Carry.class)
              .build(),
          null);

  private static CompletableFuture<Outcome> climb(Node at, int depth) {
    return call(at, "Climb", new Stair.Climb(depth));
  }

  private static CompletableFuture<Outcome> call(
      Node at, String procedure, Procedure<Stair, Integer> body) {
    ActorType type = Objects.requireNonNull(APPLICATION.type("Stair"));
    ProcedureAction action = (ProcedureAction) Objects.requireNonNull(type.action(procedure));
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    at.submit(
        new TransactionRequest(
            List.of(action.call(new ActorId("Stair", "one"), body)), null, TIMEOUT_NANOS),
        outcome::complete);
    return outcome;
  }

  private OpenNodes open(int seed) throws Exception {
    Deployment deployment =
        new IntegratedCell(Protocol.JANUS, Cell.Architecture.S2, ExecutorMode.best()).deployment();
    return new LocalNodes(ExecutorMode.best()).open(APPLICATION, deployment, folder, seed);
  }

  /** One request, of which those runs overflow: 0 is the one without effect. */
  private CompletableFuture<Outcome> overflow(OpenNodes open, IntPredicate runs) {
    RUNS.set(0);
    overflows = runs;
    return climb(open.nodes().getFirst(), 0);
  }

  private static boolean hasFailed(Node node) {
    return String.valueOf(node.readiness().lasting()).contains("asks the other hosts");
  }

  private static void awaitFailures(OpenNodes open, int many) throws Exception {
    Await.that(
        many + " processes would end",
        () -> open.nodes().stream().filter(FailedExecutionsTest::hasFailed).count() == many);
  }

  /** Each node adds a step, and sees those that were there; none has diverged. */
  private static void eachClimbs(OpenNodes open, int from) throws Exception {
    int next = from;
    for (Node node : open.nodes()) {
      Outcome outcome = climb(node, 0).get(2 * TIMEOUT_NANOS, TimeUnit.NANOSECONDS);
      assertThat(steps(outcome)).isEqualTo(++next);
    }
    assertThat(open.nodes()).extracting(FailedExecutionsTest::diverged).containsOnly(0L);
    assertThat(open.nodes()).extracting(node -> node.readiness().lasting()).containsOnlyNulls();
  }

  private static long diverged(Node node) {
    return node.statistics().committing().integrated().counted().get("diverged");
  }

  private static int steps(Outcome outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Committed.class);
    ProcedureResult result = (ProcedureResult) ((Outcome.Committed) outcome).results().getFirst();
    return (Integer) Objects.requireNonNull(Objects.requireNonNull(result).value());
  }

  /**
   * A client looks for the depth at which the stack of one host overflows and that of another does
   * not. Hosts that end are started again, as by a supervisor.
   */
  @Test
  void thirteenRequestsOfABisectionLeaveThreeHostsThatAgree() throws Exception {
    overflows = _ -> false;
    int least = 1_000;
    int most = 4_000_000;
    OpenNodes open = open(10);
    try {
      for (int request = 0; request < 13; request++) {
        int depth = (least + most) / 2;
        OpenNodes now = open;
        CompletableFuture<Outcome> outcome = climb(now.nodes().get(request % 3), depth);
        Await.that(
            "an answer, or an end",
            () ->
                outcome.isDone() || now.nodes().stream().anyMatch(FailedExecutionsTest::hasFailed));
        if (outcome.isDone() && outcome.get() instanceof Outcome.Committed) {
          least = depth;
        } else {
          most = depth;
        }
        if (now.nodes().stream().anyMatch(FailedExecutionsTest::hasFailed)) {
          now.close();
          open = open(11 + request);
        }
      }
      int steps = steps(climb(open.node(), 0).get(2 * TIMEOUT_NANOS, TimeUnit.NANOSECONDS));
      eachClimbs(open, steps);
    } finally {
      open.close();
    }
  }

  @Test
  void aHostThatOverflowsAloneExecutesWhatTheOthersHave() throws Exception {
    try (OpenNodes open = open(1)) {
      Outcome outcome =
          overflow(open, run -> run == 2).get(2 * TIMEOUT_NANOS, TimeUnit.NANOSECONDS);
      assertThat(outcome).isInstanceOf(Outcome.Committed.class);
      awaitFailures(open, 1);
    }
    overflows = _ -> false;
    try (OpenNodes open = open(2)) {
      eachClimbs(open, 1);
    }
  }

  @Test
  void whereAllOverflowAllRefuseItBeforeAnyExecutesItAgain() throws Exception {
    try (OpenNodes open = open(3)) {
      overflow(open, run -> run > 0);
      awaitFailures(open, 3);
    }
    int runs = RUNS.get();
    try (OpenNodes open = open(4)) {
      overflows = _ -> false;
      eachClimbs(open, 0);
      // Each of three requests is executed once without effect, and then by three replicas.
      Await.that("all replicas have executed all", () -> RUNS.get() >= runs + 3 * 4);
      assertThat(RUNS.get()).isEqualTo(runs + 3 * 4);
    }
  }

  /** One node decides by its run without effect: that is a refusal, and nothing was ordered. */
  @Test
  void whatOverflowsWithoutEffectIsRefused() throws Exception {
    try (OpenNodes open = open(5)) {
      Outcome outcome =
          overflow(open, run -> run == 0).get(2 * TIMEOUT_NANOS, TimeUnit.NANOSECONDS);
      assertThat(outcome)
          .isInstanceOfSatisfying(
              Outcome.Aborted.class,
              aborted -> assertThat(aborted.reason().code()).isEqualTo(Reason.INTERNAL_ERROR));
      assertThat(RUNS.get()).isEqualTo(1);
      overflows = _ -> false;
      eachClimbs(open, 0);
      carries(open.node());
    }
  }

  /** More than 256 loads of 1 MiB, beside 256 values that are not counted. */
  private static void carries(Node node) throws Exception {
    Outcome some = call(node, "Carry", new Carry(8)).get(2 * TIMEOUT_NANOS, TimeUnit.NANOSECONDS);
    assertThat(some).isInstanceOf(Outcome.Committed.class);
    Outcome many = call(node, "Carry", new Carry(600)).get(2 * TIMEOUT_NANOS, TimeUnit.NANOSECONDS);
    assertThat(many)
        .isInstanceOfSatisfying(
            Outcome.Aborted.class,
            aborted -> {
              assertThat(aborted.reason().code()).isEqualTo("too-much-work");
              assertThat(aborted.reason().message())
                  .contains("at most 256 MiB of arguments, results and rows");
            });
  }
}
