package tutti.lab.tpcc;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.bench.StoredWorkload;
import tutti.lab.load.KindLatencies;
import tutti.lab.load.LoadResult;
import tutti.lab.measure.RunResult;

/**
 * The requests of the terminals, and the times of each kind. A client is one terminal, and draws
 * its next transaction before it waits.
 */
final class TpccRequests implements StoredWorkload.Clients {
  private final TpccShape shape;
  private final Cut cut;
  private final Terminals terminals;
  private final LongSupplier clock;
  private final Client[] clients;
  private final KindLatencies<Kind> latencies = new KindLatencies<>(Kind.class);
  private final AtomicInteger otherRefusals = new AtomicInteger();

  /** A terminal; used by one thread at a time. */
  private static final class Client {
    private Kind kind = Kind.NEW_ORDER;
    private boolean begun;
    private long sent;
  }

  /**
   * @param clock of the nodes, in nanoseconds
   */
  TpccRequests(TpccShape shape, Cut cut, int clients, long seed, LongSupplier clock) {
    this.shape = shape;
    this.cut = cut;
    this.terminals = new Terminals(shape, seed);
    this.clock = clock;
    this.clients = new Client[clients];
    for (int i = 0; i < clients; i++) {
      this.clients[i] = new Client();
    }
  }

  /** Returns the time for the thoughts about the last result, and for keying the next input. */
  @Override
  public long pauseNanos(int number, SplittableRandom random) {
    Client client = clients[number];
    TpccRandom draw = new TpccRandom(random);
    double thinking = client.begun ? client.kind.thinkNanos(draw) : 0;
    client.begun = true;
    client.kind = shape.mix().next(draw);
    return Math.round((thinking + client.kind.keyingNanos()) * shape.waits());
  }

  @Override
  public TransactionRequest next(int number, SplittableRandom random) {
    Client client = clients[number];
    client.sent = clock.getAsLong();
    return cut.request(number, terminals.next(client.kind, number, random));
  }

  /**
   * Returns whether the request may only read. A delivery may, since it has nothing to deliver now
   * and then.
   */
  @Override
  public boolean mayOnlyRead(int number) {
    return switch (clients[number].kind) {
      case NEW_ORDER, PAYMENT -> false;
      case ORDER_STATUS, STOCK_LEVEL, DELIVERY -> true;
    };
  }

  @Override
  public void ended(int number, TransactionRequest request, Outcome outcome) {
    Client client = clients[number];
    if (outcome instanceof Outcome.Committed) {
      latencies.committed(client.kind, clock.getAsLong() - client.sent);
    }
    if (outcome instanceof Outcome.Aborted aborted
        && aborted.reason() instanceof Reason.Refused refused
        && !refused.code().equals(Warehouse.INVALID_ITEM)) {
      otherRefusals.incrementAndGet();
    }
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
  public RunResult result(RunResult run, LoadResult load) {
    return latencies
        .result(run, load.seconds(), Kind::label)
        .check("refused-only-for-invalid-items", otherRefusals.get() == 0);
  }
}
