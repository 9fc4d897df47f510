package tutti.protocol.integrated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeferredEffectsTest {
  private final DeferredEffects<String> deferral = new DeferredEffects<>();
  private final List<String> effects = new ArrayList<>();

  private List<String> persisted(int count) {
    List<String> now = new ArrayList<>();
    deferral.persisted(count, now);
    return now;
  }

  @Test
  void anEffectWaitsForTheRecordsBeforeIt() {
    deferral.whenForced("at once", effects);
    deferral.written();
    deferral.whenForced("first", effects);
    deferral.written();
    deferral.written();
    deferral.whenForced("second", effects);
    assertThat(effects).containsExactly("at once");
    assertThat(persisted(1)).containsExactly("first");
    assertThat(persisted(1)).isEmpty();
    deferral.written();
    assertThat(persisted(1)).containsExactly("second");
    deferral.whenForced("third", effects);
    assertThat(persisted(1)).containsExactly("third");
    deferral.whenForced("at once again", effects);
    assertThat(effects).containsExactly("at once", "at once again");
  }

  /** A slow disk: questions are repeated for seconds, and each has the same answer. */
  @Test
  void anAnswerThatWaitsIsNotRepeated() {
    List<String> answers = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      deferral.written();
      deferral.whenForced("answer " + i, effects);
      answers.add("answer " + i);
    }
    for (int repeated = 0; repeated < 1_000; repeated++) {
      deferral.whenForced("answer 98", effects);
      deferral.whenForced("answer 99", effects);
    }
    assertThat(persisted(100)).isEqualTo(answers);
    deferral.written();
    deferral.whenForced("answer 99", effects);
    assertThat(persisted(1)).containsExactly("answer 99");
    assertThat(effects).isEmpty();
  }
}
