package tutti.lab.smallbank;

import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.bench.StoredWorkload;
import tutti.lab.load.KindLatencies;
import tutti.lab.load.LoadResult;
import tutti.lab.measure.RunResult;

/**
 * The requests of the clients of one run, and what they were told: their committed changes are
 * those that the accounts have more after the run.
 */
final class SmallbankRequests implements StoredWorkload.Clients {
  private final SmallbankLanguage language;
  private final InputDraw draw;
  private final LongSupplier clock;
  private final Sums sums;
  private final SmallbankRules before;
  private final Client[] clients;
  private final KindLatencies<SmallbankKind> latencies = new KindLatencies<>(SmallbankKind.class);
  private final LongAdder changes = new LongAdder();
  private final LongAdder outside = new LongAdder();
  private final AtomicInteger untold = new AtomicInteger();
  private final AtomicInteger otherRefusals = new AtomicInteger();

  /** A client; used by one thread at a time. */
  private static final class Client {
    private @Nullable SmallbankInput input;
    private long sent;
  }

  /** A reader of all accounts. */
  @FunctionalInterface
  interface Sums {
    SmallbankRules now() throws InterruptedException;
  }

  /**
   * @param clock of the nodes, in nanoseconds
   */
  SmallbankRequests(
      SmallbankLanguage language, InputDraw draw, int clients, LongSupplier clock, Sums sums)
      throws InterruptedException {
    this.language = language;
    this.draw = draw;
    this.clock = clock;
    this.sums = sums;
    this.before = sums.now();
    this.clients = new Client[clients];
    for (int i = 0; i < clients; i++) {
      this.clients[i] = new Client();
    }
  }

  @Override
  public TransactionRequest next(int number, SplittableRandom random) {
    Client client = clients[number];
    SmallbankInput input = draw.next(random);
    client.input = input;
    client.sent = clock.getAsLong();
    return language.request(input);
  }

  @Override
  public boolean mayOnlyRead(int number) {
    return clients[number].input instanceof SmallbankInput.Balance;
  }

  @Override
  public void ended(int number, TransactionRequest request, Outcome outcome) {
    Client client = clients[number];
    SmallbankInput input = client.input;
    if (input != null && outcome instanceof Outcome.Committed committed) {
      latencies.committed(input.kind(), clock.getAsLong() - client.sent);
      changes.add(changesOf(input));
      OptionalLong brought = language.outside(input, committed);
      outside.add(brought.orElse(0));
      if (brought.isEmpty()) {
        untold.incrementAndGet();
      }
    }
    if (outcome instanceof Outcome.Aborted aborted
        && aborted.reason() instanceof Reason.Refused refused
        && !language.mayRefuse(refused.code())) {
      otherRefusals.incrementAndGet();
    }
  }

  /** Returns how often a committed transaction has changed accounts. */
  private static int changesOf(SmallbankInput input) {
    return switch (input) {
      case SmallbankInput.Balance it -> 0;
      case SmallbankInput.DepositChecking it -> 1;
      case SmallbankInput.TransactSavings it -> 1;
      case SmallbankInput.WriteCheck it -> 1;
      case SmallbankInput.SendPayment it -> 2;
      case SmallbankInput.Amalgamate it -> 3;
      case SmallbankInput.MultiTransfer it -> it.form().debits(it.to().size()) + it.to().size();
    };
  }

  @Override
  public void begins() {
    latencies.begins();
  }

  @Override
  public void ends() {
    latencies.ends();
  }

  @Override
  public RunResult result(RunResult run, LoadResult load) throws InterruptedException {
    SmallbankRules after = sums.now();
    RunResult all =
        latencies
            .result(run, load.seconds(), SmallbankKind::label)
            .check("refused-only-for-money", otherRefusals.get() == 0)
            .check(
                "acknowledged-changes-are-there-and-no-more",
                after.changes() - before.changes() == changes.sum());
    return untold.get() > 0
        ? all
        : all.check(
            "acknowledged-deposits-are-there-and-no-more",
            after.outside() - before.outside() == outside.sum());
  }
}
