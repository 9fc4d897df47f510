package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.distribution.message.PeerMessage.Question;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.engine.transport.ForwardingTransport;
import tutti.engine.transport.Transport;
import tutti.model.Call;

/** A definite answer about an idempotency key is definite for all its tries, at whatever node. */
class EarlierTryTest {
  private static final long PATIENCE_NANOS = 20_000_000_000L;

  @TempDir Path folder;

  private volatile boolean holds;
  private final List<Runnable> held = new CopyOnWriteArrayList<>();
  private final AtomicInteger asked = new AtomicInteger();

  /** Holds back what a node sends on, while it is told to, and counts questions for an age. */
  private final class Slow implements ForwardingTransport {
    private final Transport wire;

    Slow(Transport wire) {
      this.wire = wire;
    }

    @Override
    public Transport transport() {
      return wire;
    }

    @Override
    public boolean send(int to, byte[] bytes, int offset, int length) {
      if (QuestionBytes.ask(bytes, offset, Question.Age.class)) {
        asked.incrementAndGet();
      }
      if (holds && QuestionBytes.ask(bytes, offset, Question.Submit.class)) {
        byte[] copy = Arrays.copyOfRange(bytes, offset, offset + length);
        held.add(() -> wire.send(to, copy, 0, copy.length));
        return true;
      }
      return wire.send(to, bytes, offset, length);
    }
  }

  private Nodes nodes() throws Exception {
    return new Nodes(
        folder,
        SeveralNodesTest.deployment(ConcurrencyControlKind.PATH_SENSITIVE),
        3,
        (node, wire) -> new Slow(wire),
        3);
  }

  private static TransactionRequest keyed(String key, Call... calls) {
    return new TransactionRequest(List.of(calls), new Idempotency(key, 1), PATIENCE_NANOS);
  }

  private static Outcome run(RunningNode at, TransactionRequest request) throws Exception {
    return RunningNode.await(at.start(request));
  }

  /**
   * As a client does that is told to repeat: a busy machine may answer so late how old a try is
   * that it might be older. The node that was told so knows of all answers then, and need not be
   * asked.
   */
  private static Outcome repeat(RunningNode at, TransactionRequest request) throws Exception {
    Outcome first = run(at, request);
    return code(first).equals(Reason.Unavailable.EARLIER_TRY) ? run(at, request) : first;
  }

  private static String code(Outcome outcome) {
    return outcome instanceof Outcome.Aborted(_, Reason reason) ? reason.code() : "" + outcome;
  }

  /** Opens an account with 50, and makes the keyed request to withdraw 100. */
  private TransactionRequest tooMuch(Nodes nodes, String account) throws Exception {
    nodes.at(0).run(nodes.bank().call(account, "open", 50L));
    return keyed("k", nodes.bank().call(account, "withdraw", 100L));
  }

  /**
   * Asks at node 1, whose message is held back; repeats at node 0, which refuses; then pays in 100.
   *
   * @return the outcome of the first try
   */
  private CompletableFuture<Outcome> delayedWhileARepeatIsRefused(
      Nodes nodes, String account, TransactionRequest withdraw) throws Exception {
    holds = true;
    CompletableFuture<Outcome> first = nodes.at(1).start(withdraw);
    Nodes.awaitThat(() -> !held.isEmpty());
    holds = false;
    assertThat(code(run(nodes.at(0), withdraw))).isEqualTo("insufficient");
    nodes.at(0).run(nodes.bank().call(account, "deposit", 100L));
    return first;
  }

  /** The client's connection to the first node breaks, so that it repeats at another one. */
  @Test
  void aDelayedTryDoesNotHappenAfterARepeatWasRefused() throws Exception {
    try (Nodes nodes = nodes()) {
      String a = Homes.accountOn(0, 3);
      TransactionRequest withdraw = tooMuch(nodes, a);
      CompletableFuture<Outcome> first = delayedWhileARepeatIsRefused(nodes, a, withdraw);
      held.forEach(Runnable::run);

      assertThat(code(RunningNode.await(first))).isEqualTo(Reason.Unavailable.EARLIER_TRY);
      assertThat(nodes.at(0).balance(a)).isEqualTo(150);
      assertThat(repeat(nodes.at(2), withdraw)).isInstanceOf(Outcome.Committed.class);
      assertThat(nodes.at(0).balance(a)).isEqualTo(50);
    }
  }

  /** The first try's client is gone with the node that it had asked. */
  @Test
  void aTryWhoseSenderHasStoppedDoesNotHappenAfterARepeatWasRefused() throws Exception {
    try (Nodes nodes = nodes()) {
      String a = Homes.accountOn(0, 3);
      TransactionRequest withdraw = tooMuch(nodes, a);
      delayedWhileARepeatIsRefused(nodes, a, withdraw);
      Runnable late = held.getFirst();

      nodes.crash(1);
      late.run();
      nodes.start(1);

      assertThat(nodes.at(0).balance(a)).isEqualTo(150);
    }
  }

  @Test
  void aTryThatBeganAfterTheAnswerRunsWhereverItComesFrom() throws Exception {
    try (Nodes nodes = nodes()) {
      String a = Homes.accountOn(0, 3);
      nodes.at(0).run(nodes.bank().call(a, "open", 50L));
      for (int i = 0; i < 3; i++) {
        String key = "k" + i;
        TransactionRequest withdraw = keyed(key, nodes.bank().call(a, "withdraw", 100L));
        assertThat(code(run(nodes.at(0), withdraw))).isEqualTo("insufficient");
        nodes.at(0).run(nodes.bank().call(a, "deposit", 100L));
        assertThat(repeat(nodes.at(i), withdraw)).isInstanceOf(Outcome.Committed.class);
      }
      assertThat(nodes.at(0).balance(a)).isEqualTo(50);
    }
  }

  /** The refusal has told that node of itself: its sender need not be asked. */
  @Test
  void aRepeatAtTheNodeThatWasAnsweredCostsNoQuestion() throws Exception {
    try (Nodes nodes = nodes()) {
      String a = Homes.accountOn(0, 3);
      TransactionRequest withdraw = tooMuch(nodes, a);
      for (int i = 0; i < 5; i++) {
        assertThat(code(run(nodes.at(1), withdraw))).isEqualTo("insufficient");
      }
      assertThat(asked).hasValue(0);

      assertThat(code(repeat(nodes.at(2), withdraw))).isEqualTo("insufficient");
      assertThat(asked).hasValue(1);
    }
  }

  /** A look at a try that is on its way ends that try; another one may have happened meanwhile. */
  @Test
  void aTryThatWasLookedAtBeforeItCameIsAnsweredWithWhatTheKeyHasDone() throws Exception {
    try (Nodes nodes = nodes()) {
      String a = Homes.accountOn(0, 3);
      nodes.at(0).run(nodes.bank().call(a, "open", 50L));
      TransactionId before =
          run(nodes.at(1), keyed("j", nodes.bank().call(a, "deposit", 1L))).transaction();
      TransactionRequest deposit = keyed("k", nodes.bank().call(a, "deposit", 10L));
      holds = true;
      CompletableFuture<Outcome> first = nodes.at(1).start(deposit);
      Nodes.awaitThat(() -> !held.isEmpty());
      holds = false;
      TransactionId late =
          new TransactionId(
              before.node(), before.incarnation(), before.number() + 1, before.coordinator());
      assertThat(nodes.at(2).status(late))
          .isInstanceOfSatisfying(
              TransactionStatus.Ended.class,
              ended -> assertThat(code(ended.outcome())).isEqualTo("never-arrived"));
      Outcome second = run(nodes.at(0), deposit);

      held.forEach(Runnable::run);

      assertThat(RunningNode.await(first)).isEqualTo(second);
      assertThat(nodes.at(0).balance(a)).isEqualTo(61);
    }
  }
}
