package tutti.engine.procedure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.procedure.RunningMarket.Setup;
import tutti.engine.runtime.ExecutorMode;
import tutti.engine.transaction.outcome.RetryCause;
import tutti.engine.transaction.submission.Outcome;
import tutti.programs.Link;
import tutti.programs.Link.Gates;

/**
 * A dry run finds the actors that only rows and states tell, and how often they are used; what it
 * has found is checked when the transaction runs.
 */
class DryRunTest {
  private static final AtomicInteger GATES = new AtomicInteger();

  /** The number of nodes, of which the first one coordinates. */
  private static RunningMarket market(int nodes) throws Exception {
    return new RunningMarket(
        new Setup(ConcurrencyControlKind.VERSIONING, nodes, 1, 2, ExecutorMode.best()));
  }

  private static String gate() {
    return "dry run " + GATES.incrementAndGet();
  }

  /** A key of a link on one of the nodes: on the last one if there are more. */
  private static String key(RunningMarket it, String begin, int node) {
    return it.key("Link", begin, Math.min(node, it.nodes.size() - 1));
  }

  private static void point(RunningMarket it, String from, String name, String to)
      throws Exception {
    assertThat(it.run(Link.class, from, new Link.Point(name, to, "")))
        .isInstanceOf(Outcome.Committed.class);
  }

  /** Holds an actor until the gate is opened. */
  private static CompletableFuture<Outcome> hold(
      RunningMarket it, String key, String name, String to, String gate) throws Exception {
    CompletableFuture<Outcome> holds = it.start(Link.class, key, new Link.Point(name, to, gate));
    await(gate + " is awaited");
    return holds;
  }

  private static void await(String gate) throws InterruptedException {
    CountDownLatch latch = Gates.of(gate);
    assertThat(latch.await(60, TimeUnit.SECONDS)).as(gate).isTrue();
  }

  private static long retries(RunningMarket it, RetryCause cause) {
    return it.nodes.stream()
        .mapToLong(
            node -> node.statistics().transactions().retriesByCause().getOrDefault(cause, 0L))
        .sum();
  }

  private static @Nullable Object value(CompletableFuture<Outcome> outcome) throws Exception {
    return RunningMarket.value(outcome.get(60, TimeUnit.SECONDS));
  }

  private static long waiting(RunningMarket it) {
    return it.nodes.stream().mapToLong(node -> node.statistics().waits().waiting()).sum();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void anActorThatOnlyARowTellsHasItsPlaceFromTheStart(int nodes) throws Exception {
    try (RunningMarket it = market(nodes)) {
      String a = key(it, "a", 0);
      String b = key(it, "b", 1);
      String c = key(it, "c", 2);
      point(it, a, "next", b);
      point(it, b, "next", c);
      String gate = gate();
      CompletableFuture<Outcome> holds = hold(it, c, "next", "", gate);

      CompletableFuture<Outcome> follows = it.start(Link.class, a, new Link.Follow(2));
      it.awaitThat(() -> waiting(it) > 0);
      Gates.of(gate).countDown();

      assertThat(value(follows)).isEqualTo(c);
      assertThat(holds.get(60, TimeUnit.SECONDS)).isInstanceOf(Outcome.Committed.class);
      assertThat(retries(it, RetryCause.MOVED_KEY)).isZero();
    }
  }

  @Test
  void aKeyThatHasMovedBeginsAnew() throws Exception {
    try (RunningMarket it = market(1)) {
      point(it, "a", "next", "b");
      String moves = gate();
      String holds = gate();
      CompletableFuture<Outcome> moved = hold(it, "a", "next", "c", moves);
      CompletableFuture<Outcome> held = hold(it, "c", "next", "", holds);

      CompletableFuture<Outcome> follows = it.start(Link.class, "a", new Link.Follow(1));
      it.awaitThat(() -> waiting(it) > 0);
      Gates.of(moves).countDown();
      it.awaitThat(() -> retries(it, RetryCause.MOVED_KEY) == 1);
      Gates.of(holds).countDown();

      assertThat(value(follows)).isEqualTo("c");
      assertThat(moved.get(60, TimeUnit.SECONDS)).isInstanceOf(Outcome.Committed.class);
      assertThat(held.get(60, TimeUnit.SECONDS)).isInstanceOf(Outcome.Committed.class);
      assertThat(retries(it, RetryCause.MOVED_KEY)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void anActorIsReleasedAfterTheUsesThatWereFound(int nodes) throws Exception {
    try (RunningMarket it = market(nodes)) {
      String a = key(it, "a", 0);
      String b = key(it, "b", 1);
      String c = key(it, "c", 2);
      point(it, a, "next", b);
      point(it, a, "other", c);
      String gate = gate();
      CompletableFuture<Outcome> holds = hold(it, c, "next", "", gate);
      CompletableFuture<Outcome> both = it.start(Link.class, a, new Link.Both());
      it.awaitThat(() -> waiting(it) > 0);

      String next = gate();
      CompletableFuture<Outcome> after = it.start(Link.class, b, new Link.Point("next", "", next));
      await(next + " is awaited");
      assertThat(both.isDone())
          .as("the actor is used before the one that has released it")
          .isFalse();
      Gates.of(gate).countDown();
      Gates.of(next).countDown();

      assertThat(value(both)).isEqualTo(b + c);
      assertThat(after.get(60, TimeUnit.SECONDS)).isInstanceOf(Outcome.Committed.class);
      assertThat(holds.get(60, TimeUnit.SECONDS)).isInstanceOf(Outcome.Committed.class);
      assertThat(retries(it, RetryCause.SUPREMUM)).isZero();
    }
  }

  @Test
  void onlyWhatIsPureRunsTwice() throws Exception {
    try (RunningMarket it = market(1)) {
      point(it, "a", "next", "b");
      int before = Link.Runs.ALL.get();
      assertThat(it.value(Link.class, "a", new Link.Counted())).isEqualTo("b");
      assertThat(Link.Runs.ALL.get()).isEqualTo(before + 1);

      assertThat(it.value(Link.class, "a", new Link.Uncounted())).isEqualTo("b");
      assertThat(Link.Runs.ALL.get()).as("run dry, and run").isEqualTo(before + 3);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void anInstanceThatOnlyAnotherOneTellsHasItsPlaceFromTheStart(int nodes) throws Exception {
    try (RunningMarket it = market(nodes)) {
      String a = it.key("Account", "a", 0);
      String b = it.key("Account", "b", Math.min(1, nodes - 1));
      it.run(it.bank.call(a, "open", 100L));
      it.run(it.bank.call(b, "open", 0L));
      String gate = gate();
      CompletableFuture<Outcome> holds =
          it.start(it.call(Link.class, key(it, "l", 0), new Link.HappensAndWaits(b, gate)));
      await(gate + " is awaited");

      CompletableFuture<Outcome> chain =
          it.start(it.bank.transfer(it.key("Transfer", "t", 0), "chain", a, b));
      it.awaitThat(() -> waiting(it) > 0);
      Gates.of(gate).countDown();

      assertThat(chain.get(60, TimeUnit.SECONDS)).isInstanceOf(Outcome.Committed.class);
      assertThat(holds.get(60, TimeUnit.SECONDS)).isInstanceOf(Outcome.Committed.class);
      assertThat(retries(it, RetryCause.MOVED_KEY)).isZero();
    }
  }
}
