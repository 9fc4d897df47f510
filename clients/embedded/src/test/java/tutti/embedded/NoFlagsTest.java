package tutti.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tutti.engine.runtime.ExecutorMode;

/** The tests of this module run as an application does that starts its JVM without flags. */
class NoFlagsTest {
  @Test
  void nothingIsOpenedForTheseTests() {
    assertThat(ExecutorMode.best()).isEqualTo(ExecutorMode.PERMIT);
  }
}
