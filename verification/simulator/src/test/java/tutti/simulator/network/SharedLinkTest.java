package tutti.simulator.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tutti.engine.transport.Lane;

class SharedLinkTest {
  private static final int LONG = 1 << 20;
  private static final int SHORT = 100;

  private static SharedLink link(int seed) {
    return SharedLink.draw(new SplittableRandom(seed), Long.MAX_VALUE >> 16);
  }

  /** As in the sessions of production, where all that is short goes before the next piece. */
  @Test
  void shortMessagesWaitForOnePieceOfALongOneTogether() {
    for (int seed = 0; seed < 20; seed++) {
      SharedLink idle = link(seed);
      long takes = idle.sent(0, SHORT);
      SharedLink busy = link(seed);
      assertThat(busy.lane(LONG)).isEqualTo(Lane.BULK);
      long whole = busy.sent(0, LONG);
      long first = busy.sent(0, SHORT);
      assertThat(first).isBetween(takes, whole);
      assertThat(busy.sent(0, SHORT)).isEqualTo(first + takes);
      assertThat(busy.sent(0, SHORT)).isEqualTo(first + 2 * takes);
    }
  }
}
