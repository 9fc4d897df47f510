package tutti.engine.transaction.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.memory.Heap;
import tutti.engine.memory.TestHeap;
import tutti.engine.transaction.submission.Result;

/** Results that hosts of an integrated protocol would send to each other, and remember. */
class LongResultsTest {
  private final ResultSize sizes = new ResultSize(new TestBank().codec());

  @Test
  void thoseThatFitIntoAMessageAreTaken() {
    ResultCount counted = ResultCount.replicated(sizes, false);
    assertThat(counted.add(1L)).isEqualTo(Result.DONE);
    assertThat(counted.add("short")).isEqualTo(Result.DONE);
    assertThat(counted.add("x".repeat(1 << 20))).isEqualTo(Result.DONE);
    assertThat(counted.bytes()).isEqualTo(80 + 80 + 16 + (1 << 20));
  }

  @Test
  void aSmallReplicaIsToldWhatItNeeds() {
    assertThat(ResultCount.tooSmall(new TestHeap(255))).contains("255 MB", "give it 256 MB");
    assertThat(ResultCount.tooSmall(new TestHeap(256))).isNull();
    assertThat(ResultCount.tooSmall(Heap.AMPLE)).isNull();
  }

  @Test
  void thoseThatAreTooLongTogetherAreRefusedAsTheyCome() {
    ResultCount counted = ResultCount.replicated(sizes, false);
    String part = "x".repeat(1 << 20);
    for (int i = 0; i < 15; i++) {
      assertThat(counted.add(part)).isEqualTo(Result.DONE);
    }
    assertThat(counted.add(part))
        .isInstanceOfSatisfying(
            Result.Failed.class,
            failed -> {
              assertThat(failed.reason().code()).isEqualTo("too-large");
              assertThat(failed.reason().retryable()).isFalse();
            });
  }

  /** Other replicas execute the rest of the transaction, and would not know of a refusal here. */
  @Test
  void thoseOfAPartAreTakenAsTheyAre() {
    assertThat(ResultCount.replicated(sizes, true).add("x".repeat(17 << 20)))
        .isEqualTo(Result.DONE);
  }
}
