package tutti.protocol.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.protocol.integrated.janus.SteppedShards.writing;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.graph.TransactionId;

/** Coordinators that take over from each other come to an end, however slowly hosts answer. */
class OvertakingTest {
  private static final long MILLI = SimulatedShards.MILLI;
  private static final int TRANSACTIONS = 5;

  /** An answer takes several times as long as it takes until a coordinator is taken for gone. */
  private static final Settings IMPATIENT =
      new Settings(MILLI / 32, MILLI / 32, MILLI / 16, 1000, 1000);

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void answersThatTakeLongerThanTheWaitsAreAwaitedInTheEnd(int seed) {
    SimulatedShards shards = new SimulatedShards(seed, 2, 3, IMPATIENT);
    shards.replicas().forEach(shards::start);
    Set<TransactionId> ended = new HashSet<>();
    shards.client(end -> ended.add(end.transaction().id()));
    for (int each = 0; each < TRANSACTIONS; each++) {
      List<Integer> both = List.of(each % 2, 1 - each % 2);
      Transaction its = new Transaction(new TransactionId(1, each + 1), both);
      shards.begin(each % 3, both, writing(its, "x" + each));
    }
    shards.run(200 * MILLI);
    assertThat(ended).hasSize(TRANSACTIONS);
  }
}
