package tutti.lab.contract;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Isolation;
import tutti.engine.deployment.Optimisation;
import tutti.engine.node.Node;
import tutti.engine.node.Node.ReadResult;
import tutti.engine.node.fit.IrrevocableFit;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.runtime.ExecutorMode;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.lab.bank.Bank;
import tutti.lab.bank.BundledSpecification;
import tutti.lab.node.LocalNodes;
import tutti.lab.node.LocalNodes.OpenNodes;
import tutti.model.ActorId;
import tutti.model.ActorType;
import tutti.model.Call;
import tutti.model.actor.Actor;
import tutti.model.actor.Procedure;
import tutti.rebel.compile.RebelApplication;
import tutti.simulator.history.HistoryClaim;
import tutti.simulator.options.Expectation;

/**
 * The nodes of one cell with the Rebel bank and the {@link Ledger}: asks and waits. Requests go to
 * the nodes in turn.
 */
final class RunningCell implements AutoCloseable {
  /**
   * The usual time limit of a request: a control without waits may starve a transaction for long on
   * a busy machine, and that is no verdict.
   */
  static final long TIMEOUT_NANOS = 300_000_000_000L;

  private static final long PATIENCE_SECONDS = 330;

  /** Compiled once: it is the same for all cells. */
  private static final RebelApplication REBEL = BundledSpecification.bank();

  final Bank bank;
  private final Deployment deployment;
  private final ExecutorMode mode;
  private final RelationalApplication application;

  /** The cards that desks charge, and why they cannot here. */
  final Ledger.Cards cards = new Ledger.Cards();

  final List<String> obstacles;
  private final Path folder;
  private final AtomicInteger turn = new AtomicInteger();
  private OpenNodes open;
  private int starts;
  private int numbers;

  RunningCell(Deployment deployment, ExecutorMode mode, Path folder) throws IOException {
    this.deployment = deployment;
    this.mode = mode;
    this.folder = folder;
    RelationalApplication acting = new RelationalApplication(Ledger.application(cards), REBEL);
    obstacles = IrrevocableFit.obstacles(acting, deployment);
    application =
        obstacles.isEmpty() ? acting : new RelationalApplication(Ledger.application(), REBEL);
    bank = new Bank(application);
    open = open();
  }

  private OpenNodes open() throws IOException {
    // No two starts draw the same names.
    return new LocalNodes(mode).open(application, deployment, folder, ++starts);
  }

  /**
   * The claim by which histories of actors in Java are judged: the most that the control promises.
   * One that knows object isolation for declarative actors locks these as a whole.
   */
  HistoryClaim claim() {
    return deployment.integrated()
        ? Expectation.claimed(deployment)
        : Expectation.claimed(deployment.concurrencyControl(), Isolation.SERIALIZABLE);
  }

  /** Ends all nodes, and starts them again on what they have left. */
  void restart() throws IOException {
    open.close();
    open = open();
  }

  /** A number that no other contract of this cell uses. */
  int number() {
    return numbers++;
  }

  List<Node> nodes() {
    return open.nodes();
  }

  /** A call of a procedure. */
  <A extends Actor> Call call(Class<A> type, String key, Procedure<? super A, ?> procedure) {
    ActorType of = Objects.requireNonNull(application.type(type.getSimpleName()));
    ProcedureAction action =
        (ProcedureAction) Objects.requireNonNull(of.action(procedure.getClass().getSimpleName()));
    return action.call(new ActorId(of.name(), key), procedure);
  }

  CompletableFuture<Outcome> start(TransactionRequest request) {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    List<Node> nodes = nodes();
    nodes.get(turn.getAndIncrement() % nodes.size()).submit(request, outcome::complete);
    return outcome;
  }

  <A extends Actor> CompletableFuture<Outcome> start(
      Class<A> type, String key, Procedure<? super A, ?> procedure) {
    return start(new TransactionRequest(List.of(call(type, key, procedure)), null, TIMEOUT_NANOS));
  }

  Outcome run(TransactionRequest request) throws Exception {
    return await(start(request));
  }

  <A extends Actor> Outcome run(Class<A> type, String key, Procedure<? super A, ?> procedure)
      throws Exception {
    return await(start(type, key, procedure));
  }

  static Outcome await(CompletableFuture<Outcome> outcome) throws Exception {
    return outcome.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** Returns the request under a key. */
  static TransactionRequest keyed(TransactionRequest request, String key, long fingerprint) {
    return new TransactionRequest(
        request.calls(), new Idempotency(key, fingerprint), request.timeoutNanos());
  }

  /** The result of a transaction of one procedure, or the code of its abort. */
  static @Nullable Object value(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Committed(var id, var results, var age) ->
          results.getFirst() instanceof ProcedureResult result ? result.value() : "committed";
      case Outcome.Aborted(var id, var reason) -> reason.code();
      case Outcome.InDoubt doubt -> doubt;
    };
  }

  <A extends Actor> @Nullable Object value(
      Class<A> type, String key, Procedure<? super A, ?> procedure) throws Exception {
    return value(run(type, key, procedure));
  }

  static Reason reason(Outcome outcome) {
    if (outcome instanceof Outcome.Aborted(var id, var reason)) {
      return reason;
    }
    throw new AssertionError("it has not aborted: " + outcome);
  }

  /** The amount in a book under {@code cash}. */
  long cash(String book) throws Exception {
    Object value = value(Ledger.Book.class, book, new Ledger.Book.Of("cash"));
    if (value instanceof Long cents) {
      return cents;
    }
    throw new AssertionError(book + ": " + value);
  }

  /** The balance of a Rebel account, in cents. */
  long cents(int account) throws Exception {
    CompletableFuture<ReadResult> seen = new CompletableFuture<>();
    List<Node> nodes = nodes();
    nodes
        .get(turn.getAndIncrement() % nodes.size())
        .read(bank.account(Bank.iban(account)), TIMEOUT_NANOS, seen::complete);
    ReadResult result = seen.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (result instanceof ReadResult.Found(var instance)) {
      return bank.thousandths(instance.state()) / Bank.thousandthsOf(1);
    }
    throw new AssertionError(account + ": " + result);
  }

  /** Opens an account that no other contract uses. */
  int account(long cents) throws Exception {
    int number = number();
    Outcome opened = run(bank.open(Bank.iban(number), cents));
    if (!(opened instanceof Outcome.Committed)) {
      throw new AssertionError(opened);
    }
    return number;
  }

  /** A book that no other contract uses, with so much cash. */
  String book(long cash) throws Exception {
    String key = "book" + number();
    if (!Long.valueOf(0).equals(value(Ledger.Book.class, key, new Ledger.Book.Add("cash", cash)))) {
      throw new AssertionError(key);
    }
    return key;
  }

  /** Returns the name of the concurrency control, or of the protocol in its place. */
  String control() {
    return deployment.integrated()
        ? deployment.replication().protocol().setting()
        : deployment.concurrencyControl().longName();
  }

  /** Returns whether a client that is told of a commit may still meet its locks. */
  boolean answersBeforeLocksAreFree() {
    return nodes().size() > 1 || !deployment.ablation().has(Optimisation.EARLY_LOCK_RELEASE);
  }

  long retries() {
    return nodes().stream().mapToLong(node -> node.statistics().transactions().retries()).sum();
  }

  long waiting() {
    return nodes().stream().mapToLong(node -> node.statistics().waits().waiting()).sum();
  }

  @Override
  public void close() {
    open.close();
  }
}
