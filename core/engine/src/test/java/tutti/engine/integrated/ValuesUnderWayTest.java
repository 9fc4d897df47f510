package tutti.engine.integrated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.engine.memory.BytesUnderWay;
import tutti.engine.memory.BytesUnderWay.Lease;
import tutti.engine.memory.TestHeap;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;

/** The values of transactions on a heap of which one alone may have 100 bytes, and all 50. */
class ValuesUnderWayTest {
  private final TestHeap heap = new TestHeap();
  private final BytesUnderWay underWay = new BytesUnderWay(heap);
  private final Lease lease = underWay.lease();
  private final ValuesUnderWay values = new ValuesUnderWay(lease);
  private final List<Integer> seen = new ArrayList<>();

  ValuesUnderWayTest() {
    heap.underWay(400);
  }

  private void pass(int bytes) {
    values.pass(new byte[bytes], value -> seen.add(value.length));
  }

  private static Reason why(Result result) {
    return ((Result.Failed) result).reason();
  }

  @Test
  void aValueHasRoomWhileTheTransactionIsAlone() {
    pass(25);
    assertThat(seen).containsExactly(25);
    assertThat(values.room()).isEqualTo(Result.DONE);
  }

  @Test
  void moreThanOneMayHaveIsTooLarge() {
    pass(20);
    pass(6);
    assertThat(seen).containsExactly(20, 0);
    assertThat(why(values.room()).code()).isEqualTo("too-large");
    assertThat(why(ValuesUnderWay.becomes(lease, 101)).retryable()).isFalse();
  }

  @Test
  void whatOthersHaveMayComeBack() {
    Lease other = underWay.lease();
    assertThat(other.add(40)).isTrue();
    pass(20);
    pass(6);
    assertThat(seen).containsExactly(0, 0);
    assertThat(why(values.room()).code()).as("the first counts").isEqualTo("overloaded");
    assertThat(why(ValuesUnderWay.becomes(lease, 100)).retryable()).isTrue();
    other.end();
    assertThat(ValuesUnderWay.becomes(lease, 100)).isEqualTo(Result.DONE);
  }
}
