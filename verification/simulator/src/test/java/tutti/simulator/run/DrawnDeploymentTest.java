package tutti.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.DeploymentText;
import tutti.engine.deployment.Reading;
import tutti.simulator.ToyBank;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.fault.Faults;
import tutti.simulator.world.Seeds;

class DrawnDeploymentTest {
  private static final int SEEDS = 60;

  @Test
  void isGivenToWhoeverFixesPartOfItAsAFileMayHaveIt() {
    List<Reading> read = new ArrayList<>();
    for (long seed = 1; seed <= SEEDS; seed++) {
      draw(
          seed,
          asked -> {
            read.add(DeploymentReader.parse(DeploymentText.render(asked), "drawn"));
            return asked;
          });
    }
    assertThat(read).hasSizeGreaterThanOrEqualTo(SEEDS).hasOnlyElementsOfType(Reading.Valid.class);
  }

  @Test
  void keepsKeysBeyondEveryJumpOfAClockUnlessTheyAreToExpire() {
    int jump = 0;
    int expires = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      Deployment drawn = draw(seed, asked -> asked);
      if (faults(seed).uses(FaultKind.KEY_EXPIRY)) {
        expires++;
        assertThat(drawn.idempotency()).isNotEqualTo(Deployment.DEFAULT.idempotency());
      } else if (faults(seed).uses(FaultKind.CLOCK_JUMP)) {
        jump++;
        assertThat(drawn.idempotency().keep()).isGreaterThan(Duration.ofDays(20 * 365));
      } else if (faults(seed).uses(FaultKind.CLOCK_APART)) {
        assertThat(drawn.idempotency().keep()).isEqualTo(Duration.ofMinutes(11));
      } else {
        assertThat(drawn.idempotency()).isEqualTo(Deployment.DEFAULT.idempotency());
      }
    }
    assertThat(jump).isPositive();
    assertThat(expires).isPositive();
  }

  private static Deployment draw(long seed, UnaryOperator<Deployment> fixed) {
    RandomGenerator random = Seeds.stream(seed, "run");
    DrawnDeployment.Size size = DrawnDeployment.Size.draw(random, 0);
    return DrawnDeployment.draw(
        random,
        size,
        DrawnCommit.draw(Seeds.stream(seed, "commit"), size.mostNodes(), false, fixed),
        new ToyBank().scenario(Seeds.stream(seed, "scenario")),
        faults(seed),
        fixed);
  }

  private static Faults faults(long seed) {
    return new Faults(FaultKind.all(), false, purpose -> Seeds.stream(seed, purpose));
  }
}
