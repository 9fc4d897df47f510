package tutti.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import tutti.engine.deployment.ControlKind;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.Isolation;
import tutti.engine.deployment.Guarantee;
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

  /** A control of somebody else's, which promises an order and not that of real time. */
  private static final class SerializableOnly implements ControlKind {
    @Override
    public String name() {
      return "SERIALIZABLE_ONLY";
    }

    @Override
    public Guarantee guarantee(Isolation isolation) {
      return isolation == Isolation.SERIALIZABLE ? Guarantee.SERIALIZABLE : Guarantee.OBJECT;
    }
  }

  @Test
  void aDeploymentIsJudgedByWhatItsControlPromises() {
    Deployment weaker =
        Deployment.DEFAULT.toBuilder().concurrencyControl(new SerializableOnly()).build();
    Deployment weakest = weaker.toBuilder().isolation(Isolation.OBJECT).build();
    Standard standard = Standard.AS_CLAIMED;
    assertThat(standard.of(weaker, null)).isEqualTo(Claim.SERIALIZABLE);
    assertThat(standard.serial(weaker, null)).isFalse();
    assertThat(standard.of(weakest, null)).isEqualTo(Claim.OBJECT);
    assertThat(standard.of(Deployment.DEFAULT, weaker)).isEqualTo(Claim.SERIALIZABLE);
    assertThat(standard.of(weaker, Deployment.DEFAULT)).isEqualTo(Claim.SERIALIZABLE);
    assertThat(standard.of(weakest, weaker)).isEqualTo(Claim.OBJECT);
  }

  @Test
  void whatTheEnginesOwnControlsPromise() {
    for (ControlKind control : ConcurrencyControlKind.values()) {
      assertThat(Standard.claimed(control, Isolation.SERIALIZABLE))
          .as(control.name())
          .isEqualTo(Claim.STRICT_SERIALIZABLE);
      assertThat(Standard.claimed(control, Isolation.OBJECT))
          .as(control.name())
          .isEqualTo(
              control == ConcurrencyControlKind.PATH_SENSITIVE
                  ? Claim.OBJECT
                  : Claim.STRICT_SERIALIZABLE);
    }
  }

  @Test
  void strictlySerializableIsAnotherWord() {
    assertThat(Standard.parse("strictly-serializable").claim())
        .isEqualTo(Claim.STRICT_SERIALIZABLE);
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
