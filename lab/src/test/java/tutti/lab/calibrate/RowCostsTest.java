package tutti.lab.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** It counts the rows that it finds itself, and throws if they are not those it looked for. */
@Timeout(300)
class RowCostsTest {

  @Test
  void findsWhatItLooksForAndTakesSomeTimeForIt() throws Exception {
    RowCosts costs = new RowCosts();
    assertThat(costs.find().value()).isGreaterThan(1.0);
    Samples one = costs.scan(1);
    assertThat(one.value()).isGreaterThan(1.0);
    assertThat(costs.scan(100).value()).isGreaterThan(one.value());
  }
}
