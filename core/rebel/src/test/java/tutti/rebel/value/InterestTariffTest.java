package tutti.rebel.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tariffs that clients send, and those that are stored. */
class InterestTariffTest {
  private static final int MANY = 8_000;

  @ParameterizedTest
  @ValueSource(
      strings = {" ++ fixed 1%", " -- norm EURIBOR", " bounded by", " bounded by min = fixed 1%"})
  void aTariffOfVeryManyPartsIsRefused(String part) {
    String longest = "fixed 1%" + part.repeat(999);
    assertThat(InterestTariff.parse("fixed 1%" + part.repeat(100)).toString())
        .isEqualTo("fixed 1%" + part.repeat(100));
    assertThatThrownBy(() -> InterestTariff.parse(longest + part)).isInstanceOf(NotAValue.class);
  }

  @Test
  void theRefusalSaysHowManyPartsThereMayBe() {
    assertThatThrownBy(() -> InterestTariff.parse("fixed 1%" + " ++ fixed 1%".repeat(1000)))
        .isInstanceOf(NotAValue.class)
        .hasMessageContaining("at most 1000 parts");
  }

  /** An earlier version took them, and their text filled the stack. */
  @ParameterizedTest
  @ValueSource(strings = {" ++ fixed 1%", " -- fixed 1%", " bounded by"})
  void aStoredTariffOfVeryManyPartsHasAText(String part) throws InterruptedException {
    String text = "fixed 1%" + part.repeat(MANY);
    String[] seen = new String[1];
    Thread small =
        new Thread(null, () -> seen[0] = InterestTariff.parseStored(text).toString(), "", 1 << 17);
    small.start();
    small.join();
    assertThat(text.equals(seen[0])).as("the text is as it was taken").isTrue();
  }
}
