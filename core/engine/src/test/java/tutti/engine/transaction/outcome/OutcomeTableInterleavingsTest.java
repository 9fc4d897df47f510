package tutti.engine.transaction.outcome;

import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.bank.PlainCodec;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.transaction.submission.Outcome;
import tutti.model.testing.Effort;

/** Three transactions whose numbers share one slot: the newest has it, whoever comes last. */
@Param(name = "which", gen = IntGen.class, conf = "0:2")
@Isolated("Lincheck changes the classes of the whole virtual machine while it runs")
public class OutcomeTableInterleavingsTest {
  private final OutcomeTable table =
      new OutcomeTable(0, 1, 2, true, new ResultSize(PlainCodec.INSTANCE), 1 << 20);

  private static TransactionId id(int which) {
    return new TransactionId(0, 1, 1 + 2L * which);
  }

  private static Outcome.Committed committed(int which) {
    return new Outcome.Committed(id(which), List.of());
  }

  @Operation
  public void started(@Param(name = "which") int which) {
    table.started(id(which));
  }

  @Operation
  public void decided(@Param(name = "which") int which) {
    table.decided(committed(which));
  }

  @Operation
  public void ended(@Param(name = "which") int which) {
    table.ended(committed(which));
  }

  @Operation
  public String status(@Param(name = "which") int which) {
    return table.status(id(which), Long.MAX_VALUE).toString();
  }

  /** In turn with other structures: a model checker has much to prepare. */
  static List<Integer> iterations() {
    return Effort.fewInTurn(2, 3, List.of(Effort.of(5)));
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("iterations")
  void outcomesThatShareASlotAreNeverMixedUp(int iterations) {
    new ModelCheckingOptions()
        .iterations(iterations)
        .invocationsPerIteration(150)
        .threads(2)
        .actorsPerThread(2)
        .actorsBefore(0)
        .actorsAfter(1)
        .check(OutcomeTableInterleavingsTest.class);
  }
}
