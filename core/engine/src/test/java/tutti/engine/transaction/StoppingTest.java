package tutti.engine.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.span.SpanRecorder;
import tutti.engine.transaction.outcome.Completion;
import tutti.engine.transaction.outcome.IdempotencyTable;
import tutti.engine.transaction.outcome.OutcomeStore;
import tutti.engine.transaction.outcome.OutcomeTable;
import tutti.engine.transaction.outcome.ResultSize;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;

/** A node that stops while requests come. */
class StoppingTest {
  private final TestBank bank = new TestBank();
  private final RealScheduler scheduler = new RealScheduler();
  private final ManualProtocol protocol =
      new ManualProtocol(
          false, scheduler.newExecutor("executor", false), new LinkedBlockingQueue<>());
  private final OutcomeStore store =
      new OutcomeStore(
          new OutcomeTable(0, 1, 1, false, new ResultSize(bank.codec())),
          new IdempotencyTable(Duration.ofDays(1), 10),
          null);
  private final Transactions transactions =
      new Transactions(
          new Transactions.Identity(0, 1, 10),
          scheduler,
          scheduler.newStepQueue("service"),
          store,
          new SpanRecorder(0, Duration.ZERO, scheduler),
          new Completion(scheduler, store),
          protocol);

  @AfterEach
  void end() {
    scheduler.close();
  }

  /** Otherwise the request would run on a node whose parts are closed, and nobody would hear. */
  @Test
  void turnsARequestAwayThatWasLetInAsTheNodeWasFoundIdle() {
    List<String> idle = new ArrayList<>();
    protocol.meanwhile = () -> transactions.stop(() -> idle.add("idle"));
    List<Outcome> outcomes = new ArrayList<>();
    transactions.submit(
        new TransactionRequest(List.of(bank.call("a", "deposit", 1L)), null, 1_000_000_000),
        outcomes::add);
    assertThat(idle).hasSize(1);
    assertThat(outcomes)
        .singleElement()
        .isInstanceOfSatisfying(
            Outcome.Aborted.class,
            aborted ->
                assertThat(aborted.reason())
                    .isInstanceOfSatisfying(
                        Reason.Unavailable.class,
                        why -> assertThat(why.code()).isEqualTo("stopping")));
  }
}
