package tutti.benchmark.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The measurement counts the rows that it finds, and throws if they are not the expected ones. */
@Timeout(300)
class RowCostsTest {

  @Test
  void findsWhatItLooksForAndTakesSomeTimeForIt() throws Exception {
    RowCosts costs = new RowCosts(5, 20_000);
    assertThat(costs.find().value()).isGreaterThan(1.0);
    Samples one = costs.scan(1);
    assertThat(one.value()).isGreaterThan(1.0);
    assertThat(costs.scan(100).value()).isGreaterThan(one.value());
  }
}
