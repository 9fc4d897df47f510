package tutti.lab.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BootstrapTest {

  @Test
  void medianOfOddAndEvenSamples() {
    assertThat(Bootstrap.median(new double[] {3, 1, 2}, 1).median()).isEqualTo(2);
    assertThat(Bootstrap.median(new double[] {4, 1, 2, 3}, 1).median()).isEqualTo(2.5);
  }

  @Test
  void intervalHoldsTheTrueMedianAboutAsOftenAsItClaims() {
    SplittableRandom random = new SplittableRandom(7);
    int held = 0;
    int experiments = 300;
    for (int i = 0; i < experiments; i++) {
      double[] sample = new double[15];
      for (int j = 0; j < sample.length; j++) {
        sample[j] = Math.exp(0.1 * random.nextGaussian());
      }
      Ratio ratio = Bootstrap.median(sample, i);
      if (ratio.low() <= 1 && 1 <= ratio.high()) {
        held++;
      }
    }
    assertThat(held / (double) experiments).isBetween(0.90, 0.995);
  }

  @Test
  void intervalShrinksWithMorePairs() {
    assertThat(width(sample(101))).isLessThan(width(sample(15)) * 0.7);
  }

  @Test
  void sameSeedGivesTheSameInterval() {
    assertThat(Bootstrap.median(sample(15), 3)).isEqualTo(Bootstrap.median(sample(15), 3));
  }

  @Test
  void refusesAnEmptySample() {
    assertThatThrownBy(() -> Bootstrap.median(new double[0], 1)).hasMessageContaining("at least");
  }

  @Test
  void aDifferenceInsideTheNoiseIsNotResolvable() {
    Ratio noise = new Ratio(1.0, 0.95, 1.06, 15);
    assertThat(new Ratio(1.05, 1.02, 1.08, 15).resolvable(noise)).isFalse();
    assertThat(new Ratio(1.2, 1.1, 1.3, 15).resolvable(noise)).isTrue();
    assertThat(new Ratio(0.8, 0.7, 0.9, 15).resolvable(noise)).isTrue();
    assertThat(new Ratio(1.2, 0.99, 1.3, 15).resolvable(new Ratio(1, 1, 1, 15))).isFalse();
  }

  private static double width(double[] sample) {
    Ratio ratio = Bootstrap.median(sample, 5);
    return ratio.high() - ratio.low();
  }

  private static double[] sample(int size) {
    SplittableRandom random = new SplittableRandom(11);
    double[] sample = new double[size];
    for (int i = 0; i < size; i++) {
      sample[i] = 1 + 0.1 * random.nextGaussian();
    }
    return sample;
  }

  @Test
  void fewerThanThreePairsHaveNoVerdict() {
    Ratio one = new Ratio(1.471, 1.471, 1.471, 1);
    assertThat(one.hasInterval()).isFalse();
    assertThat(one.resolvable(new Ratio(0.958, 0.958, 0.958, 1))).isFalse();
    assertThat(new Ratio(1.2, 1.1, 1.3, 3).hasInterval()).isTrue();
  }
}
