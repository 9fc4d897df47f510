package tutti.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The message of a bug in a user's code must not depend on how often it was thrown before. Only the
 * optimising compiler could make it so, which the usual suite leaves out.
 */
@Tag("slow")
class ThrownByJavaTest {
  /** A number of throws at which the compiler has long found a faster way to throw. */
  private static final int OFTEN = 500_000;

  @Test
  void keepsItsMessageHoweverOftenItComes() {
    int[] none = {};
    for (int i = 0; i < OFTEN; i++) {
      assertMessage(none, i % 3);
    }
  }

  private static void assertMessage(int[] none, int index) {
    try {
      none[index]++;
    } catch (ArrayIndexOutOfBoundsException thrown) {
      if (thrown.getMessage() == null) {
        assertThat(thrown).as("with -XX:-OmitStackTraceInFastThrow").hasMessageContaining("Index");
      }
    }
  }
}
