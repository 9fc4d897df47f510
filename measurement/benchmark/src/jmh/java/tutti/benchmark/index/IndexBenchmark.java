package tutti.benchmark.index;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import tutti.benchmark.jmh.ThreadTime;

/** One operation on an index, on one thread; of the engine's and of the JDK's. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
public class IndexBenchmark {
  private static final int SCANNED = 100;

  /** The factor of keys; it is odd, so that every number has a key of its own. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  /** The indexes that nothing changes, which take longer to build than to measure. */
  private static final Map<String, Side> BUILT = new ConcurrentHashMap<>();

  @Param({"ordered", "skip-list", "hash"})
  public String side = "ordered";

  /** The number of keys, spread over all whole numbers. */
  @Param("100000")
  public int rows;

  @Param("1")
  public long seed;

  private SplittableRandom random = new SplittableRandom();
  private Side filled = new Side.Ordered();
  private Side growing = new Side.Ordered();
  private int next;

  @Setup(Level.Trial)
  public void build() {
    random = new SplittableRandom(seed);
    filled = BUILT.computeIfAbsent(side + " " + rows, each -> filled());
    growing = Side.make(side);
  }

  private Side filled() {
    Side made = Side.make(side);
    for (int i = 0; i < rows; i++) {
      made.insert(i * SPREAD);
    }
    return made;
  }

  @Benchmark
  public long get(ThreadTime time) {
    long key = random.nextInt(rows) * SPREAD;
    Long found = filled.get(key);
    require(found != null && found == key);
    return key;
  }

  @Benchmark
  public long scan(ThreadTime time) {
    long sum = filled.scan(random.nextInt(rows) * SPREAD, SCANNED);
    require(sum != 0);
    return sum;
  }

  /** Inserts a key; an index that has all keys gives way to an empty one. */
  @Benchmark
  public void insert(ThreadTime time) {
    if (next == rows) {
      require(growing.get((rows - 1) * SPREAD) != null);
      growing = Side.make(side);
      next = 0;
    }
    growing.insert(next++ * SPREAD);
  }

  private static void require(boolean found) {
    if (!found) {
      throw new IllegalStateException("the index has lost a key");
    }
  }
}
