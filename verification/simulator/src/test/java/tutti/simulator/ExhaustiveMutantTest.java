package tutti.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tutti.simulator.mutant.Mechanism;
import tutti.simulator.mutant.Mutant;
import tutti.simulator.mutant.MutantHunt;

/**
 * A bug in the real code that shows in few orders alone: what a transaction saw in an attempt that
 * a deadlock ended is believed in the next. Both notes live on one node, and there a transaction
 * that is not interrupted runs as if it were alone.
 */
class ExhaustiveMutantTest {
  private static final List<Mutant.Edit> EDITS =
      List.of(
          new Mutant.Edit(
              "while (again) { submission.enter(Phase.EXECUTE);",
              "Observations before = null; while (again) { submission.enter(Phase.EXECUTE);"),
          new Mutant.Edit(
              "new Transaction(submission, age, nothing);",
              "new Transaction(submission, age, before == null ? nothing : before);"),
          new Mutant.Edit(
              "again = tryOnce(transaction, home, attempt);",
              "again = tryOnce(transaction, home, attempt); before = transaction.seen();"));

  private static MutantHunt.Verdict hunt(int switches) throws Exception {
    Mutant mutant =
        new Mutant(
            "sight-outlives-its-attempt",
            Mechanism.TRANSACTIONS,
            "What was seen in an attempt that was given up is believed in the next.",
            "stale caches across retries",
            List.of("serial", "history"),
            "history",
            new Mutant.Hunt(1, List.of(Integer.toString(switches))),
            List.of(new Mutant.Change("tutti.engine.transaction.LayeredProtocol", EDITS)));
    try (MutantHunt hunt = new MutantHunt(ExhaustiveTrial.class.getName())) {
      return hunt.hunt(mutant, 1, 1);
    }
  }

  @Tag("slow")
  @Test
  void isFoundWhereNodesMaySwitchTwice() throws Exception {
    MutantHunt.Verdict verdict = hunt(2);
    assertThat(verdict.caught()).as("%s", verdict).isTrue();
    assertThat(verdict.asExpected()).isTrue();
  }

  @Test
  void isNotThereWhereNodesNeverSwitch() throws Exception {
    assertThat(hunt(0).findings()).isEmpty();
  }
}
