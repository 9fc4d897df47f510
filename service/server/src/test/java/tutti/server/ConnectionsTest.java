package tutti.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConnectionsTest {
  private static final long MB = 1 << 20;

  @Test
  void leavesDescriptorsToTheLog() {
    assertThat(Connections.most(4096 * MB, 1024, 60)).isEqualTo(1024 - 60 - 128);
    assertThat(Connections.most(4096 * MB, 256, 60)).isEqualTo(256 - 60 - 64);
    assertThat(Connections.most(4096 * MB, 64, 60)).isEqualTo(16);
  }

  @Test
  void takesAQuarterOfTheHeapAtMost() {
    assertThat(Connections.most(96 * MB, 1 << 20, 60)).isEqualTo(614);
    assertThat(Connections.most(4096 * MB, -1, 60)).isEqualTo(26214);
    assertThat(Connections.most(Long.MAX_VALUE, Long.MAX_VALUE, 0)).isEqualTo(Integer.MAX_VALUE);
  }
}
