package tutti.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tutti.embedded.Tutti;

/** The node as a test's parameter. */
class TuttiParameterTest {
  @RegisterExtension
  static final TuttiExtension tutti =
      TuttiExtension.of(SimulatedSpecificationsTest.bank()).perClass();

  @Test
  void isTheNodeOfTheTest(Tutti node) {
    assertThat(node).isSameAs(tutti.tutti());
    assertThat(node.notReady()).isEmpty();
  }
}
