package tutti.engine.distribution.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.model.MalformedData;

/** A setting that must agree between nodes is named when it does not. */
class GreetingTest {
  private final Greeting own = greeting(MessageFormat.VERSION, 1, 5);

  private static Greeting greeting(int version, int application, long deployment) {
    byte[] hash = new byte[32];
    Arrays.fill(hash, (byte) application);
    return greeting(version, hash, Map.of("commit", "c" + deployment));
  }

  private static Greeting greeting(int version, byte[] hash, Map<String, String> agreed) {
    return new Greeting(version, hash, new TreeMap<>(agreed), 7, 3, 100, 4096, World.NONE);
  }

  private static Greeting with(Map<String, String> agreed) {
    return greeting(MessageFormat.VERSION, new byte[32], agreed);
  }

  @Test
  void eachSettingThatDiffersIsNamedWithBothValues() {
    Greeting here = with(Map.of("idempotency.keep", "PT24H", "commit", "two-phase"));
    Greeting there = with(Map.of("idempotency.keep", "PT1H", "assume", "crash"));
    assertThat(heard(there).differsFrom(here))
        .contains("idempotency.keep is PT1H there and PT24H here")
        .contains("assume is crash there and not set here")
        .contains("commit is not set there and two-phase here");
  }

  @ParameterizedTest
  @CsvSource({"1000, 1000, true", "1000, 2000, true", "2000, 1000, true", "1000, 2001, false"})
  void electionTimeoutsMayDifferByAFactor(String one, String other, boolean agree) {
    String refusal =
        heard(with(Map.of(Greeting.ELECTION, one)))
            .differsFrom(with(Map.of(Greeting.ELECTION, other)));
    if (agree) {
      assertThat(refusal).isNull();
    } else {
      assertThat(refusal).contains("election-timeout is 1000 ms there and 2001 ms here");
    }
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
