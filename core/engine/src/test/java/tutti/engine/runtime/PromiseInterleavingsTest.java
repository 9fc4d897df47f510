package tutti.engine.runtime;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.model.testing.Effort;

/** Every interleaving of a few threads on one promise: one value wins, and each waiter is told. */
@Param(name = "value", gen = IntGen.class, conf = "1:3")
@Isolated("Lincheck changes the classes of the whole virtual machine while it runs")
public class PromiseInterleavingsTest {
  private final Promise<Integer> promise = new Promise<>();
  private final AtomicInteger registered = new AtomicInteger();
  private final AtomicInteger told = new AtomicInteger();
  private final AtomicIntegerArray values = new AtomicIntegerArray(4);

  @Operation
  public boolean complete(@Param(name = "value") int value) {
    return promise.complete(value);
  }

  @Operation
  public boolean isDone() {
    return promise.isDone();
  }

  @Operation
  public void whenDone() {
    registered.incrementAndGet();
    promise.whenDone(
        value -> {
          values.incrementAndGet(value);
          told.incrementAndGet();
        });
  }

  /** Once all threads have ended, no waiter may have been forgotten, or told twice or otherwise. */
  @Validate
  public void allWereToldTheSameOnce() {
    int expected = promise.isDone() ? registered.get() : 0;
    int most = Math.max(values.get(1), Math.max(values.get(2), values.get(3)));
    if (told.get() != expected || most != expected) {
      throw new IllegalStateException(told + " of " + expected + " were told " + values);
    }
  }

  /** In turn with other structures: a model checker has much to prepare. */
  static List<Integer> iterations() {
    return Effort.fewInTurn(2, 3, List.of(Effort.of(5)));
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("iterations")
  void oneValueWinsAndEachWaiterIsToldItOnce(int iterations) {
    new ModelCheckingOptions()
        .iterations(iterations)
        .invocationsPerIteration(150)
        .threads(3)
        .actorsPerThread(2)
        .actorsBefore(0)
        .actorsAfter(1)
        .check(PromiseInterleavingsTest.class);
  }
}
