package tutti.model.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ValueTextTest {
  private enum Color {
    RED;

    @Override
    public String toString() {
      throw new IllegalStateException("no");
    }
  }

  private record Item(Color color) {}

  private record Endless(int n) {
    @Override
    public String toString() {
      return new Endless(n + 1).toString() + n;
    }
  }

  private record Plain(int n, String text) {}

  @Test
  void showsValuesAsTheyAre() {
    assertThat(ValueText.of(null)).isEqualTo("null");
    assertThat(ValueText.of("a")).isEqualTo("a");
    assertThat(ValueText.of(5L)).isEqualTo("5");
    assertThat(ValueText.of(Optional.of(List.of(1, 2)))).isEqualTo("[1, 2]");
    assertThat(ValueText.of(Optional.empty())).isEqualTo("nothing");
    assertThat(ValueText.of(Map.of("a", 1))).isEqualTo("{a=1}");
    assertThat(ValueText.of(new Plain(1, "b"))).isEqualTo("Plain[n=1, text=b]");
  }

  @Test
  void neverThrowsWhatADescriptionThrows() {
    assertThat(ValueText.of(Color.RED)).isEqualTo("RED");
    assertThat(ValueText.of(List.of(Color.RED, new Item(Color.RED))))
        .isEqualTo("[RED, ValueTextTest$Item, which cannot be described]");
    assertThat(ValueText.of(new Endless(0)))
        .isEqualTo("ValueTextTest$Endless, which cannot be described");
  }

  @Test
  void tellsWhyOfWhatIsThrown() {
    assertThat(ValueText.why(new IllegalStateException("because"))).isEqualTo("because");
    assertThat(ValueText.why(new StackOverflowError())).isEqualTo("StackOverflowError");
    assertThat(
            ValueText.why(
                new IllegalStateException() {
                  private static final long serialVersionUID = 1;

                  @Override
                  public String getMessage() {
                    throw new IllegalArgumentException("no message");
                  }
                }))
        .startsWith("ValueTextTest$");
  }

  @Test
  void endsWhatIsLong() {
    assertThat(ValueText.of("x".repeat(10_000))).hasSize(ValueText.MOST + 1).endsWith("…");
    assertThat(ValueText.of(List.of("x".repeat(200), "y".repeat(10_000))))
        .hasSize(ValueText.MOST + 1);
    assertThat(ValueText.of("x".repeat(ValueText.MOST - 1) + "\uD83D\uDE00"))
        .isEqualTo("x".repeat(ValueText.MOST - 1) + "…");
  }
}
