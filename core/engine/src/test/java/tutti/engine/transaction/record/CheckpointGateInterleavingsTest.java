package tutti.engine.transaction.record;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import tutti.model.testing.Effort;

/**
 * Transactions that append and apply inside the gate, while checkpoints note the log's end, turn
 * the gate and wait (invariant I5 of recovery).
 */
@Isolated("Lincheck changes the classes of the whole virtual machine while it runs")
public class CheckpointGateInterleavingsTest {
  private final CheckpointGate gate = new CheckpointGate();
  private final AtomicInteger appended = new AtomicInteger();
  private final AtomicIntegerArray applied = new AtomicIntegerArray(64);
  private int waitedFor = -1;
  private int position;

  @Operation
  public void transaction() {
    int phase = gate.enter();
    int record = appended.getAndIncrement();
    applied.set(record, 1);
    gate.exit(phase);
  }

  /** Two, since a straggler of the phase before the last is what the gate could miss. */
  @Operation(nonParallelGroup = "checkpoint")
  public boolean checkpointsSeeAllBefore() {
    return seesAllBefore() && seesAllBefore();
  }

  /** False if the gate says that all before the position are applied, and one is not. */
  private boolean seesAllBefore() {
    if (waitedFor < 0) {
      position = appended.get();
      waitedFor = gate.turn();
    }
    if (!gate.empty(waitedFor)) {
      return true;
    }
    waitedFor = -1;
    for (int record = 0; record < position; record++) {
      if (applied.get(record) == 0) {
        return false;
      }
    }
    return true;
  }

  @Test
  void onceThePhaseIsEmptyNobodyWhoEnteredBeforeIsInside() {
    new ModelCheckingOptions()
        .iterations(Effort.of(4))
        .invocationsPerIteration(1500)
        .threads(2)
        .actorsPerThread(1)
        .actorsBefore(0)
        .actorsAfter(0)
        .check(CheckpointGateInterleavingsTest.class);
  }
}
