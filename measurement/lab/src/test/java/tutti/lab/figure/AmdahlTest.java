package tutti.lab.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmdahlTest {
  private static final double[] NODES = {1, 2, 3, 6, 9};

  /** The first two rows are those of PSAC, Figure 6 (d). */
  @ParameterizedTest
  @CsvSource({"180, 0.0498809", "296, 0.0495878", "1000, 0", "50, 0.9", "500, 1.5"})
  void findsTheLawThatThePointsFollow(double lambda, double sigma) {
    Amdahl law = new Amdahl(lambda, sigma);
    Amdahl found = Amdahl.fit(NODES, Arrays.stream(NODES).map(law::at).toArray());
    assertThat(found.lambda()).isCloseTo(lambda, within(lambda * 1e-4));
    assertThat(found.sigma()).isCloseTo(sigma, within(1e-4));
  }

  @Test
  void liesBetweenPointsThatDoNotFollowIt() {
    Amdahl found = Amdahl.fit(new double[] {1, 2, 3}, new double[] {100, 150, 210});
    assertThat(found.at(1)).isBetween(90.0, 110.0);
    assertThat(found.at(3)).isBetween(195.0, 220.0);
    assertThat(found.asymptote()).isGreaterThan(210);
  }

  @Test
  void growthBeyondLinearIsTakenForLinear() {
    assertThat(Amdahl.fit(new double[] {1, 2}, new double[] {100, 300}).sigma()).isZero();
  }

  @Test
  void onePointIsNoCurve() {
    assertThatThrownBy(() -> Amdahl.fit(new double[] {1}, new double[] {100}))
        .hasMessageContaining("two points");
  }
}
