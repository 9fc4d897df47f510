package tutti.benchmark.visits;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import tutti.lab.load.ThreadUse;

/** The processor time of the node's executor in an iteration, and the time of the clock. */
@AuxCounters(AuxCounters.Type.EVENTS)
@State(Scope.Thread)
public class ExecutorTime {
  public long cpuNanos;
  public long clockNanos;
  private long clockBegin;
  private ThreadUse begin = new ThreadUse(0, 0);

  @Setup(Level.Iteration)
  public void begin() {
    clockBegin = System.nanoTime();
    begin = ThreadUse.ofExecutors();
  }

  @TearDown(Level.Iteration)
  public void end() {
    cpuNanos = ThreadUse.ofExecutors().since(begin).cpuNanos();
    clockNanos = System.nanoTime() - clockBegin;
  }
}
