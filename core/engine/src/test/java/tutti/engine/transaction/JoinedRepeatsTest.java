package tutti.engine.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.bank.TestBank;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.relational.RelationalActorType;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.span.SpanRecorder;
import tutti.engine.transaction.outcome.Completion;
import tutti.engine.transaction.outcome.IdempotencyTable;
import tutti.engine.transaction.outcome.OutcomeStore;
import tutti.engine.transaction.outcome.OutcomeTable;
import tutti.engine.transaction.outcome.ResultSize;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Submission;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Query;
import tutti.model.testing.Await;

/** Repeats of a request while a try with its key runs. */
class JoinedRepeatsTest {
  private static final long SECONDS = 60;
  private static final long TIMEOUT = 1_000_000_000;

  /** A lamp that somebody looks at. */
  static final class Lamp extends Actor {
    record IsLit() implements Query<Lamp, Boolean> {
      @Override
      public Boolean run(Lamp lamp) {
        return false;
      }
    }
  }

  private final TestBank bank = new TestBank();
  private final Call look =
      ((ProcedureAction)
              ((RelationalActorType)
                      new RelationalApplication(
                              JavaApplication.named("lamps")
                                  .actor("Lamp", Lamp::new)
                                  .procedures(Lamp.IsLit.class)
                                  .build(),
                              null)
                          .type("Lamp"))
                  .action("IsLit"))
          .call(new ActorId("Lamp", "a"), new Lamp.IsLit());
  private final RealScheduler scheduler = new RealScheduler();
  private final TaskExecutor executor = scheduler.newExecutor("executor", false);
  private final BlockingQueue<Submission> running = new LinkedBlockingQueue<>();
  private final List<Outcome> first = new ArrayList<>();
  private final List<Outcome> repeat = new CopyOnWriteArrayList<>();
  private final OutcomeStore store =
      new OutcomeStore(
          new OutcomeTable(0, 1, 1, false, new ResultSize(bank.codec())),
          new IdempotencyTable(Duration.ofDays(1), 10),
          null);
  private final Completion completion = new Completion(scheduler, store);

  @AfterEach
  void end() {
    scheduler.close();
  }

  /** Begins a try and a repeat, and returns the one that runs. */
  private Submission begin(boolean shared) throws Exception {
    return begin(shared, 7, TIMEOUT);
  }

  /** Begins a try, and then such a request with the same key; returns the try. */
  private Submission begin(boolean shared, long fingerprint, long timeoutNanos) throws Exception {
    Transactions transactions = transactions(shared);
    transactions.submit(request(7, TIMEOUT), first::add);
    Submission runs = next();
    transactions.submit(request(fingerprint, timeoutNanos), repeat::add);
    return runs;
  }

  private Transactions transactions(boolean shared) {
    return new Transactions(
        new Transactions.Identity(0, 1, 10),
        scheduler,
        scheduler.newStepQueue("service"),
        store,
        new SpanRecorder(0, Duration.ZERO, scheduler),
        completion,
        new ManualProtocol(shared, executor, running));
  }

  private TransactionRequest request(long fingerprint, long timeoutNanos) {
    return new TransactionRequest(
        List.of(bank.call("a", "deposit", 1L)), new Idempotency("key", fingerprint), timeoutNanos);
  }

  private Submission next() throws Exception {
    Submission next = running.poll(SECONDS, TimeUnit.SECONDS);
    assertThat(next).as("a submission runs").isNotNull();
    return next;
  }

  private static Outcome nothing(TransactionId id) {
    return new Outcome.Committed(id, List.of());
  }

  @Test
  void aRepeatGetsTheOutcomeOfTheTryThatItHasJoined() throws Exception {
    Submission runs = begin(false);
    completion.end(runs, nothing(runs.id()));
    assertThat(repeat).isEqualTo(first).containsExactly(nothing(runs.id()));
    assertThat(running).isEmpty();
  }

  /** A try elsewhere may have done something since the one here found nothing to do. */
  @Test
  void aRepeatRunsAnewWhereKeysAreSharedAndTheTryHasChangedNothing() throws Exception {
    Submission runs = begin(true);
    completion.end(runs, nothing(runs.id()));
    assertThat(first).containsExactly(nothing(runs.id()));
    assertThat(repeat).isEmpty();
    Submission anew = next();
    completion.end(anew, nothing(anew.id()));
    assertThat(repeat).containsExactly(nothing(anew.id()));
  }

  @Test
  void aRepeatThatRunsAnewHasTheTimeThatIsLeft() throws Exception {
    Submission runs = begin(true);
    completion.end(runs, nothing(runs.id()));
    assertThat(next().request().timeoutNanos()).isPositive().isLessThan(TIMEOUT);
  }

  /** The task of the first try cannot go on, so nobody else frees the key before the node ends. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRepeatOfAQueryOutlivesATryWhoseTimeIsOver(boolean shared) throws Exception {
    Transactions transactions = transactions(shared);
    transactions.submit(query(1), first::add);
    Submission runs = next();
    transactions.submit(query(Duration.ofSeconds(SECONDS).toNanos()), repeat::add);
    completion.overdue(scheduler.nanos(), "its task is held");
    assertThat(first).containsExactly(aborted(runs.id(), new Reason.Deadline(1)));
    Submission anew = shared ? next() : runs;
    completion.end(anew, nothing(anew.id()));
    assertThat(repeat).hasSize(1);
    transactions.submit(query(TIMEOUT), repeat::add);
    assertThat(next().request().mayChange()).isFalse();
  }

  private TransactionRequest query(long timeoutNanos) {
    return new TransactionRequest(List.of(look), new Idempotency("key", 7), timeoutNanos);
  }

  private static Outcome aborted(TransactionId id, Reason reason) {
    return new Outcome.Aborted(id, reason);
  }

  /** The first try has more time, and may do something in it. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRepeatHearsAtTheEndOfItsOwnTimeThatTheTryStillRuns(boolean shared) throws Exception {
    Submission runs = begin(shared, 7, 1);
    Await.that("the repeat is answered", () -> !repeat.isEmpty());
    assertThat(repeat)
        .singleElement()
        .isInstanceOfSatisfying(
            Outcome.InDoubt.class, doubt -> assertThat(doubt.transaction()).isEqualTo(runs.id()));
    assertThat(first).isEmpty();
    completion.end(runs, nothing(runs.id()));
    assertThat(first).containsExactly(nothing(runs.id()));
    assertThat(repeat).hasSize(1);
  }

  @Test
  void aRepeatIsAnsweredByATryThatHasUsedTheKey() throws Exception {
    Submission runs = begin(true);
    Outcome.Committed committed = (Outcome.Committed) nothing(runs.id());
    completion.decided(runs, committed, scheduler.now());
    completion.end(runs, committed);
    assertThat(repeat).containsExactly(committed);
  }

  @Test
  void anotherRequestWithTheKeyOfATryThatRunsIsRefused() throws Exception {
    begin(false, 8, TIMEOUT);
    assertThat(repeat)
        .singleElement()
        .isInstanceOfSatisfying(
            Outcome.Aborted.class,
            aborted -> assertThat(aborted.reason()).isInstanceOf(Reason.KeyReused.class));
  }

  /** The try may be the one whose request is not the key's: another host knows, and the items. */
  @Test
  void anotherRequestWithTheKeyOfATryThatRunsIsToldNothingOfTheKeyWhereKeysAreShared()
      throws Exception {
    begin(true, 8, TIMEOUT);
    assertThat(repeat)
        .singleElement()
        .isInstanceOfSatisfying(
            Outcome.Aborted.class,
            aborted -> assertThat(aborted.reason().code()).isEqualTo("not-ready"));
  }

  /** The coordinator was cut off until all replicas had forgotten the transaction. */
  @Test
  void aRepeatRunsAnewOnceNoReplicaRemembersTheEndOfTheTry() throws Exception {
    Transactions transactions = transactions(true);
    transactions.submit(request(7, TIMEOUT), first::add);
    Submission runs = next();
    completion.end(runs, new Outcome.InDoubt(runs.id(), "not in time"));
    completion.forgotten(runs, "forgotten");
    assertThat(first).containsExactly(new Outcome.InDoubt(runs.id(), "not in time"));
    assertThat(transactions.status(runs.id())).isEqualTo(new TransactionStatus.Expired());
    transactions.submit(request(7, TIMEOUT), repeat::add);
    Submission anew = next();
    completion.end(anew, nothing(anew.id()));
    assertThat(repeat).containsExactly(nothing(anew.id()));
  }

  @Test
  void aRepeatHearsThatTheTryIsInDoubt() throws Exception {
    Submission runs = begin(true);
    Outcome doubt = new Outcome.InDoubt(runs.id(), "unknown");
    completion.end(runs, doubt);
    assertThat(repeat).containsExactly(doubt);
  }
}
