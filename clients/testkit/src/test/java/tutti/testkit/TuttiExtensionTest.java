package tutti.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tutti.embedded.Tutti;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;

/** A node for each test. */
class TuttiExtensionTest {
  private static final String ALICE = "NL91ABNA0417164300";
  private static final Map<String, String> FIFTY = Map.of("initialDeposit", "EUR 50.00");

  @RegisterExtension
  static final TuttiExtension each =
      TuttiExtension.of(SimulatedSpecificationsTest.bank()).set("containers", "2");

  @RegisterExtension
  static final TuttiExtension once =
      TuttiExtension.of(SimulatedSpecificationsTest.bank()).perClass();

  @RegisterExtension
  final TuttiExtension kept = TuttiExtension.of(SimulatedSpecificationsTest.bank()).durable();

  private static int opened;
  private static @Nullable Tutti ofTheClass;

  public static final class Other extends Actor {}

  @BeforeAll
  static void remember() {
    ofTheClass = once.tutti();
  }

  @RepeatedTest(3)
  void givesEachTestANodeOfItsOwn() {
    assertThat(each.instance("Account", ALICE).read()).isEmpty();
    each.instance("Account", ALICE).call("open", FIFTY);
  }

  @RepeatedTest(3)
  void givesAllTestsOneNodeIfAskedTo() {
    assertThat(once.instance("Account", ALICE).read().isPresent()).isEqualTo(opened++ > 0);
    if (opened == 1) {
      once.instance("Account", ALICE).call("open", FIFTY);
    }
  }

  @Test
  void findsAgainWhatIsDurable() {
    kept.instance("Account", ALICE).call("open", FIFTY);
    kept.restart();
    assertThat(kept.instance("Account", ALICE).read().orElseThrow().fields())
        .containsEntry("balance", "EUR 50.00");
  }

  /** A test of an upgrade that is to be refused goes on with the version before it. */
  @Test
  void startsAgainAfterAStartThatWasRefused() {
    kept.instance("Account", ALICE).call("open", FIFTY);
    JavaApplication other =
        JavaApplication.named("other").actor("Other", Other::new).procedures().build();
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> kept.restart(other)).hasMessageContaining("cannot go on under this");
    }
    assertThatThrownBy(kept::tutti).isInstanceOf(IllegalStateException.class);
    kept.restart();
    assertThat(kept.instance("Account", ALICE).read()).isPresent();
  }

  @Nested
  class Within {
    @Test
    void aNestedClassHasTheNodeOfTheClassAroundIt() {
      assertThat(once.tutti()).isSameAs(ofTheClass);
    }
  }

  @Test
  void restartsOnlyWhatIsDurable() {
    assertThatThrownBy(each::restart).hasMessageContaining("say durable() first");
  }

  @Test
  void saysThatItMustBeRegistered() {
    assertThatThrownBy(() -> TuttiExtension.of(SimulatedSpecificationsTest.bank()).tutti())
        .hasMessageContaining("@RegisterExtension");
  }
}
