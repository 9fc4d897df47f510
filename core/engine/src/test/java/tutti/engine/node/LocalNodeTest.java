package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.container.Placement;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.Deployment.Isolation;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.Call;
import tutti.model.testing.Await;
import tutti.model.testing.Effort;

/** The promises of a node, over concurrency control × isolation × containers × executors. */
class LocalNodeTest {

  static List<Deployment> deployments() {
    List<Deployment> all = new ArrayList<>();
    for (ConcurrencyControlKind control : ConcurrencyControlKind.values()) {
      for (Isolation isolation : Isolation.values()) {
        for (int containers : new int[] {1, 3}) {
          all.add(deployment(control, isolation, containers));
        }
      }
    }
    return all;
  }

  static List<Deployment> someDeployments() {
    return Effort.some(deployments());
  }

  static Deployment deployment(
      ConcurrencyControlKind control, Isolation isolation, int containers) {
    return Deployment.DEFAULT.toBuilder()
        .concurrencyControl(control)
        .isolation(isolation)
        .durability(Durability.OFF)
        .containers(containers)
        .executors(containers == 1 ? 2 : containers)
        .placement(new Placement.Hash())
        .transactionTimeout(Duration.ofSeconds(5))
        .build();
  }

  @ParameterizedTest
  @MethodSource("deployments")
  void happensOnAllActorsOrOnNone(Deployment deployment) throws Exception {
    try (RunningNode it = new RunningNode(deployment, null)) {
      it.run(it.bank.call("a", "open", 100L), it.bank.call("b", "open", 0L));

      Outcome booked = it.run(it.bank.transfer("t1", "book", 30L, "a", "b"));
      Outcome refused = it.run(it.bank.transfer("t2", "book", 71L, "a", "b"));

      assertThat(booked).isInstanceOf(Outcome.Committed.class);
      assertThat(refused)
          .isInstanceOfSatisfying(
              Outcome.Aborted.class,
              aborted -> {
                assertThat(aborted.reason().code()).isEqualTo("insufficient");
              });
      assertThat(it.balance("a")).isEqualTo(70);
      assertThat(it.balance("b")).isEqualTo(30);
      assertThat(it.read("Transfer", "t2")).isInstanceOf(Node.ReadResult.Missing.class);
      assertThat(it.status(refused.transaction())).isEqualTo(new TransactionStatus.Ended(refused));
    }
  }

  /** Or a name would be given twice, and tell of another transaction. */
  @Test
  void whatKeepsNothingSaysNothingOfTransactionsBeforeItsStart() throws Exception {
    Deployment off = deployments().getFirst();
    try (RunningNode first = new RunningNode(off, null)) {
      Outcome opened = first.run(first.bank.call("a", "open", 1L));
      for (int start = 0; start < 4; start++) {
        try (RunningNode next = new RunningNode(off, null)) {
          Outcome other = next.run(next.bank.call("b", "open", 1L));
          assertThat(other.transaction()).isNotEqualTo(opened.transaction());
          assertThat(next.status(opened.transaction())).isEqualTo(new TransactionStatus.Unknown());
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("deployments")
  void followsPartnersThatDependOnState(Deployment deployment) throws Exception {
    try (RunningNode it = new RunningNode(deployment, null)) {
      it.run(it.bank.call("a", "open", 42L), it.bank.call("b", "open", 1L));

      it.run(it.bank.transfer("t", "chain", "a", "b"));

      assertThat(it.balance("a")).isZero();
      assertThat(it.balance("b")).isEqualTo(43);
    }
  }

  @ParameterizedTest
  @MethodSource("deployments")
  void refusesAnUnknownPartnerAndAnInstanceTwice(Deployment deployment) throws Exception {
    try (RunningNode it = new RunningNode(deployment, null)) {
      it.run(it.bank.call("a", "open", 42L));

      assertThat(code(it.run(it.bank.call("a", "drain", "nobody")))).isEqualTo("unknown-partner");
      assertThat(code(it.run(it.bank.call("a", "drain", "a")))).isEqualTo("instance-twice");
      assertThat(code(it.run(it.bank.call("x", "deposit", 1L)))).isEqualTo("no-such-instance");
      assertThat(it.balance("a")).isEqualTo(42);
      assertThat(it.node.statistics().containers().actors()).isEqualTo(1);
    }
  }

  /**
   * The precondition looks at other actors, so that the request is refused when these have been
   * seen.
   */
  @ParameterizedTest
  @MethodSource("deployments")
  void refusedRequestsForOddKeysLeaveNothingBehind(Deployment deployment) throws Exception {
    try (RunningNode it = new RunningNode(deployment, null)) {
      it.run(it.bank.call("a", "open", 42L));

      for (int i = 0; i < 10; i++) {
        assertThat(code(it.run(it.bank.transfer("t" + i, "book", 1L, "a", "odd" + i))))
            .isEqualTo("not-open");
        assertThat(code(it.run(it.bank.transfer("u" + i, "book", 43L, "a", "a"))))
            .isNotEqualTo("not-open");
      }

      Nodes.awaitThat(() -> it.node.statistics().containers().actors() == 1);
    }
  }

  @ParameterizedTest
  @MethodSource("deployments")
  void everythingSeesTheStateBeforeTheTransaction(Deployment deployment) throws Exception {
    try (RunningNode it = new RunningNode(deployment, null)) {
      it.run(it.bank.call("a", "open", 10L), it.bank.call("b", "open", 20L));

      it.run(it.bank.call("a", "match", "b"), it.bank.call("b", "match", "a"));

      assertThat(it.balance("a")).isEqualTo(20);
      assertThat(it.balance("b")).isEqualTo(10);
    }
  }

  @ParameterizedTest
  @MethodSource("deployments")
  void aNegatedSyncHoldsWhenTheEventWouldBeRefused(Deployment deployment) throws Exception {
    try (RunningNode it = new RunningNode(deployment, null)) {
      it.run(it.bank.call("a", "open", 0L), it.bank.call("b", "open", 5L));

      assertThat(it.run(it.bank.call("a", "unless", "b", 6L)))
          .isInstanceOf(Outcome.Committed.class);
      assertThat(code(it.run(it.bank.call("a", "unless", "b", 5L)))).isEqualTo("negated-sync");
      assertThat(it.balance("a")).isEqualTo(6);
    }
  }

  @ParameterizedTest
  @MethodSource("someDeployments")
  void conservesMoneyUnderConcurrencyAndBreaksDeadlocks(Deployment deployment) throws Exception {
    try (RunningNode it = new RunningNode(deployment, null)) {
      int accounts = 6;
      for (int i = 0; i < accounts; i++) {
        it.run(it.bank.call("a" + i, "open", 1000L));
      }
      List<CompletableFuture<Outcome>> running = new ArrayList<>();
      for (int i = 0; i < 400; i++) {
        String from = "a" + i * 7 % accounts;
        String to = "a" + (i * 7 + 1 + i % 5) % accounts;
        if (i % 4 == 0 && !from.equals(to)) {
          running.add(it.start(patient(it.bank.transfer("c" + i, "chain", from, to))));
        } else {
          running.add(it.start(patient(it.bank.transfer("t" + i, "book", 1L + i % 90, from, to))));
        }
      }
      for (CompletableFuture<Outcome> outcome : running) {
        if (RunningNode.await(outcome) instanceof Outcome.Aborted(var id, var reason)) {
          assertThat(reason).as(reason.message()).isInstanceOf(Reason.Refused.class);
        }
      }
      long sum = 0;
      for (int i = 0; i < accounts; i++) {
        sum += it.balance("a" + i);
      }
      assertThat(sum).isEqualTo(1000L * accounts);
      assertThat(it.node.statistics().waits().waiting()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("deployments")
  void anIdempotencyKeyMakesARequestHappenOnce(Deployment deployment) throws Exception {
    try (RunningNode it = new RunningNode(deployment, null)) {
      it.run(it.bank.call("a", "open", 0L));
      TransactionRequest request = keyed(it, "k", 1, 10L);

      Outcome first = RunningNode.await(it.start(request));
      Outcome second = RunningNode.await(it.start(request));
      Outcome other = RunningNode.await(it.start(keyed(it, "k", 2, 11L)));

      assertThat(second).isEqualTo(first);
      assertThat(other)
          .isInstanceOfSatisfying(
              Outcome.Aborted.class,
              aborted -> {
                assertThat(aborted.reason()).isEqualTo(new Reason.KeyReused("k"));
              });
      assertThat(it.balance("a")).isEqualTo(10);
    }
  }

  /** A request whose deadline does not pass because the machine is busy. */
  private static TransactionRequest patient(Call call) {
    return new TransactionRequest(List.of(call), null, Await.LIMIT.toNanos());
  }

  private static TransactionRequest keyed(
      RunningNode it, String key, long fingerprint, long amount) {
    return new TransactionRequest(
        List.of(it.bank.call("a", "deposit", amount)),
        new TransactionRequest.Idempotency(key, fingerprint),
        RunningNode.TIMEOUT_NANOS);
  }

  @ParameterizedTest
  @MethodSource("deployments")
  void listsInTheOrderOfKeysPageByPage(Deployment deployment) throws Exception {
    try (RunningNode it = new RunningNode(deployment, null)) {
      for (String key : new String[] {"d", "b", "a", "c", "e"}) {
        it.run(it.bank.call(key, "open", 0L));
      }
      it.run(it.bank.call("c", "close"));

      Node.Page first = it.list("Account", "opened", 2, null);
      Node.Page second = it.list("Account", "opened", 2, first.next());
      Node.Page all = it.list("Account", null, 5, null);

      assertThat(keys(first)).containsExactly("a", "b");
      assertThat(keys(second)).containsExactly("d", "e");
      assertThat(second.next()).isNull();
      assertThat(keys(all)).containsExactly("a", "b", "c", "d", "e");
    }
  }

  private static List<String> keys(Node.Page page) {
    return page.items().stream().map(item -> item.id().key()).toList();
  }

  private static String code(Outcome outcome) {
    return outcome instanceof Outcome.Aborted(var id, var reason) ? reason.code() : outcome + "";
  }
}
