package tutti.lab.load;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Processor time of this process, in all its threads. */
public final class ProcessorTime {
  private ProcessorTime() {}

  /** Returns the seconds used so far. */
  public static double seconds() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime()
        / 1e9;
  }
}
