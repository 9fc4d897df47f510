package tutti.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What a bug in somebody's code says must not depend on how often it has said it before. Only the
 * optimising compiler could make it so, which the usual suite leaves out.
 */
@Tag("slow")
class ThrownByJavaTest {
  /** So many that the compiler has long found a faster way to throw. */
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
