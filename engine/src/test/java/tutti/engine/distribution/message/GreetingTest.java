package tutti.engine.distribution.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import tutti.model.MalformedData;

/** A setting that must agree between nodes is named when it does not. */
class GreetingTest {
  private final Greeting own = greeting(MessageFormat.VERSION, 1, 5);

  private static Greeting greeting(int version, int application, long deployment) {
    byte[] hash = new byte[32];
    Arrays.fill(hash, (byte) application);
    return new Greeting(version, hash, deployment, 7, 3, 100, 4096);
  }

  private static Greeting heard(Greeting said) {
    return Greeting.read(said.write());
  }

  @Test
  void theSameIsWelcome() {
    assertThat(heard(greeting(MessageFormat.VERSION, 1, 5)).differsFrom(own)).isNull();
  }

  @Test
  void whatDiffersIsNamed() {
    assertThat(heard(greeting(MessageFormat.VERSION + 1, 1, 5)).differsFrom(own))
        .contains("version " + (MessageFormat.VERSION + 1))
        .contains("the same version");
    assertThat(heard(greeting(MessageFormat.VERSION, 2, 5)).differsFrom(own))
        .contains("another application (020202020202, here 010101010101)");
    assertThat(heard(greeting(MessageFormat.VERSION, 1, 6)).differsFrom(own))
        .contains("another deployment");
  }

  @Test
  void aGreetingWithAFlippedBitIsNeverBelieved() {
    byte[] bytes = own.write();
    for (int bit = 0; bit < bytes.length * 8; bit++) {
      byte[] damaged = bytes.clone();
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      assertThat(refused(damaged)).as("bit %d", bit).isTrue();
    }
  }

  private boolean refused(byte[] bytes) {
    try {
      return Greeting.read(bytes).differsFrom(own) != null;
    } catch (MalformedData damaged) {
      return true;
    }
  }

  @Test
  void aGreetingCutShortIsMalformed() {
    byte[] bytes = own.write();
    for (int length = 0; length < bytes.length; length++) {
      byte[] shorter = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> Greeting.read(shorter)).isInstanceOf(MalformedData.class);
    }
  }
}
