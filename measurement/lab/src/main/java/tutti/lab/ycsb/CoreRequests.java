package tutti.lab.ycsb;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.bench.StoredWorkload;
import tutti.lab.load.KindLatencies;
import tutti.lab.load.LoadResult;
import tutti.lab.measure.RunResult;
import tutti.lab.node.ActorCalls;
import tutti.lab.node.NodeKeys;
import tutti.lab.ycsb.CorePartition.Scanned;
import tutti.lab.ycsb.CorePartition.Totals;
import tutti.model.actor.Procedure;

/** The requests of the clients of one run of a core workload, and what their answers must be. */
final class CoreRequests implements StoredWorkload.Clients {
  private static final int LONGEST_SCAN = 100;

  private final CoreMix mix;
  private final boolean wide;
  private final int partitions;
  private final ActorCalls calls;
  private final Zipfian zipfian;
  private final long rows;
  private final InsertedKeys keys;
  private final LongSupplier clock;
  private final Stored stored;
  private final Client[] clients;
  private final KindLatencies<CoreOperation> latencies = new KindLatencies<>(CoreOperation.class);
  private final LongAdder writes = new LongAdder();
  private final LongAdder inserts = new LongAdder();
  private final AtomicInteger wrong = new AtomicInteger();

  /** A client; used by one thread at a time. */
  private static final class Client {
    private CoreOperation operation = CoreOperation.READ;
    private long key;
    private long least;
    private long sent;
  }

  /** A counter of all rows below a key. */
  @FunctionalInterface
  interface Stored {
    Totals now(long until) throws InterruptedException;
  }

  /**
   * @param rows that were loaded
   * @param clock of the nodes, in nanoseconds
   */
  CoreRequests(
      CoreMix mix,
      boolean wide,
      int partitions,
      ActorCalls calls,
      Zipfian zipfian,
      long rows,
      int clients,
      LongSupplier clock,
      Stored stored) {
    this.mix = mix;
    this.wide = wide;
    this.partitions = partitions;
    this.calls = calls;
    this.zipfian = zipfian;
    this.rows = rows;
    this.keys = new InsertedKeys(rows);
    this.clock = clock;
    this.stored = stored;
    this.clients = new Client[clients];
    for (int i = 0; i < clients; i++) {
      this.clients[i] = new Client();
    }
  }

  @Override
  public TransactionRequest next(int number, SplittableRandom random) {
    Client client = clients[number];
    client.operation = mix.operation(random.nextInt(mix.sum()));
    long drawn = zipfian.next(random);
    long known = keys.known();
    client.key =
        client.operation == CoreOperation.INSERT
            ? keys.take()
            : mix.isLatest() ? known - 1 - drawn : drawn;
    int most = 1 + random.nextInt(LONGEST_SCAN);
    client.least = Math.min(most, Math.ceilDiv(known - client.key, partitions));
    client.sent = clock.getAsLong();
    return calls.of(
        CorePartition.TYPE,
        NodeKeys.key((int) (client.key % partitions)),
        procedure(client.operation, client.key, most));
  }

  private Procedure<Partition, ?> procedure(CoreOperation operation, long key, int most) {
    return switch (operation) {
      case READ -> new CorePartition.Read(key, wide);
      case UPDATE -> new CorePartition.Update(key, wide);
      case INSERT -> new CorePartition.Insert(key, wide);
      case SCAN -> new CorePartition.Scan(key, most, wide);
      case READ_MODIFY_WRITE -> new CorePartition.ReadModifyWrite(key, wide);
    };
  }

  @Override
  public boolean mayOnlyRead(int number) {
    CoreOperation operation = clients[number].operation;
    return operation == CoreOperation.READ || operation == CoreOperation.SCAN;
  }

  @Override
  public void ended(int number, TransactionRequest request, Outcome outcome) {
    Client client = clients[number];
    if (outcome instanceof Outcome.Committed committed) {
      latencies.committed(client.operation, clock.getAsLong() - client.sent);
      if (client.operation.writes()) {
        writes.increment();
      }
      if (client.operation == CoreOperation.INSERT) {
        inserts.increment();
      }
      if (!isRight(client, value(committed))) {
        wrong.incrementAndGet();
      }
    }
    if (client.operation == CoreOperation.INSERT) {
      keys.ended(client.key, outcome instanceof Outcome.Committed);
    }
  }

  private static @Nullable Object value(Outcome.Committed committed) {
    return committed.results().getFirst() instanceof ProcedureResult result ? result.value() : null;
  }

  /** A read finds the row that it asks for; a scan all rows that were acknowledged, in order. */
  private static boolean isRight(Client client, @Nullable Object answer) {
    return switch (client.operation) {
      case READ, INSERT -> answer instanceof Long key && key == client.key;
      case SCAN -> answer instanceof Scanned seen && seen.inOrder() && seen.rows() >= client.least;
      case UPDATE, READ_MODIFY_WRITE -> answer instanceof Long;
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
    Totals after = stored.now(keys.taken());
    return latencies
        .result(run, load.seconds(), CoreOperation::label)
        .check("answers-have-their-rows", wrong.get() == 0)
        .check("every-write-is-there-and-no-more", after.writes() == writes.sum())
        .check("every-insert-is-there-and-no-more", after.rows() == rows + inserts.sum())
        .check("nothing-refused", load.total().refused() == 0);
  }
}
