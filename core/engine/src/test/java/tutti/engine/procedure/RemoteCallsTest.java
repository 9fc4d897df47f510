package tutti.engine.procedure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.distribution.message.CommitStep;
import tutti.engine.node.Node.ReadResult;
import tutti.engine.procedure.Market.Exchange;
import tutti.engine.procedure.Market.Node;
import tutti.engine.procedure.Market.Purse;
import tutti.engine.procedure.RunningMarket.Setup;
import tutti.engine.runtime.ExecutorMode;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.model.ActorId;

/** Procedures of three nodes in one transaction: what they cost, and what becomes of them. */
class RemoteCallsTest {

  private static RunningMarket market(ConcurrencyControlKind control) throws Exception {
    return new RunningMarket(new Setup(control, 3, 1, 1, ExecutorMode.best()));
  }

  /** Messages of a transaction that the first node is asked for, and that must commit. */
  private static long messages(RunningMarket it, String exchange, Market.Exchange.Total total)
      throws Exception {
    it.awaitIdle();
    long before = it.messages();
    assertThat(it.runAt(0, it.call(Exchange.class, exchange, total)))
        .isInstanceOf(Outcome.Committed.class);
    it.awaitIdle();
    return it.messages() - before;
  }

  @ParameterizedTest
  @EnumSource(ConcurrencyControlKind.class)
  void callsThatAreMadeTogetherTravelTogether(ConcurrencyControlKind control) throws Exception {
    try (RunningMarket it = market(control)) {
      String exchange = it.key("Exchange", "x", 0);
      List<String> here = List.of(it.key("Purse", "a", 0), it.key("Purse", "b", 0));
      List<String> one = List.of(it.key("Purse", "c", 1), it.key("Purse", "d", 1));
      List<String> two = List.of(it.key("Purse", "e", 2), it.key("Purse", "f", 2));
      List<String> all = List.of(one.get(0), two.get(0), here.get(0), one.get(1), two.get(1));

      // The first time code is slow, and questions may be asked again.
      messages(it, exchange, new Exchange.Total(all));
      assertThat(messages(it, exchange, new Exchange.Total(here))).isZero();
      int settled =
          switch (control) {
            case VERSIONING, VERSIONING_RW, EXCLUSIVE_LOCKS, READ_WRITE_LOCKS -> 2;
            default -> 0;
          };
      assertThat(messages(it, exchange, new Exchange.Total(one)))
          .as("Perform, Settle where there are places, and Prepare, each with its answer")
          .isEqualTo(4 + settled);
      assertThat(messages(it, exchange, new Exchange.Total(List.of(one.get(0), two.get(0)))))
          .as("the same with each of two nodes")
          .isEqualTo(8 + 2 * settled);
      assertThat(messages(it, exchange, new Exchange.Total(all)))
          .as("what is called after a call of this node goes with the next question")
          .isEqualTo(12 + 2 * settled);
    }
  }

  @ParameterizedTest
  @EnumSource(ConcurrencyControlKind.class)
  void callsComeBackToNodesThatTheyCameFrom(ConcurrencyControlKind control) throws Exception {
    try (RunningMarket it = market(control)) {
      String a = it.key("Node", "a", 0);
      String b = it.key("Node", "b", 1);
      String c = it.key("Node", "c", 0);
      String d = it.key("Node", "d", 1);
      String e = it.key("Node", "e", 2);
      String f = it.key("Node", "f", 1);
      // Down to the coordinator's node, back to the branch that waits for that, on to a third.
      String program = b + "(" + c + "(" + d + "(" + e + "() " + f + "())))";

      assertThat(it.value(Node.class, a, new Node.Run(program))).isEqualTo(1L);

      for (String each : List.of(a, b, c, d, e, f)) {
        assertThat(it.value(Node.class, each, new Node.Touches())).as(each).isEqualTo(1L);
      }
      Outcome cycle =
          it.run(Node.class, a, new Node.Run(b + "(" + c + "(" + d + "(" + a + "())))"));
      assertThat(RunningMarket.reason(cycle).message())
          .startsWith(
              "Node[%s].Run → Node[%s].Run → Node[%s].Run → Node[%s].Run → Node[%s].Run comes back"
                  .formatted(a, b, c, d, a));
      it.awaitIdle();
    }
  }

  @ParameterizedTest
  @EnumSource(ConcurrencyControlKind.class)
  void whatFailsAnywhereLeavesNothingBehind(ConcurrencyControlKind control) throws Exception {
    try (RunningMarket it = market(control)) {
      String exchange = it.key("Exchange", "x", 0);
      List<String> purses =
          List.of(it.key("Purse", "a", 1), it.key("Purse", "b", 2), it.key("Purse", "c", 0));
      for (String how : List.of("abort", "missing", "stack", "broken")) {
        for (int node = 0; node < 3; node++) {
          String last = it.key("Purse", "z", node);
          Outcome failed =
              it.run(
                  it.call(Exchange.class, exchange, new Exchange.Forget(purses, Optional.empty())),
                  it.call(Purse.class, last, new Purse.Down(3, Optional.of(how))));
          assertThat(RunningMarket.reason(failed))
              .as("%s at %s", how, node)
              .isInstanceOf(Reason.Refused.class);
        }
      }
      it.awaitIdle();
      assertThat(it.value(Exchange.class, exchange, new Exchange.Total(purses))).isEqualTo(0L);
      it.awaitIdle();
    }
  }

  @ParameterizedTest
  @EnumSource(ConcurrencyControlKind.class)
  void eventsOfRemoteProceduresHappenWithAllTheyNeed(ConcurrencyControlKind control)
      throws Exception {
    try (RunningMarket it = market(control)) {
      String exchange = it.key("Exchange", "x", 0);
      String from = it.key("Account", "f", 1);
      String to = it.key("Account", "t", 2);
      it.run(it.bank.call(from, "open", 10L));
      it.run(it.bank.call(to, "open", 10L));
      String purse = it.key("Purse", "a", 1);
      String transfer = it.key("Transfer", "k", 2);

      assertThat(
              it.value(
                  Exchange.class, exchange, new Exchange.BookAt(Map.of(purse, transfer), from, to)))
          .isEqualTo(1L);
      assertThat(it.account(from)).isEqualTo(7);
      assertThat(it.account(to)).isEqualTo(13);

      Outcome twice =
          it.run(
              Exchange.class,
              exchange,
              new Exchange.BookAt(Map.of(purse, "l", it.key("Purse", "b", 2), "m"), from, to));
      Outcome again =
          it.run(Exchange.class, exchange, new Exchange.BookAt(Map.of(purse, transfer), from, to));

      assertThat(RunningMarket.reason(twice).code()).isEqualTo("instance-twice");
      assertThat(RunningMarket.reason(again).code()).isEqualTo("state");
      assertThat(it.account(from)).isEqualTo(7);
      assertThat(it.value(Purse.class, purse, new Purse.Balance("booked"))).isEqualTo(1L);
      it.awaitIdle();
    }
  }

  /**
   * One transaction looks at a purse and changes another one, on two nodes. The first has heard
   * that all have executed, and lets a second transaction in, which commits; a client that knows of
   * that one must not read, on the node that has heard nothing yet, what was before the first.
   */
  @ParameterizedTest
  @EnumSource(ConcurrencyControlKind.class)
  void aReadMissesNothingThatComesBeforeWhatIsAnswered(ConcurrencyControlKind control)
      throws Exception {
    try (RunningMarket it = market(control)) {
      String changed = it.key("Purse", "c", 1);
      String seen = it.key("Purse", "s", 2);
      String exchange = it.key("Exchange", "x", 0);
      RunningMarket.Loss loss = it.hold(CommitStep.Kind.PREPARE, 1);
      CompletableFuture<Outcome> first =
          it.start(
              it.call(Exchange.class, exchange, new Exchange.Total(List.of(seen))),
              it.call(
                  Exchange.class,
                  exchange,
                  new Exchange.Forget(List.of(changed), Optional.empty())));
      it.awaitThat(loss::happened);
      it.awaitThat(() -> it.nodes.get(2).statistics().members().branches() == 0);

      assertThat(it.runAt(2, it.call(Purse.class, seen, new Purse.Add("EUR", 1))))
          .isInstanceOf(Outcome.Committed.class);
      CompletableFuture<ReadResult> read = it.read(1, new ActorId("Purse", changed));
      it.awaitThat(() -> read.isDone() || it.nodes.get(1).statistics().waits().waiting() == 1);
      loss.deliver();

      assertThat(first.get(180, TimeUnit.SECONDS)).isInstanceOf(Outcome.Committed.class);
      assertThat(read.get(180, TimeUnit.SECONDS)).isInstanceOf(ReadResult.Found.class);
      it.awaitIdle();
    }
  }

  /**
   * A procedure fails after calls of another node, and the message with them was lost: what that
   * node is asked next, to confirm the refusal, is the first that it hears of the transaction.
   */
  @ParameterizedTest
  @EnumSource(ConcurrencyControlKind.class)
  void aNodeAnswersThoughTheFirstQuestionWasLost(ConcurrencyControlKind control) throws Exception {
    try (RunningMarket it = market(control)) {
      String exchange = it.key("Exchange", "x", 0);
      String purse = it.key("Purse", "a", 1);
      RunningMarket.Loss loss = it.loseOne(CommitStep.Kind.EXECUTE, 1);
      CompletableFuture<Outcome> failed =
          it.start(it.call(Exchange.class, exchange, new Exchange.Regret(purse)));
      it.awaitThat(() -> loss.happened() || failed.isDone());

      assertThat(RunningMarket.reason(failed.get(180, TimeUnit.SECONDS)).code())
          .isEqualTo("unwanted");
      it.awaitIdle();
    }
  }

  @ParameterizedTest
  @EnumSource(ConcurrencyControlKind.class)
  void whatCannotBeSentFailsTheTransaction(ConcurrencyControlKind control) throws Exception {
    try (RunningMarket it = market(control)) {
      String exchange = it.key("Exchange", "x", 0);

      Outcome failed =
          it.run(Exchange.class, exchange, new Exchange.Unsendable(it.key("Purse", "a", 1)));

      assertThat(RunningMarket.reason(failed).code()).isEqualTo("internal-error");
      it.awaitIdle();
    }
  }
}
