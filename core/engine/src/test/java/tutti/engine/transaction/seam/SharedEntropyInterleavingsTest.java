package tutti.engine.transaction.seam;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Threads that draw in one moment: each gets a number of its own, in some order. */
@Isolated("Lincheck changes the classes of the whole virtual machine while it runs")
public class SharedEntropyInterleavingsTest {
  private final SharedEntropy entropy = new SharedEntropy(7);

  @Operation
  public long draw() {
    return entropy.nextLong();
  }

  @Test
  void threadsNeverDrawOneNumberTwice() {
    new ModelCheckingOptions()
        .iterations(1)
        .invocationsPerIteration(100)
        .threads(2)
        .actorsPerThread(2)
        .actorsBefore(0)
        .actorsAfter(1)
        .check(SharedEntropyInterleavingsTest.class);
  }
}
