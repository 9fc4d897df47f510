package tutti.engine.procedure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.procedure.Market.Exchange;
import tutti.engine.procedure.RunningMarket.Setup;
import tutti.engine.runtime.ExecutorMode;

/**
 * One program with one input has one result, on every deployment (Reactors §2.2.4): nothing that a
 * procedure is given tells it where and when its calls run.
 */
class OneResultTest {
  private static final List<String> PURSES =
      List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l");

  static List<Setup> setups() {
    return RunningMarket.setups();
  }

  private static Object told(Setup setup) throws Exception {
    try (RunningMarket it = new RunningMarket(setup)) {
      return Objects.requireNonNull(it.value(Exchange.class, "x", new Exchange.Tell(PURSES)));
    }
  }

  @ParameterizedTest
  @MethodSource("setups")
  void aProcedureSeesNothingOfTheDeployment(Setup setup) throws Exception {
    Setup plainest = new Setup(ConcurrencyControlKind.TWO_PHASE_LOCKING, 1, 1, ExecutorMode.best());

    assertThat(told(setup)).isEqualTo(told(plainest));
  }

  /** Texts and numbers are of names and places, so that they are equal in all processes, too. */
  @Test
  void whatAProcedureSeesFollowsFromTheProgram() throws Exception {
    Setup setup = new Setup(ConcurrencyControlKind.PATH_SENSITIVE, 4, 1, ExecutorMode.best());

    assertThat(told(setup).toString())
        .startsWith("[Exchange[x] " + "Exchange".hashCode() + ", ")
        .contains("Exchange[x].Tell → Purse[a].Add", "Account[l].open", "one time");
  }
}
