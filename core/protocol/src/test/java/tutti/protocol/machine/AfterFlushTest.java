package tutti.protocol.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.protocol.machine.Effect.Flush;

class AfterFlushTest {
  private record Line() implements ProtocolRecord {}

  private final AfterFlush<String> afterFlush = new AfterFlush<>();
  private final List<String> durable = new ArrayList<>();

  private void written(Flush flush, String reason) {
    Effect<Void> effect = afterFlush.persist(new Line(), flush, reason);
    assertThat(effect).isEqualTo(new Effect.Persist<Void>(new Line(), flush));
  }

  @Test
  void givesTheReasonsOfTheOldestRecords() {
    written(Flush.FORCED, "a");
    written(Flush.LAZY, "b");
    written(Flush.FORCED, "c");

    afterFlush.persisted(2, durable::add);
    assertThat(durable).containsExactly("a", "b");
    afterFlush.persisted(1, durable::add);
    assertThat(durable).containsExactly("a", "b", "c");
  }

  @Test
  void doesNotCountRecordsThatNothingWaitsFor() {
    written(Flush.UNTOLD, "a");
    written(Flush.FORCED, "b");

    afterFlush.persisted(1, durable::add);
    assertThat(durable).containsExactly("b");
  }

  @Test
  void refusesMoreThanWasWritten() {
    written(Flush.FORCED, "a");

    assertThatThrownBy(() -> afterFlush.persisted(2, durable::add))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void changesTheReasonsOfRecordsThatAreNotDurableYet() {
    written(Flush.FORCED, "a");
    written(Flush.FORCED, "b");
    written(Flush.FORCED, "c");

    afterFlush.persisted(1, durable::add);
    afterFlush.replaceAll(reason -> reason.equals("b") ? "other" : reason);
    afterFlush.persisted(2, durable::add);
    assertThat(durable).containsExactly("a", "other", "c");
  }

  @Test
  void forgetsARecordThatTheLogHasNotTaken() {
    written(Flush.FORCED, "a");
    written(Flush.FORCED, "b");

    assertThatThrownBy(() -> afterFlush.withdraw("a")).isInstanceOf(IllegalStateException.class);
    afterFlush.withdraw("b");
    written(Flush.FORCED, "c");
    afterFlush.persisted(2, durable::add);
    assertThat(durable).containsExactly("a", "c");
  }
}
