package tutti.engine.procedure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.bank.TestBank;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.Deployment.Placement;
import tutti.engine.history.History;
import tutti.engine.journal.Disk;
import tutti.engine.node.LocalNode;
import tutti.engine.node.Node.ReadResult;
import tutti.engine.node.Ports;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.relational.RelationalActorType;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.runtime.ExecutorMode;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.transaction.Outcome;
import tutti.engine.transaction.Reason;
import tutti.engine.transaction.TransactionRequest;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.actor.Actor;
import tutti.model.actor.Procedure;

/** A node that runs the {@link Market} beside the {@link TestBank}: asks and waits. */
final class RunningMarket implements AutoCloseable {
  private static final long TIMEOUT_NANOS = 10_000_000_000L;

  final TestBank bank = new TestBank();
  final LocalNode node;
  private final RelationalApplication application =
      new RelationalApplication(Market.application(), bank);
  private final RealScheduler scheduler;

  /** How a node is set up. */
  record Setup(ConcurrencyControlKind control, int containers, int executors, ExecutorMode mode) {
    Deployment deployment(Durability durability) {
      Deployment d = Deployment.DEFAULT;
      return new Deployment(
          control,
          d.isolation(),
          durability,
          containers,
          containers * executors,
          d.router(),
          new Placement.Hash(),
          d.pathSensitive(),
          d.journal(),
          d.admission(),
          d.idempotency(),
          Duration.ofSeconds(5));
    }
  }

  static List<Setup> setups() {
    List<Setup> all = new ArrayList<>();
    for (ConcurrencyControlKind control : ConcurrencyControlKind.values()) {
      for (int containers : new int[] {1, 2, 8}) {
        for (int executors : new int[] {1, 2}) {
          all.add(new Setup(control, containers, executors, ExecutorMode.best()));
        }
      }
      all.add(new Setup(control, 2, 2, ExecutorMode.PERMIT));
    }
    return all;
  }

  RunningMarket(Setup setup) throws Exception {
    this(setup, Durability.OFF, null);
  }

  RunningMarket(Setup setup, Durability durability, @Nullable Disk disk) throws Exception {
    scheduler = new RealScheduler(setup.mode(), Duration.ofSeconds(5));
    node =
        LocalNode.open(
            application,
            setup.deployment(durability),
            new Ports(scheduler, disk, RandomGenerator.of("L64X128MixRandom"), History.NONE));
  }

  /** A call of a procedure. */
  <A extends Actor> Call call(Class<A> type, String key, Procedure<? super A, ?> procedure) {
    RelationalActorType of = Objects.requireNonNull(application.type(type));
    ProcedureAction action =
        (ProcedureAction) Objects.requireNonNull(of.action(procedure.getClass().getSimpleName()));
    return action.call(new ActorId(of.name(), key), procedure);
  }

  CompletableFuture<Outcome> start(Call... calls) {
    return start(TIMEOUT_NANOS, calls);
  }

  CompletableFuture<Outcome> start(long timeoutNanos, Call... calls) {
    return start(new TransactionRequest(List.of(calls), null, timeoutNanos));
  }

  CompletableFuture<Outcome> start(TransactionRequest request) {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    node.submit(request, outcome::complete);
    return outcome;
  }

  <A extends Actor> CompletableFuture<Outcome> start(
      Class<A> type, String key, Procedure<? super A, ?> procedure) {
    return start(call(type, key, procedure));
  }

  Outcome run(Call... calls) throws Exception {
    return start(calls).get(20, TimeUnit.SECONDS);
  }

  <A extends Actor> Outcome run(Class<A> type, String key, Procedure<? super A, ?> procedure)
      throws Exception {
    return run(call(type, key, procedure));
  }

  /** What a transaction of one procedure gives, or the code of why it aborted. */
  <A extends Actor> @Nullable Object value(
      Class<A> type, String key, Procedure<? super A, ?> procedure) throws Exception {
    return value(run(type, key, procedure));
  }

  static @Nullable Object value(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Committed(var id, var results) ->
          results.getFirst() instanceof ProcedureResult result ? result.value() : null;
      case Outcome.Aborted(var id, var reason) -> reason.code();
      case Outcome.InDoubt doubt -> doubt;
    };
  }

  static Reason reason(Outcome outcome) {
    return outcome instanceof Outcome.Aborted(var id, var reason)
        ? reason
        : new Reason.Unavailable("none", "it has not aborted: " + outcome);
  }

  long euros(String purse) throws Exception {
    Object value = value(Market.Purse.class, purse, new Market.Purse.Balance("EUR"));
    return value instanceof Long euros ? euros : -1;
  }

  long account(String key) throws Exception {
    CompletableFuture<ReadResult> seen = new CompletableFuture<>();
    node.read(new ActorId("Account", key), TIMEOUT_NANOS, seen::complete);
    return seen.get(20, TimeUnit.SECONDS) instanceof ReadResult.Found(var instance)
        ? TestBank.balance(instance.state())
        : -1;
  }

  /** Stops without draining or flushing, as a crash would. */
  void abandon() {
    scheduler.close();
  }

  @Override
  public void close() {
    node.close();
    scheduler.close();
  }
}
