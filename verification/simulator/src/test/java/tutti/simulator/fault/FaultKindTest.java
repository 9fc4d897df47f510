package tutti.simulator.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The values of {@code --faults}. */
class FaultKindTest {

  @ParameterizedTest
  @EnumSource
  void readsWhatItWrites(FaultKind kind) {
    assertThat(FaultKind.parse(FaultKind.text(Set.of(kind)))).containsExactly(kind);
    Set<FaultKind> others = EnumSet.complementOf(EnumSet.of(kind));
    assertThat(FaultKind.parse(FaultKind.text(others))).isEqualTo(others);
  }

  @Test
  void readsAllAndNone() {
    assertThat(FaultKind.parse("all")).hasSize(FaultKind.values().length);
    assertThat(FaultKind.parse("none")).isEmpty();
    assertThat(FaultKind.text(FaultKind.all())).isEqualTo("all");
    assertThat(FaultKind.text(FaultKind.none())).isEqualTo("none");
    assertThat(FaultKind.parse("crash, loss"))
        .containsExactlyInAnyOrder(FaultKind.CRASH, FaultKind.LOSS);
  }

  @Test
  void saysWhichKindsThereAre() {
    assertThatThrownBy(() -> FaultKind.parse("crash,earthquake"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'earthquake'")
        .hasMessageContaining("cut-one-way");
  }

  @Test
  void drawsTheSameOfAKindWhateverElseIsAllowed() {
    for (long seed = 0; seed < 50; seed++) {
      Faults all = faults(seed, FaultKind.all());
      for (FaultKind kind : FaultKind.values()) {
        Faults alone = faults(seed, Set.of(kind));
        assertThat(alone.uses(kind)).isEqualTo(all.uses(kind));
        assertThat(alone.used()).hasSize(alone.uses(kind) ? 1 : 0);
        assertThat(alone.random(kind).nextLong()).isEqualTo(all.random(kind).nextLong());
      }
    }
  }

  @Test
  void usesNothingInAQuietRunThatCouldHoldUpARequest() {
    Faults quiet =
        new Faults(FaultKind.all(), true, purpose -> new java.util.Random(purpose.hashCode()));
    assertThat(quiet.calm()).isTrue();
  }

  private static Faults faults(long seed, Set<FaultKind> allowed) {
    return new Faults(
        allowed, false, purpose -> new java.util.SplittableRandom(seed * 31 + purpose.hashCode()));
  }
}
