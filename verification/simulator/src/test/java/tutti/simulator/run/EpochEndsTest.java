package tutti.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.transaction.submission.Outcome;

/** Tests of what a node's answer about a transaction tells the judge. */
class EpochEndsTest {
  private static final TransactionId LOST = new TransactionId(1, 2, 206);
  private static final TransactionId NEXT = new TransactionId(1, 2, 209);

  @Test
  void theCommitOfAnotherTryIsNotThatOfTheTryThatWasAskedFor() {
    Outcome.Committed committed = new Outcome.Committed(NEXT, List.of());

    assertThat(EpochEnds.tookEffect(NEXT, committed)).isTrue();
    assertThat(EpochEnds.tookEffect(LOST, committed)).isFalse();
  }
}
