package tutti.benchmark.hotactor;

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
import org.openjdk.jmh.annotations.TearDown;
import tutti.benchmark.jmh.ThreadTime;
import tutti.engine.deployment.Deployment.Isolation;

/** One action on a hot account: requested, accepted, committed and applied. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
public class HotActorBenchmark {
  /** The control, and the number of actions in progress. */
  @Param({"intervals-1000", "intervals-2", "intervals-1", "tree-4", "locks-1"})
  public String side = "intervals-1000";

  @Param("SERIALIZABLE")
  public Isolation isolation = Isolation.SERIALIZABLE;

  @Param("1")
  public long seed;

  @SuppressWarnings("NullAway") // JMH calls begin() first.
  private HotActor actor;

  @Setup(Level.Trial)
  public void begin() {
    actor = HotActorWorkload.actor(side, isolation, seed);
  }

  @Benchmark
  public void action(ThreadTime time) {
    actor.step();
  }

  @TearDown(Level.Trial)
  public void end() {
    if (!actor.end()) {
      throw new IllegalStateException("something is left at the actor");
    }
  }
}
