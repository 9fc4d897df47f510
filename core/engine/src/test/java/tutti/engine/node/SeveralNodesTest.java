package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.Call;

/** Transactions over several nodes in one process, joined by a network in memory. */
class SeveralNodesTest {
  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(ConcurrencyControlKind.class)
  void anyNodeTakesTransfersBetweenAnyAccounts(ConcurrencyControlKind control) throws Exception {
    try (Nodes nodes = new Nodes(folder, control, 3)) {
      for (int i = 0; i < 12; i++) {
        assertThat(nodes.at(i).run(nodes.bank().call("a" + i, "open", 100L)))
            .isInstanceOf(Outcome.Committed.class);
      }
      for (int i = 0; i < 36; i++) {
        Outcome outcome =
            nodes
                .at(i)
                .run(
                    nodes
                        .bank()
                        .transfer("t" + i, "book", 1L, "a" + i % 12, "a" + (i + 1 + i / 12) % 12));
        assertThat(outcome).isInstanceOf(Outcome.Committed.class);
        assertThat(nodes.at(i + 1).status(outcome.transaction()))
            .isEqualTo(new TransactionStatus.Ended(outcome));
      }
      for (int i = 0; i < 12; i++) {
        assertThat(nodes.at(i).balance("a" + i)).isEqualTo(100);
      }
      assertThat(nodes.at(0).list("Account", null, 100, null).items()).hasSize(12);
      assertThat(nodes.at(1).list("Transfer", null, 7, null).items()).hasSize(7);
    }
  }

  @ParameterizedTest
  @EnumSource(ConcurrencyControlKind.class)
  void aRefusalOnAnotherNodeUndoesAll(ConcurrencyControlKind control) throws Exception {
    try (Nodes nodes = new Nodes(folder, control, 3)) {
      for (int i = 0; i < 6; i++) {
        nodes.at(i).run(nodes.bank().call("a" + i, "open", 10L));
      }
      for (int i = 0; i < 18; i++) {
        Outcome outcome =
            nodes
                .at(i)
                .run(
                    nodes
                        .bank()
                        .transfer("t" + i, "book", 11L, "a" + i % 6, "a" + (i + 1 + i / 6) % 6));
        assertThat(outcome)
            .isInstanceOfSatisfying(
                Outcome.Aborted.class,
                aborted -> assertThat(aborted.reason().code()).isEqualTo("insufficient"));
      }
      for (int i = 0; i < 6; i++) {
        assertThat(nodes.at(i).balance("a" + i)).isEqualTo(10);
        assertThat(nodes.at(i).run(nodes.bank().call("a" + i, "deposit", 5L)))
            .isInstanceOf(Outcome.Committed.class);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("tutti.engine.deployment.SomeControls#inTurn")
  void everythingIsThereAfterAllNodesWereKilled(ConcurrencyControlKind control) throws Exception {
    List<CompletableFuture<Outcome>> started = new ArrayList<>();
    try (Nodes nodes = new Nodes(folder, control, 3)) {
      for (int i = 0; i < 6; i++) {
        nodes.at(i).run(nodes.bank().call("a" + i, "open", 1000L));
      }
      for (int i = 0; i < 200; i++) {
        started.add(
            nodes
                .at(i)
                .start(
                    nodes
                        .bank()
                        .transfer("t" + i, "book", 1L, "a" + i % 6, "a" + (i + 1 + i / 60) % 6)));
      }
      RunningNode.await(started.get(60));
      nodes.abandon();
    }
    long committed =
        started.stream().filter(it -> it.getNow(null) instanceof Outcome.Committed).count();
    try (Nodes nodes = new Nodes(folder, control, 3)) {
      nodes.awaitNothingInDoubt();
      long sum = 0;
      for (int i = 0; i < 6; i++) {
        sum += nodes.at(i).balance("a" + i);
      }
      assertThat(sum).isEqualTo(6000);
      int booked = nodes.at(0).list("Transfer", "booked", 500, null).items().size();
      assertThat(booked).isBetween((int) committed, 200);
    }
  }

  @Test
  void aKeyWhoseHomeIsAnotherNodeIsAnsweredByAll() throws Exception {
    try (Nodes nodes = new Nodes(folder, ConcurrencyControlKind.PATH_SENSITIVE, 3)) {
      nodes.at(0).run(nodes.bank().call("a", "open", 10L));
      TransactionRequest deposit =
          new TransactionRequest(
              List.of(nodes.bank().call("a", "deposit", 5L)),
              new Idempotency("once", 7),
              RunningNode.TIMEOUT_NANOS);
      Outcome first = RunningNode.await(nodes.at(0).start(deposit));
      assertThat(first).isInstanceOf(Outcome.Committed.class);
      for (int i = 1; i < 6; i++) {
        assertThat(RunningNode.await(nodes.at(i).start(deposit))).isEqualTo(first);
      }
      assertThat(nodes.at(1).balance("a")).isEqualTo(15);
    }
  }

  @Test
  void whatNeedsANodeThatIsDownIsRefusedAndTheRestGoesOn() throws Exception {
    try (Nodes nodes = new Nodes(folder, ConcurrencyControlKind.PATH_SENSITIVE, 3)) {
      for (int i = 0; i < 12; i++) {
        nodes.at(i).run(nodes.bank().call("a" + i, "open", 100L));
      }
      nodes.stop(2);
      int refused = 0;
      int done = 0;
      for (int i = 0; i < 12; i++) {
        Outcome outcome = nodes.at(i % 2).run(nodes.bank().call("a" + i, "deposit", 1L));
        if (outcome instanceof Outcome.Aborted aborted) {
          assertThat(aborted.reason().code()).isEqualTo("node-unavailable");
          assertThat(aborted.reason().retryable()).isTrue();
          refused++;
        } else {
          done++;
        }
      }
      assertThat(refused).isPositive();
      assertThat(done).isPositive();
      nodes.start(2);
      for (int i = 0; i < 12; i++) {
        assertThat(nodes.at(i).balance("a" + i)).isGreaterThanOrEqualTo(100);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"OPTIMISTIC", "NO_WAIT", "WAIT_DIE", "WOUND_WAIT", "TL2"})
  void whereNobodyDeadlocksTransactionsAgainstEachOtherCommit(ConcurrencyControlKind control)
      throws Exception {
    try (Nodes nodes = new Nodes(folder, control, 2)) {
      String a = Homes.accountOn(0, 2);
      String b = Homes.accountOn(1, 2);
      nodes.at(0).run(nodes.bank().call(a, "open", 100L));
      nodes.at(0).run(nodes.bank().call(b, "open", 100L));
      for (int number = 0; number < 100; number++) {
        var one = nodes.at(0).start(nodes.bank().transfer("t" + number, "chain", a, b));
        var two = nodes.at(1).start(nodes.bank().transfer("u" + number, "chain", b, a));
        assertThat(RunningNode.await(one)).isInstanceOf(Outcome.Committed.class);
        assertThat(RunningNode.await(two)).isInstanceOf(Outcome.Committed.class);
      }
      assertThat(nodes.at(0).balance(a) + nodes.at(1).balance(b)).isEqualTo(200);
      assertThat(nodes.deadlocks()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"TWO_PHASE_LOCKING", "PATH_SENSITIVE"})
  void deadlocksAcrossNodesAreBroken(ConcurrencyControlKind control) throws Exception {
    try (Nodes nodes = new Nodes(folder, control, 2)) {
      String a = Homes.accountOn(0, 2);
      String b = Homes.accountOn(1, 2);
      nodes.at(0).run(nodes.bank().call(a, "open", 100L));
      nodes.at(0).run(nodes.bank().call(b, "open", 100L));
      long opened = 200;
      for (int round = 0; nodes.deadlocks() == 0; round++) {
        assertThat(round).as("rounds until the first deadlock").isLessThan(2000);
        // As long as one of them is empty, one drains nothing, and is in nobody's way.
        nodes.at(0).run(nodes.bank().call(a, "deposit", 1L));
        nodes.at(1).run(nodes.bank().call(b, "deposit", 1L));
        opened += 2;
        List<CompletableFuture<Outcome>> begun = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
          boolean forth = (i + round) % 2 == 0;
          Call chain =
              nodes.bank().transfer("t" + round + "-" + i, "chain", forth ? a : b, forth ? b : a);
          begun.add(nodes.at(forth ? 0 : 1).start(chain));
        }
        for (CompletableFuture<Outcome> each : begun) {
          assertThat(RunningNode.await(each)).isInstanceOf(Outcome.Committed.class);
        }
      }
      assertThat(nodes.at(0).balance(a) + nodes.at(1).balance(b)).isEqualTo(opened);
    }
  }

  static Deployment deployment(ConcurrencyControlKind control) {
    return Deployment.DEFAULT.toBuilder()
        .concurrencyControl(control)
        .containers(1)
        .executors(1)
        .journal(new Deployment.JournalSettings(1 << 20, 1 << 20, java.time.Duration.ZERO))
        .build();
  }
}
