package tutti.protocol.integrated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tutti.model.Encoder;

class VersionTagTest {
  private static byte[] tagged(long version, byte[] content) {
    Encoder out = new Encoder();
    VersionTag.put(out, version);
    return out.putRaw(content, 0, content.length).toByteArray();
  }

  @Test
  void theFirstVersionWritesAsBeforeThereWereVersions() {
    byte[] content = {7, 0, 1};
    assertThat(tagged(VersionTag.FIRST, content)).isEqualTo(content);
    assertThat(VersionTag.of(content)).isEqualTo(VersionTag.FIRST);
  }

  @Test
  void everyNumberIsReadAsItWasWritten() {
    SplittableRandom random = new SplittableRandom(3);
    for (int bits = 1; bits <= 21; bits++) {
      long version = random.nextLong(1L << bits);
      byte[] content = new byte[random.nextInt(9)];
      random.nextBytes(content);
      byte[] bytes = tagged(version, content);
      if (version != VersionTag.FIRST) {
        assertThat(VersionTag.of(bytes)).isEqualTo(version);
        assertThat(VersionTag.behind(bytes).getRaw(content.length)).isEqualTo(content);
      }
    }
    assertThat(VersionTag.of(tagged(VersionTag.MOST, new byte[0]))).isEqualTo(VersionTag.MOST);
    assertThat(VersionTag.of(tagged(VersionTag.ANY, new byte[3]))).isEqualTo(VersionTag.ANY);
  }

  /** Counts of effects and numbers of nodes begin what has no tag. */
  @Test
  void noCountBeforeOtherBytesIsTakenForATag() {
    for (long count = 0; count < 1L << 42; count = count * 3 + 1) {
      byte[] bytes = new Encoder().putVarLong(count).putRaw(new byte[8], 0, 8).toByteArray();
      assertThat(VersionTag.of(bytes)).isEqualTo(VersionTag.FIRST);
    }
    assertThat(VersionTag.of(new byte[0])).isEqualTo(VersionTag.FIRST);
  }
}
