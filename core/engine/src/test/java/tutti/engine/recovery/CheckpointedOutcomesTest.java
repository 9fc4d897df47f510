package tutti.engine.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.journal.ForgetfulDisk;
import tutti.engine.transaction.submission.Outcome;

/** The outcomes that a node still has after a checkpoint and a restart. */
class CheckpointedOutcomesTest {
  private final TestBank bank = new TestBank();

  /**
   * A query is in no log, and its answer has an age: a client that asks again reads another
   * snapshot.
   */
  @Test
  void whatASnapshotSaidIsForgotten() throws Exception {
    Outcome.Committed transfer = new Outcome.Committed(new TransactionId(1, 1, 8, 0), List.of(7L));
    Outcome.Committed query =
        new Outcome.Committed(new TransactionId(1, 1, 9, 0), List.of(7L), Duration.ofMillis(3));
    ForgetfulDisk disk = new ForgetfulDisk();
    RecoveredNode node = new RecoveredNode(bank, disk, 1);
    node.folder.outcomes().recovered(transfer);
    node.folder.outcomes().recovered(query);
    node.run(bank.call("a", "open", 100L));
    for (int i = 0; i < 100 && node.checkpointer.made() < 2; i++) {
      node.pass(1_000_000);
      node.run(bank.call("a", "deposit", 1L));
    }
    assertThat(node.checkpointer.made()).isGreaterThan(1);

    List<Outcome.Committed> kept = new ArrayList<>();
    new RecoveredNode(bank, disk, 1)
        .folder
        .outcomes()
        .visit((giver, incarnation, upTo) -> {}, kept::add);

    assertThat(kept).contains(transfer);
    assertThat(kept).extracting(Outcome.Committed::transaction).doesNotContain(query.transaction());
  }
}
