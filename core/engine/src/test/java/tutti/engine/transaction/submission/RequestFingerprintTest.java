package tutti.engine.transaction.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.engine.transaction.submission.RequestFingerprint.isSame;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.Encoder;

/** Requests under one key are compared by what was written, and by what was understood. */
class RequestFingerprintTest {
  private static final long WRITTEN = 7L << Integer.SIZE;
  private static final long OTHER = 8L << Integer.SIZE;

  @Test
  void oneHalfIsEnough() {
    assertThat(isSame(WRITTEN | 1, WRITTEN | 2)).isTrue();
    assertThat(isSame(WRITTEN | 1, OTHER | 1)).isTrue();
    assertThat(isSame(WRITTEN | 1, OTHER | 2)).isFalse();
    assertThat(isSame(-1L, -1L << Integer.SIZE | 5)).isTrue();
  }

  @Test
  void aHalfThatIsNotKnownSaysNothing() {
    assertThat(isSame(1, 2)).isFalse();
    assertThat(isSame(1, 1)).isTrue();
    assertThat(isSame(WRITTEN, OTHER)).isFalse();
  }

  @Test
  void theWholeFormerFingerprintIsEnough() {
    Idempotency key = new Idempotency("k", WRITTEN | 1, OTHER | 2);
    assertThat(key.isOf(OTHER | 2)).isTrue();
    assertThat(key.isOf(OTHER | 3)).isFalse();
    assertThat(new Idempotency("k", WRITTEN | 1).isOf(0)).isFalse();
  }

  private static byte[] written(Object value) {
    Encoder out = new Encoder();
    WrittenForm.encode(value, out);
    return out.toByteArray();
  }

  @Test
  void halfOfASurrogatePairIsWrittenAsAnyOtherText() {
    assertThat(written("\uD800")).isNotEqualTo(written("\uDC00")).isEqualTo(written("\uD800"));
    assertThat(written("\uD800")).isNotEqualTo(written("?"));
    assertThat(written(Map.of("\uD800", 1L))).isNotEqualTo(written(Map.of("\uDC00", 1L)));
    assertThat(written(List.of("\uD800", "a"))).isNotEqualTo(written(List.of("\uD800a")));
  }

  @Test
  void theFormOfNumbersAndTheOrderOfMembersDoNotCount() {
    Map<String, Object> one = new LinkedHashMap<>();
    one.put("a", new BigDecimal("1.50"));
    one.put("b", List.of(1L, "x", true));
    Map<String, Object> other = new LinkedHashMap<>();
    other.put("b", List.of(new BigDecimal("1.0"), "x", true));
    other.put("a", new BigDecimal("15e-1"));
    assertThat(written(one)).isEqualTo(written(other));
    assertThat(written(new BigDecimal("0.00"))).isEqualTo(written(0L));
    assertThat(written(1.5)).isEqualTo(written(new BigDecimal("1.50")));
    assertThat(written(-0.0)).isNotEqualTo(written(0L));
    assertThat(written(List.of("1"))).isNotEqualTo(written(List.of(1L)));
    assertThat(written(List.of(List.of(), "a"))).isNotEqualTo(written(List.of(List.of("a"))));
    assertThat(written(Map.of("a", true))).isNotEqualTo(written(Map.of("a", false)));
  }
}
