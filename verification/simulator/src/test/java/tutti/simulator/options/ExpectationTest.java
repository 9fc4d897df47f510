package tutti.simulator.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import tutti.engine.deployment.ControlKind;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.Isolation;
import tutti.engine.deployment.Guarantee;
import tutti.protocol.commit.Assumption;
import tutti.simulator.history.HistoryClaim;

class ExpectationTest {
  @Test
  void anUntouchedDeploymentIsJudgedByStrictSerializabilityAndDurability() {
    Expectation standard = Expectation.AS_CLAIMED;
    assertThat(standard.of(Deployment.DEFAULT, null)).isEqualTo(HistoryClaim.STRICT_SERIALIZABLE);
    assertThat(standard.serial(Deployment.DEFAULT, null)).isTrue();
    assertThat(standard.lasting(Deployment.DEFAULT)).isTrue();
  }

  @Test
  void aClaimReplacesThatOfTheDeployment() {
    Expectation less = Expectation.parse("object");
    assertThat(less.of(Deployment.DEFAULT, null)).isEqualTo(HistoryClaim.OBJECT);
    assertThat(less.serial(Deployment.DEFAULT, null)).isFalse();
    assertThat(Expectation.parse("strict-serializable").claim())
        .isEqualTo(HistoryClaim.STRICT_SERIALIZABLE);
  }

  /** A control from outside, which promises an order and not that of real time. */
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
    Expectation standard = Expectation.AS_CLAIMED;
    assertThat(standard.of(weaker, null)).isEqualTo(HistoryClaim.SERIALIZABLE);
    assertThat(standard.serial(weaker, null)).isFalse();
    assertThat(standard.of(weakest, null)).isEqualTo(HistoryClaim.OBJECT);
    assertThat(standard.of(Deployment.DEFAULT, weaker)).isEqualTo(HistoryClaim.SERIALIZABLE);
    assertThat(standard.of(weaker, Deployment.DEFAULT)).isEqualTo(HistoryClaim.SERIALIZABLE);
    assertThat(standard.of(weakest, weaker)).isEqualTo(HistoryClaim.OBJECT);
  }

  @Test
  void whatTheEnginesOwnControlsPromise() {
    for (ControlKind control : ConcurrencyControlKind.values()) {
      assertThat(Expectation.claimed(control, Isolation.SERIALIZABLE))
          .as(control.name())
          .isEqualTo(HistoryClaim.STRICT_SERIALIZABLE);
      assertThat(Expectation.claimed(control, Isolation.OBJECT))
          .as(control.name())
          .isEqualTo(
              control == ConcurrencyControlKind.PATH_SENSITIVE
                  ? HistoryClaim.OBJECT
                  : HistoryClaim.STRICT_SERIALIZABLE);
    }
  }

  @Test
  void strictlySerializableIsAnotherWord() {
    assertThat(Expectation.parse("strictly-serializable").claim())
        .isEqualTo(HistoryClaim.STRICT_SERIALIZABLE);
  }

  @Test
  void durabilityIsSaidAloneOrBesideAnIsolation() {
    assertThat(Expectation.parse("durable")).isEqualTo(new Expectation(null, true, false));
    assertThat(Expectation.parse("serializable,durable"))
        .isEqualTo(new Expectation(HistoryClaim.SERIALIZABLE, true, false));
  }

  @Test
  void faultsThatADeploymentRulesOutComeAllTheSameIfThatIsSaid() {
    assertThat(Expectation.AS_CLAIMED.faults(Assumption.SYNCHRONOUS_CRASH))
        .isEqualTo(Assumption.SYNCHRONOUS_CRASH);
    assertThat(Expectation.parse("asynchronous,durable").faults(Assumption.SYNCHRONOUS_CRASH))
        .isEqualTo(Assumption.ASYNCHRONOUS);
  }

  @Test
  void anUnknownClaimIsRefusedWithThoseThereAre() {
    assertThatThrownBy(() -> Expectation.parse("snapshot"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'snapshot'")
        .hasMessageContaining("strict-serializable");
  }
}
