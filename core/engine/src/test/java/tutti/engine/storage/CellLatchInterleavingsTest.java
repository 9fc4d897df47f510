package tutti.engine.storage;

import java.util.List;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.bank.TestBank;
import tutti.model.ActorId;
import tutti.model.testing.Effort;

/** The guarded values are changed by one thread at a time, and seen whole by the next. */
@Isolated("Lincheck changes the classes of the whole virtual machine while it runs")
public class CellLatchInterleavingsTest {
  private static final TestBank BANK = new TestBank();
  private final Cell cell =
      new Cell(new ActorId("Account", "a"), BANK.types().getFirst(), TestBank.state(1, 0));

  @Operation
  public long takePosition() {
    cell.lock();
    long position = cell.takePosition();
    cell.unlock();
    return position;
  }

  @Operation
  public long deposit() {
    cell.lock();
    long balance = TestBank.balance(cell.state()) + 1;
    cell.apply(TestBank.state(1, balance), balance);
    cell.unlock();
    return balance;
  }

  /** The balance, or -1 if it was seen half changed. */
  @Operation
  public long read() {
    cell.lock();
    long balance = TestBank.balance(cell.state());
    boolean whole = balance == cell.version() && balance == cell.lastLsn();
    cell.unlock();
    return whole ? balance : -1;
  }

  /** In turn with other structures: a model checker has much to prepare. */
  static List<Integer> iterations() {
    return Effort.fewInTurn(2, 3, List.of(Effort.of(3)));
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("iterations")
  void oneThreadAtATimeChangesWhatTheLatchGuards(int iterations) {
    new ModelCheckingOptions()
        .iterations(iterations)
        .invocationsPerIteration(100)
        .threads(2)
        .actorsPerThread(3)
        .check(CellLatchInterleavingsTest.class);
  }
}
