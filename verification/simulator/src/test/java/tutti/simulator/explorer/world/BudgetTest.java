package tutti.simulator.explorer.world;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.simulator.explorer.world.ChoiceKind.CRASH;
import static tutti.simulator.explorer.world.ChoiceKind.DISK;
import static tutti.simulator.explorer.world.ChoiceKind.RETRY;

import org.junit.jupiter.api.Test;

class BudgetTest {
  @Test
  void aChoiceIsLeftAsOftenAsItWasNotMade() {
    Budget two = Budget.of(RETRY, 2).and(CRASH, 1);
    assertThat(two.less(RETRY)).isEqualTo(Budget.of(CRASH, 1).and(RETRY, 1));
    assertThat(two.less(RETRY).less(RETRY)).isEqualTo(Budget.of(CRASH, 1));
    assertThat(two.less(CRASH).has(CRASH)).isFalse();
    assertThat(two.left(RETRY)).isEqualTo(2);
    assertThat(two.left(DISK)).isZero();
  }

  @Test
  void offersWhatHasNoMoreOfAnything() {
    Budget some = Budget.of(RETRY, 2).and(CRASH, 1);
    assertThat(some.offers(some)).isTrue();
    assertThat(some.offers(Budget.of(RETRY, 1))).isTrue();
    assertThat(some.offers(Budget.of(RETRY, 3))).isFalse();
    assertThat(some.offers(Budget.of(DISK, 1))).isFalse();
  }

  @Test
  void mayCrashWithADiskOrWithout() {
    assertThat(Budget.of(CRASH, 1).mayCrash()).isTrue();
    assertThat(Budget.of(DISK, 1).mayCrash()).isTrue();
    assertThat(Budget.of(RETRY, 1).mayCrash()).isFalse();
  }

  @Test
  void namesTheChoicesThatItHas() {
    assertThat(Budget.of(DISK, 1).and(RETRY, 2)).hasToString("at most 1 lost disks, 2 repetitions");
    assertThat(Budget.of(DISK, 0)).hasToString("no faults");
  }
}
