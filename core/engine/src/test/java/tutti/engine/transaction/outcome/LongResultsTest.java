package tutti.engine.transaction.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;

/** Results that hosts of an integrated protocol would send to each other, and remember. */
class LongResultsTest {
  private final ResultSize sizes = new ResultSize(new TestBank().codec());

  @Test
  void thoseThatFitIntoAMessageAreTaken() {
    assertThat(sizes.tooLong(List.of(1L, "short"))).isEmpty();
    assertThat(sizes.tooLong(List.of("x".repeat(1 << 20)))).isEmpty();
  }

  @Test
  void thoseThatAreTooLongTogetherAreRefusedAsMultiPaxosDoes() {
    String part = "x".repeat(1 << 20);
    List<Object> all = Stream.generate(() -> (Object) part).limit(17).toList();
    assertThat(sizes.tooLong(all))
        .hasValueSatisfying(
            reason -> {
              assertThat(reason.code()).isEqualTo("too-large");
              assertThat(reason.retryable()).isFalse();
            });
  }
}
