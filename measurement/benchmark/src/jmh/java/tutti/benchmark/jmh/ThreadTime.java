package tutti.benchmark.jmh;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The processor time of a benchmark's thread in an iteration, and the time of the clock. A busy
 * machine hardly shows in the processor time.
 */
@AuxCounters(AuxCounters.Type.EVENTS)
@State(Scope.Thread)
public class ThreadTime {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  public long cpuNanos;
  public long clockNanos;
  private long cpuBegin;
  private long clockBegin;

  @Setup(Level.Iteration)
  public void begin() {
    clockBegin = System.nanoTime();
    cpuBegin = THREADS.getCurrentThreadCpuTime();
  }

  @TearDown(Level.Iteration)
  public void end() {
    cpuNanos = THREADS.getCurrentThreadCpuTime() - cpuBegin;
    clockNanos = System.nanoTime() - clockBegin;
  }
}
