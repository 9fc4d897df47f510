package tutti.lab.ycsb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.HdrHistogram.Histogram;
import tutti.engine.deployment.Deployment;
import tutti.engine.node.Node;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.bench.SidedWorkload;
import tutti.lab.load.ClosedLoop;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.LoadResult;
import tutti.lab.load.ProcessUse;
import tutti.lab.load.ThreadUse;
import tutti.lab.measure.Outcomes;
import tutti.lab.measure.RunResult;
import tutti.lab.node.Folders;
import tutti.lab.node.LocalNodes;
import tutti.lab.node.LocalNodes.OpenNodes;
import tutti.lab.node.NodeTarget;
import tutti.lab.node.ProcedureRequest;
import tutti.lab.node.RunHistory;
import tutti.lab.node.Side;
import tutti.model.ActorId;
import tutti.model.actor.Procedure;

/**
 * {@code tutti bench ycsb}: a few operations a transaction on one relation. Runs share the rows,
 * which take longer to make than to measure: each run changes them, and is judged by the number of
 * its changes.
 */
public final class YcsbWorkload extends SidedWorkload {
  /** The name of the side that is no database. */
  public static final String PROTOTYPE = "prototype";

  /**
   * The name of the processor time of the threads that run transactions, in microseconds for each:
   * of a node's executors, or of the one thread of the prototype, which draws the transactions as
   * well.
   */
  static final String THREAD_CPU = "thread-us-per-transaction";

  /**
   * The name of the processor time of the whole process but for the client's thread, in
   * microseconds for each transaction, with the collector and the compilers.
   */
  static final String PROCESS_CPU = "process-us-per-transaction";

  /** The name of the share of it that the collector's threads have. */
  static final String COLLECTOR_CPU = "gc-us-per-transaction";

  /** The source of the load: a thread of its own, or the executors. */
  public enum Generator {
    CLIENT,
    EXECUTORS
  }

  /** The way in which a transaction asks for its rows: in one call, or one after the other. */
  public enum Reads {
    TOGETHER,
    ONE_BY_ONE
  }

  /**
   * The shape of the work.
   *
   * @param rows the number of rows of the relation
   * @param operations the number of operations of a transaction, at most 64, each on another row
   * @param writes how many of a hundred operations write the row that they read
   * @param theta the skew, from 0 (none) to below 1
   * @param reads how a procedure reads, and the prototype too
   * @param wide whether rows are Easy Commit's: a key and ten columns of a hundred characters
   */
  public record Shape(
      int rows, int operations, int writes, double theta, Reads reads, boolean wide) {
    static final int SMALL_BYTES = 96;

    /** The bytes of a wide row: a key and ten times a hundred characters. */
    static final int WIDE_BYTES = 1_008;

    public Shape {
      if (rows < 1_000 || operations < 1 || operations > 64 || writes < 0 || writes > 100) {
        throw new IllegalArgumentException(
            "--rows is at least 1000, --operations 1 to 64, --writes 0 to 100");
      }
    }

    /** Adds the parameters of this shape in results, but for the number of rows. */
    void describe(Map<String, Object> parameters) {
      parameters.put("operations", operations);
      parameters.put("writes-percent", writes);
      parameters.put("theta", theta);
      parameters.put("reads", reads.toString().toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    /** Returns the bytes of a row's data. */
    int rowBytes() {
      return wide ? WIDE_BYTES : SMALL_BYTES;
    }
  }

  private static final ActorId TABLE = new ActorId("Table", "1");
  private static final int CHUNK = 5_000;

  private final Shape shape;
  private final Generator generator;
  private final Path folder;
  private final Zipfian zipfian;
  private final Map<String, Loaded> loaded = new HashMap<>();
  private final RelationalApplication application =
      new RelationalApplication(Partition.table(), null);

  /**
   * @param sides the deployment of a side named {@link #PROTOTYPE} is not used
   */
  public YcsbWorkload(Shape shape, Generator generator, List<Side> sides, Path folder) {
    super(sides);
    this.shape = shape;
    this.generator = generator;
    this.folder = folder;
    this.zipfian = new Zipfian(shape.rows, shape.theta);
  }

  @Override
  public String name() {
    return "ycsb";
  }

  @Override
  protected void describe(Map<String, Object> parameters) {
    parameters.put("rows", shape.rows);
    parameters.put("row-bytes", shape.rowBytes());
    shape.describe(parameters);
    parameters.put("generator", generator.toString().toLowerCase(Locale.ROOT));
  }

  @Override
  protected RunResult run(Side side, LoadPlan plan) throws Exception {
    Loaded rows = loaded.get(side.label());
    if (rows == null) {
      rows =
          side.label().equals(PROTOTYPE)
              ? new Bare()
              : new Database(side.deployment(), plan.seed());
      loaded.put(side.label(), rows);
    }
    return rows.run(side.label(), plan);
  }

  @Override
  public void close() {
    loaded.values().forEach(Loaded::close);
  }

  /** Rows that are loaded with requests. */
  private interface Loaded {
    RunResult run(String label, LoadPlan plan) throws Exception;

    void close();
  }

  private RunResult judged(RunResult run, long before, long expected, long after) {
    return run.check("every-write-is-there", after - before == expected);
  }

  /** The algorithm alone, on the calling thread. */
  private final class Bare implements Loaded {
    private static final int BATCH = 50;
    private final boolean together = shape.reads == Reads.TOGETHER;
    private long read;
    private final Prototype prototype =
        new Prototype(shape.rows, shape.operations, shape.rowBytes());

    @Override
    public RunResult run(String label, LoadPlan plan) {
      Mixes mixes =
          new Mixes(zipfian, shape.operations, shape.writes, new SplittableRandom(plan.seed()));
      long before = prototype.written();
      long expected = go(mixes, plan.warmup().toNanos(), new Histogram(3))[1];
      Histogram latency = new Histogram(3);
      ThreadUse use = ThreadUse.ofCurrentThread();
      ProcessUse process = ProcessUse.ofThisOne();
      long start = System.nanoTime();
      long[] done = go(mixes, plan.measured().toNanos(), latency);
      double nanos = System.nanoTime() - start;
      use = ThreadUse.ofCurrentThread().since(use);
      ProcessUse.Used all = ProcessUse.ofThisOne().since(process);
      return judged(
          RunResult.of(label, done[0] * 1e9 / nanos, latency, new Outcomes(done[0], 0, 0, 0, 0))
              .measure(THREAD_CPU, use.cpuNanos() / 1e3 / done[0])
              .measure(PROCESS_CPU, all.cpuMicros() / done[0])
              .measure(COLLECTOR_CPU, all.collectorMicros() / done[0])
              .measure("sum-read", read + (prototype.touched() & 1)),
          before,
          expected + done[1],
          prototype.written());
    }

    /** Runs for a time; returns the numbers of transactions and writes. */
    private long[] go(Mixes mixes, long nanos, Histogram latency) {
      long[] done = new long[2];
      long start = System.nanoTime();
      long now = start;
      while (now - start < nanos) {
        for (int i = 0; i < BATCH; i++) {
          mixes.next();
          while (!prototype.run(mixes.keys(), mixes.writes(), together)) {
            Thread.onSpinWait();
          }
          done[1] += Long.bitCount(mixes.writes());
          read += prototype.sum();
        }
        done[0] += BATCH;
        long before = now;
        now = System.nanoTime();
        latency.recordValueWithCount((now - before) / BATCH, BATCH);
      }
      return done;
    }

    @Override
    public void close() {}
  }

  /** The processor time of the executors, the process and its client while it is measured. */
  private static final class ExecutorUse implements ClosedLoop.Measuring {
    private ThreadUse use = new ThreadUse(0, 0);
    private ThreadUse client = use;
    private ProcessUse before = new ProcessUse(0, Map.of());
    private ProcessUse.Used all = ProcessUse.Used.NOTHING;

    @Override
    public void begins() {
      before = ProcessUse.ofThisOne();
      client = ThreadUse.ofCurrentThread();
      use = ThreadUse.ofExecutors();
    }

    @Override
    public void ends() {
      use = ThreadUse.ofExecutors().since(use);
      client = ThreadUse.ofCurrentThread().since(client);
      all = ProcessUse.ofThisOne().since(before);
    }

    /**
     * Returns the process's time of each transaction; the measuring thread is the client's, or
     * sleeps.
     */
    double processMicrosPer(long transactions) {
      return (all.cpuMicros() - client.cpuNanos() / 1e3) / transactions;
    }

    double collectorMicrosPer(long transactions) {
      return all.collectorMicros() / transactions;
    }

    double cpuMicrosPer(long transactions) {
      return use.cpuNanos() / 1e3 / transactions;
    }

    double bytesPer(long transactions) {
      return (double) use.bytes() / transactions;
    }
  }

  /** A node. */
  private final class Database implements Loaded {
    private final Folders data;
    private final OpenNodes open;

    Database(Deployment deployment, long seed) throws IOException, InterruptedException {
      this.data = Folders.in(folder);
      this.open = new LocalNodes().open(application, deployment, data.path(), seed);
      for (int from = 0; from < shape.rows; from += CHUNK) {
        ask(new Partition.Load(from, Math.min(shape.rows, from + CHUNK), shape.wide));
      }
    }

    @Override
    public RunResult run(String label, LoadPlan plan) throws Exception {
      int clients = generator == Generator.CLIENT ? 1 : plan.clients();
      List<Mixes> mixes = new ArrayList<>();
      long[] writes = new long[clients * 16];
      SplittableRandom seeds = new SplittableRandom(plan.seed());
      for (int i = 0; i < clients; i++) {
        mixes.add(new Mixes(zipfian, shape.operations, shape.writes, seeds.split()));
      }
      NodeTarget target =
          new NodeTarget(
              open.node(),
              (client, random) -> {
                Mixes mine = mixes.get(client);
                mine.next();
                writes[client * 16] += Long.bitCount(mine.writes());
                return request(mix(mine));
              },
              RunHistory.NONE);
      long before = written();
      long retries = open.node().statistics().transactions().retries();
      long journalBytes = open.node().statistics().log().bytes();
      ExecutorUse use = new ExecutorUse();
      LoadResult load =
          generator == Generator.CLIENT
              ? WindowedClient.run(target, plan, use)
              : ClosedLoop.run(target, plan, use);
      retries = open.node().statistics().transactions().retries() - retries;
      journalBytes = open.node().statistics().log().bytes() - journalBytes;
      long expected = 0;
      for (long each : writes) {
        expected += each;
      }
      RunResult run =
          load.result(label, retries)
              .measure(THREAD_CPU, use.cpuMicrosPer(load.measured().ended()))
              .measure(PROCESS_CPU, use.processMicrosPer(load.measured().ended()))
              .measure(COLLECTOR_CPU, use.collectorMicrosPer(load.measured().ended()))
              .measure("bytes-per-transaction", use.bytesPer(load.measured().ended()))
              .measure("log-bytes-per-commit", (double) journalBytes / load.total().committed())
              .check("all-committed", load.total().committed() == load.total().ended())
              .check("all-answered", load.answered());
      return judged(run, before, expected, written());
    }

    private Partition.Mix mix(Mixes mixes) {
      return new Partition.Mix(
          mixes.list(), mixes.writes(), shape.reads == Reads.TOGETHER, shape.wide);
    }

    private long written() throws InterruptedException {
      long sum = 0;
      for (int from = 0; from < shape.rows; from += CHUNK) {
        sum +=
            (Long) ask(new Partition.Written(from, Math.min(shape.rows, from + CHUNK), shape.wide));
      }
      return sum;
    }

    private Object ask(Procedure<Partition, ?> procedure) throws InterruptedException {
      CompletableFuture<Outcome> answer = new CompletableFuture<>();
      node().submit(request(procedure), answer::complete);
      if (answer.join() instanceof Outcome.Committed committed
          && committed.results().getFirst() instanceof ProcedureResult result) {
        Object value = result.value();
        if (value != null) {
          return value;
        }
      }
      throw new IllegalStateException(procedure + " did not commit: " + answer.join());
    }

    private Node node() {
      return open.node();
    }

    @Override
    public void close() {
      open.close();
      data.close();
    }
  }

  private TransactionRequest request(Procedure<Partition, ?> procedure) {
    return ProcedureRequest.of(application, TABLE, procedure);
  }
}
