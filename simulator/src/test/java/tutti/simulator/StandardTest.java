package tutti.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import tutti.engine.deployment.Deployment;
import tutti.protocol.commit.Assumption;
import tutti.simulator.history.Claim;

class StandardTest {
  @Test
  void anUntouchedDeploymentIsJudgedByStrictSerializabilityAndDurability() {
    Standard standard = Standard.AS_CLAIMED;
    assertThat(standard.of(Deployment.DEFAULT, null)).isEqualTo(Claim.STRICT_SERIALIZABLE);
    assertThat(standard.serial(Deployment.DEFAULT, null)).isTrue();
    assertThat(standard.lasting(Deployment.DEFAULT)).isTrue();
  }

  @Test
  void aClaimReplacesThatOfTheDeployment() {
    Standard less = Standard.parse("object");
    assertThat(less.of(Deployment.DEFAULT, null)).isEqualTo(Claim.OBJECT);
    assertThat(less.serial(Deployment.DEFAULT, null)).isFalse();
    assertThat(Standard.parse("strict-serializable").claim()).isEqualTo(Claim.STRICT_SERIALIZABLE);
  }

  @Test
  void durabilityIsSaidAloneOrBesideAnIsolation() {
    assertThat(Standard.parse("durable")).isEqualTo(new Standard(null, true, false));
    assertThat(Standard.parse("serializable,durable"))
        .isEqualTo(new Standard(Claim.SERIALIZABLE, true, false));
  }

  @Test
  void faultsThatADeploymentRulesOutComeAllTheSameIfThatIsSaid() {
    assertThat(Standard.AS_CLAIMED.faults(Assumption.SYNCHRONOUS_CRASH))
        .isEqualTo(Assumption.SYNCHRONOUS_CRASH);
    assertThat(Standard.parse("asynchronous,durable").faults(Assumption.SYNCHRONOUS_CRASH))
        .isEqualTo(Assumption.ASYNCHRONOUS);
  }

  @Test
  void anUnknownClaimIsRefusedWithThoseThereAre() {
    assertThatThrownBy(() -> Standard.parse("snapshot"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'snapshot'")
        .hasMessageContaining("strict-serializable");
  }
}
