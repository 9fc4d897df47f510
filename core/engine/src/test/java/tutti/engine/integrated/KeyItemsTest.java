package tutti.engine.integrated;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.transaction.submission.Outcome;
import tutti.model.Encoder;
import tutti.protocol.integrated.VersionTag;

class KeyItemsTest {
  private static final Instant AT = Instant.parse("2026-11-29T14:01:02.003Z");

  private final ApplicationVersions versions = ApplicationVersions.alone(new TestBank());
  private final ItemFormat format = new ItemFormat(versions);
  private final KeyItems keys = new KeyItems(versions, format);

  private static KeyItems.Used used(long fingerprint) {
    TransactionId id = new TransactionId(0, 7, 9, 0);
    return new KeyItems.Used(fingerprint, new Outcome.Committed(id, List.of(2L)), AT);
  }

  private void isReadAsItIs(KeyItems.Used used, byte[] value) {
    assertThat(VersionTag.of(value)).isEqualTo(VersionTag.FIRST);
    assertThat(keys.decode(value)).isEqualTo(used);
    assertThat(KeyItems.usedAt(value)).isEqualTo(AT);
  }

  /** A fingerprint whose first six bytes are negative, and whose seventh is 1. */
  private static long likeATag(long bits) {
    return bits & 0x7f7f7f7f7f7f00ffL | 0x8080808080800100L;
  }

  /** As the versions before this one wrote it. */
  private byte[] earlier(KeyItems.Used used) {
    Encoder out = new Encoder().putLong(used.fingerprint());
    format.parts().instant(out, used.at());
    format.parts().id(out, used.outcome().transaction());
    format.parts().values(out, used.outcome().results());
    return out.toByteArray();
  }

  @Test
  void noFingerprintIsTakenForTheTagOfAVersion() {
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 1000; i++) {
      KeyItems.Used used = used(likeATag(random.nextLong()));
      isReadAsItIs(used, keys.encode(used));
      isReadAsItIs(used, earlier(used));
    }
    for (long version = 0; version <= VersionTag.MOST; version = 3 * version + 1) {
      long exact = new tutti.model.Decoder(tagOf(version)).getLong();
      isReadAsItIs(used(exact), keys.encode(used(exact)));
    }
  }

  private static byte[] tagOf(long version) {
    Encoder out = new Encoder();
    VersionTag.put(out, version);
    return out.putLong(-1).toByteArray();
  }
}
