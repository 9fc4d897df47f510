package tutti.engine.transaction.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The tries that may have been received before an answer about their key. */
class AnsweredKeysTest {
  private final AnsweredKeys keys = new AnsweredKeys(7, 3);

  @Test
  void aTryThatKnowsOfTheAnswerIsNewer() {
    long before = keys.count();
    keys.answered("k", 10);

    assertThat(keys.unheard("k", before)).isEqualTo(new AnsweredKeys.Given(before + 1, 10));
    assertThat(keys.unheard("k", keys.count())).isNull();
    assertThat(keys.unheard("other", before)).isNull();
  }

  @Test
  void theNewestAnswerAboutAKeyCounts() {
    keys.answered("k", 10);
    long between = keys.count();
    keys.answered("k", 20);

    assertThat(keys.unheard("k", between)).isEqualTo(new AnsweredKeys.Given(between + 1, 20));
  }

  /** A count of an earlier start, or of a later one, says nothing. */
  @Test
  void aCountOfAnotherStartIsNone() {
    keys.answered("k", 10);

    assertThat(keys.unheard("k", new AnsweredKeys(6).count())).isNotNull();
    assertThat(keys.unheard("k", new AnsweredKeys(8).count())).isNotNull();
    assertThat(keys.unheard("k", 0)).isNotNull();
  }

  @Test
  void theNewestOfThoseThatAreNotKeptStandsForAllOfThem() {
    long before = keys.count();
    for (int i = 0; i < 5; i++) {
      keys.answered("k" + i, i);
    }

    assertThat(keys.size()).isEqualTo(3);
    assertThat(keys.unheard("k0", before)).isEqualTo(new AnsweredKeys.Given(before + 2, 1));
    assertThat(keys.unheard("never used", before)).isNotNull();
    assertThat(keys.unheard("never used", before + 2)).isNull();
    assertThat(keys.unheard("k4", before + 2)).isEqualTo(new AnsweredKeys.Given(before + 5, 4));
  }

  /** Many long keys take no more memory than short ones, and none is answered wrongly for it. */
  @Test
  void fewerAnswersAboutLongKeysAreKept() {
    AnsweredKeys many = new AnsweredKeys(7);
    LoggedAnswers logged = new LoggedAnswers(AnsweredKeys.KEPT);
    long before = many.count();
    for (int i = 0; i < 20; i++) {
      String key = i + "x".repeat(1 << 18);
      many.answered(key, i);
      logged.add(key, Instant.EPOCH);
    }
    assertThat(many.size()).isEqualTo(15);
    assertThat(many.unheard("0" + "x".repeat(1 << 18), before)).isNotNull();
    assertThat(logged.all()).hasSize(15);
    assertThat(logged.isIncomplete()).isTrue();
  }
}
