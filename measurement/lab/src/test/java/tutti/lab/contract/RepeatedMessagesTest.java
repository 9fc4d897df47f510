package tutti.lab.contract;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.commit.CommitKinds;
import tutti.engine.deployment.ControlKind;
import tutti.engine.deployment.ControlKinds;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.Deployment.Isolation;
import tutti.engine.deployment.Deployment.JournalSettings;
import tutti.engine.runtime.ExecutorMode;
import tutti.model.testing.Effort;

/**
 * Disks that are slower than nodes are patient: a branch is asked again to prepare while its vote
 * is being flushed. Then too what its log says must be what it holds.
 */
@Timeout(300)
class RepeatedMessagesTest {
  @TempDir Path folder;

  static List<ControlKind> controls() {
    return Effort.some(ControlKinds.all());
  }

  @ParameterizedTest
  @MethodSource("controls")
  void aLogCanBeReadThoughVotesWereAskedForAgain(ControlKind control) throws Exception {
    Deployment deployment =
        new Cell(
                control,
                CommitKinds.usual(),
                Isolation.SERIALIZABLE,
                Cell.Architecture.S1,
                3,
                Durability.SYNC,
                ExecutorMode.best(),
                null)
            .deployment();
    JournalSettings usual = deployment.journal();
    JournalSettings slow =
        new JournalSettings(usual.segmentBytes(), usual.checkpointBytes(), Duration.ofMillis(8));
    try (RunningCell it =
        new RunningCell(
            deployment.toBuilder().journal(slow).build(), ExecutorMode.best(), folder)) {
      CountedHistory.check(it);
      for (Contract contract : RestartContracts.ALL) {
        contract.check().of(it);
      }
    }
  }
}
