package tutti.lab.load;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Arrays;

/**
 * The use of some threads of this process so far: unlike throughput it hardly depends on the
 * machine's other work. The tasks of an executor count as its thread's.
 *
 * @param cpuNanos processor time, that of waiting by spinning included
 * @param bytes allocated on the heap
 */
public record ThreadUse(long cpuNanos, long bytes) {
  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  /** Returns the use of all executors of nodes in this process. */
  public static ThreadUse ofExecutors() {
    ThreadInfo[] all = THREADS.getThreadInfo(THREADS.getAllThreadIds());
    return of(
        Arrays.stream(all)
            .filter(each -> each != null && each.getThreadName().startsWith("container-"))
            .mapToLong(ThreadInfo::getThreadId)
            .toArray());
  }

  public static ThreadUse ofCurrentThread() {
    return of(Thread.currentThread().threadId());
  }

  private static ThreadUse of(long... ids) {
    return new ThreadUse(
        Arrays.stream(THREADS.getThreadCpuTime(ids)).sum(),
        Arrays.stream(THREADS.getThreadAllocatedBytes(ids)).sum());
  }

  /** Returns the use since then. */
  public ThreadUse since(ThreadUse before) {
    return new ThreadUse(cpuNanos - before.cpuNanos, bytes - before.bytes);
  }
}
