package tutti.engine.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The texts of ids are read back as they were, and random numbers in them can be said. */
class TransactionIdTest {
  @ParameterizedTest
  @CsvSource({
    "0, 3, 127, 0, 0-3-127",
    "0, 3, 127, 2, 0-3-127-2",
    "4, 1048575, 0, 0, 4-1048575-0-0",
    "4, 1048576, 0, 0, 4-dabababa-0-0",
    "4, 1029455313, 0, 0, 4-zijubutuhi-0-0",
    "4, 1073741824, 0, 0, 4-bibababababa-0-0"
  })
  void areWrittenAndRead(int node, long incarnation, long number, int coordinator, String text) {
    TransactionId id = new TransactionId(node, incarnation, number, coordinator);
    assertThat(id).hasToString(text);
    assertThat(TransactionId.parse(text)).isEqualTo(id).hasToString(text);
  }

  @Test
  void areReadAsEarlierVersionsWroteThem() {
    assertThat(TransactionId.parse("4-1029455313-0-0"))
        .isEqualTo(new TransactionId(4, 1029455313, 0, 0))
        .hasToString(new TransactionId(4, 1029455313, 0, 0).toString());
  }

  @Test
  void areReadWhateverTheIncarnationIs() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 10_000; i++) {
      TransactionId id =
          new TransactionId(3, 1 + random.nextLong(1L << random.nextInt(1, 63)), i, i % 5);
      assertThat(TransactionId.parse(id.toString())).isEqualTo(id).hasToString(id.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        "--",
        "---",
        "x",
        "0-1",
        "0-1-1-1-1",
        "0--1",
        "0-+1-1",
        "0-01-1",
        "0-1-1-0",
        "0-b-1",
        "0-ba-1",
        "0-da-1",
        "0-dababababa-",
        "0-dabababx-1",
        "0-dabababe-1",
        "0-DABABABA-1",
        "0-dababab-1",
        "0-dabababaX-1",
        "0-99999999999999999999-1",
        "0-zuzuzuzuzuzuzuzuzuzuzuzu-1",
        "0-\uD800-1"
      })
  void refuseWhatIsNone(String text) {
    assertThat(TransactionId.parse(text)).isNull();
  }
}
