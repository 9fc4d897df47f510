package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.deployment.FreePorts;
import tutti.engine.journal.disk.FolderDisk;
import tutti.model.testing.Await;

/**
 * Words of another node how far its log is durable are kept though both nodes run on: else a copy
 * of its folder that was made while it ran would be taken after a power cut of all nodes.
 */
class KeptLogWordsTest {

  @TempDir private Path folder;

  private FolderDisk disk(int node) throws Exception {
    return FolderDisk.open(Files.createDirectories(folder.resolve("n" + node)));
  }

  @Test
  void areInTheFolderWhileTheOtherNodeIsThere() throws Exception {
    List<Integer> ports = FreePorts.numbers(2);
    var deployment = KilledAtTheAnswer.deployment("two-phase", ports);
    try (FolderDisk ofA = disk(0);
        FolderDisk ofB = disk(1);
        RunningNode a = new RunningNode(deployment, ofA, 0, wire -> wire);
        RunningNode b = new RunningNode(deployment, ofB, 1, wire -> wire)) {
      Await.that("connected", a.meets(1)::getAsBoolean);
      for (int number = 1; number < 4; number++) {
        String account = KilledAtTheAnswer.account(number, 1, 2);
        a.run(a.bank.call(account, "open", (long) number));
      }
      long heard = a.node.shards().logs().heardOf(1);
      assertThat(heard).isPositive();
      Await.that("it is kept", () -> a.node.shards().logs().keptOf(1) >= heard);
      assertThat(b.meets(0).getAsBoolean()).isTrue();
    }
  }
}
