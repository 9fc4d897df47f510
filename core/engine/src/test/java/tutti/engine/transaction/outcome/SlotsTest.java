package tutti.engine.transaction.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Slots that take room as they are used. */
class SlotsTest {
  private static final int SIZE = 1 << 12;

  private static List<Integer> held(Slots slots, int size) {
    List<Integer> held = new ArrayList<>();
    for (int i = slots.used(0); i < size; i = slots.used(i + 1)) {
      if (slots.get(i) != null) {
        held.add(i);
      }
    }
    return held;
  }

  @Test
  void everySlotHoldsItsOwn() {
    Slots slots = new Slots(SIZE);
    for (int i = 0; i < SIZE; i++) {
      assertThat(slots.get(i)).isNull();
      assertThat(slots.compareAndSet(i, null, Integer.toString(i))).isTrue();
    }
    for (int i = 0; i < SIZE; i++) {
      assertThat(slots.get(i)).isEqualTo(Integer.toString(i));
    }
    assertThat(held(slots, SIZE)).hasSize(SIZE);
  }

  @Test
  void aSlotIsReplacedOnlyIfItHoldsWhatWasSeen() {
    Slots slots = new Slots(SIZE);
    assertThat(slots.compareAndSet(700, "other", "first")).isFalse();
    assertThat(slots.compareAndSet(700, null, "first")).isTrue();
    assertThat(slots.compareAndSet(700, null, "second")).isFalse();
    assertThat(slots.compareAndSet(700, "first", "second")).isTrue();
    assertThat(slots.get(700)).isEqualTo("second");
  }

  @Test
  void onlyWhatMayHoldSomethingIsGoneThrough() {
    Slots slots = new Slots(SIZE);
    assertThat(slots.used(0)).isEqualTo(SIZE);
    for (int slot : List.of(0, 255, 256, 1_000, SIZE - 1)) {
      slots.compareAndSet(slot, null, "held");
    }
    assertThat(held(slots, SIZE)).containsExactly(0, 255, 256, 1_000, SIZE - 1);
    assertThat(slots.used(512)).isEqualTo(768);
    assertThat(slots.used(1_024)).isEqualTo(SIZE - 256);
    assertThat(slots.used(SIZE)).isEqualTo(SIZE);
  }

  @Test
  void thereMayBeFewerThanAreMadeTogether() {
    Slots slots = new Slots(2);
    slots.compareAndSet(1, null, "held");
    assertThat(held(slots, 2)).containsExactly(1);
  }
}
