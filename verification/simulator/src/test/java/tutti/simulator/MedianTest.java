package tutti.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MedianTest {
  @Test
  void isTheOneInTheMiddle() {
    assertThat(of()).isZero();
    assertThat(of(7)).isEqualTo(7);
    assertThat(of(1, 9, 2)).isEqualTo(2);
    assertThat(of(4, 1, 3, 2)).isEqualTo(2);
    assertThat(of(5, 5, 5, 0, 100)).isEqualTo(5);
  }

  private static long of(long... values) {
    Median median = new Median();
    for (long value : values) {
      median.add(value);
    }
    return median.value();
  }
}
