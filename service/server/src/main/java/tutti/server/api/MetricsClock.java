package tutti.server.api;

import io.micrometer.core.instrument.Clock;
import java.util.function.LongSupplier;

/**
 * The clock of the metrics, which say when each of them was made. Their format has no time before
 * 1970, but a machine's clock may be there: then it is 1970 for them.
 *
 * @param millis the time of the machine, in milliseconds since 1970
 */
record MetricsClock(LongSupplier millis) implements Clock {
  @Override
  public long wallTime() {
    return Math.max(0, millis.getAsLong());
  }

  @Override
  public long monotonicTime() {
    return System.nanoTime();
  }
}
