package tutti.lab.template;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.history.History;
import tutti.engine.integrated.ApplicationVersions;
import tutti.engine.integrated.ItemStore;
import tutti.engine.integrated.OptimisticProtocol;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.span.SpanRecorder;
import tutti.engine.transaction.ReadAnswer;
import tutti.engine.transaction.TransactionProtocol;
import tutti.engine.transaction.Transactions;
import tutti.engine.transaction.outcome.Completion;
import tutti.engine.transaction.outcome.IdempotencyTable;
import tutti.engine.transaction.outcome.OutcomeStore;
import tutti.engine.transaction.outcome.OutcomeTable;
import tutti.engine.transaction.outcome.ResultSize;
import tutti.engine.transaction.seam.NodeRuntime;
import tutti.engine.transaction.seam.OutsideWork;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.lab.bank.Bank;
import tutti.lab.bank.BundledSpecification;
import tutti.lab.node.ProcedureRequest;
import tutti.model.ActorId;
import tutti.model.actor.Procedure;

/**
 * A host of a test: what is the same for all integrated protocols, with the bank in Rebel and
 * purses in Java.
 */
final class IntegratedHost {
  static final RelationalApplication APPLICATION =
      new RelationalApplication(Purse.application(), BundledSpecification.bank());
  static final ApplicationVersions VERSIONS = ApplicationVersions.alone(APPLICATION);
  static final Bank BANK = new Bank(APPLICATION);
  static final long MINUTE_NANOS = 60_000_000_000L;

  /** A maker of the protocol that a host runs. */
  interface Maker {
    TransactionProtocol make(
        NodeRuntime runtime, Completion completion, List<TaskExecutor> executors);
  }

  final TransactionProtocol protocol;
  final Transactions transactions;
  final Completion completion;

  /** A host of an optimistic protocol. */
  IntegratedHost(int self, Scheduler scheduler, ItemStore store) {
    this(
        self,
        scheduler,
        (runtime, completion, executors) ->
            new OptimisticProtocol(VERSIONS, runtime, completion, executors, store, History.NONE));
  }

  IntegratedHost(int self, Scheduler scheduler, Maker maker) {
    OutcomeStore outcomes =
        new OutcomeStore(
            new OutcomeTable(self, 1, 1 << 10, false, new ResultSize(APPLICATION.codec())),
            new IdempotencyTable(Duration.ofDays(1), 1_000),
            null);
    completion = new Completion(scheduler, outcomes);
    List<TaskExecutor> executors =
        List.of(scheduler.newExecutor(self + "-a"), scheduler.newExecutor(self + "-b"));
    StepQueue service = scheduler.newStepQueue(self + "-service");
    NodeRuntime runtime =
        new NodeRuntime(
            scheduler,
            service,
            RandomGenerator.of("L64X128MixRandom"),
            new OutsideWork(scheduler, List.of(), "nothing is done outside here"));
    protocol = maker.make(runtime, completion, executors);
    transactions =
        new Transactions(
            new Transactions.Identity(self, 1, 1_000),
            scheduler,
            service,
            outcomes,
            new SpanRecorder(0, Duration.ZERO, scheduler),
            completion,
            protocol);
  }

  static TransactionRequest request(String purse, Procedure<Purse, Long> procedure) {
    return ProcedureRequest.of(APPLICATION, new ActorId("Purse", purse), procedure);
  }

  static TransactionRequest keyed(TransactionRequest request, String key, long fingerprint) {
    return new TransactionRequest(
        request.calls(), new Idempotency(key, fingerprint), request.timeoutNanos());
  }

  CompletableFuture<Outcome> begin(TransactionRequest request) {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    transactions.submit(request, outcome::complete);
    return outcome;
  }

  Outcome run(TransactionRequest request) throws Exception {
    return begin(request).get(60, TimeUnit.SECONDS);
  }

  /** Runs a procedure; gives its result, or the code of the reason for which it did not happen. */
  @Nullable Object value(String purse, Procedure<Purse, Long> procedure) throws Exception {
    Outcome outcome = run(request(purse, procedure));
    return outcome instanceof Outcome.Committed committed
        ? ((ProcedureResult) committed.results().getFirst()).value()
        : ((Outcome.Aborted) outcome).reason().code();
  }

  ReadAnswer read(ActorId actor) throws Exception {
    CompletableFuture<ReadAnswer> answer = new CompletableFuture<>();
    protocol.read(actor, MINUTE_NANOS, answer::complete);
    return answer.get(60, TimeUnit.SECONDS);
  }

  /** Returns the balance of an account, in thousandths. */
  long thousandths(int account) throws Exception {
    ReadAnswer.Found found = (ReadAnswer.Found) read(BANK.account(Bank.iban(account)));
    return BANK.thousandths(found.state().state());
  }

  /** Returns the keys of so many purses after that one. */
  List<String> purses(String after, int count) throws Exception {
    List<String> seen = new ArrayList<>();
    CompletableFuture<String> done = new CompletableFuture<>();
    protocol.scan(
        "Purse",
        after,
        MINUTE_NANOS,
        found -> {
          seen.add(found.actor().key());
          return seen.size() < count;
        },
        failure -> done.complete(String.valueOf(failure)));
    String failure = done.get(60, TimeUnit.SECONDS);
    if (!failure.equals("null")) {
      throw new AssertionError(failure);
    }
    return seen;
  }
}
