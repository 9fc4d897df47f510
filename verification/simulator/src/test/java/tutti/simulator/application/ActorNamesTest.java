package tutti.simulator.application;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.ActorId;
import tutti.model.text.NameText;

class ActorNamesTest {
  @Test
  void areDifferentTextsAndKeys() {
    SplittableRandom random = new SplittableRandom(1);
    Set<Integer> lengths = new HashSet<>();
    for (int i = 0; i < 200; i++) {
      ActorNames names = ActorNames.draw(random);
      Set<String> texts = new HashSet<>();
      for (int number = 0; number < 50; number++) {
        String text = names.text(number);
        assertThat(ActorId.keyFault(text)).isNull();
        assertThat(texts.add(text)).isTrue();
        lengths.add(NameText.fault(text, ActorId.MOST_KEY_BYTES - 1) == null ? 0 : 1);
      }
      assertThat(ActorNames.beside(names.text(5)).text(2)).isEqualTo(names.text(2));
      assertThat(ActorNames.plain(names.text(5))).isEqualTo("5");
    }
    assertThat(lengths).contains(1);
  }

  @Test
  void numbersAreTheirOwnTexts() {
    assertThat(ActorNames.PLAIN.text(12)).isEqualTo("12");
    assertThat(ActorNames.beside("3").text(4)).isEqualTo("4");
    assertThat(ActorNames.plain("3")).isEqualTo("3");
    assertThat(ActorNames.PLAIN.request("client-1", 7)).isEqualTo("client-1-7");
  }

  @Test
  void keysOfRequestsAreDifferentAndValid() {
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < 100; i++) {
      ActorNames names = ActorNames.draw(random);
      Set<String> keys = new HashSet<>();
      for (int number = 0; number < 40; number++) {
        String key = names.request("client-17", number);
        assertThat(NameText.fault(key, Idempotency.MOST_KEY_BYTES)).isNull();
        assertThat(keys.add(key)).isTrue();
      }
    }
  }
}
