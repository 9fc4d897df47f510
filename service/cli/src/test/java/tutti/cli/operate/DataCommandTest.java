package tutti.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.cli.CommandInside;
import tutti.cli.rules.Repository;
import tutti.embedded.Tutti;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.Reading;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.node.shard.HostFolder;
import tutti.engine.node.shard.ReplicaLayout;

/** {@code tutti data FOLDER} says what a folder is, and changes nothing. */
class DataCommandTest {
  @TempDir private Path folder;

  private String data(Path where, int status) {
    CommandInside command = new CommandInside();
    assertThat(command.execute("data", where.toString())).as(command.output()).isEqualTo(status);
    return command.output();
  }

  @Test
  void saysWhoseANodesFolderIsAndWhatItWasWrittenUnder() throws Exception {
    Path data = folder.resolve("data");
    Path bank = Repository.root().resolve("examples/bank");
    Tutti.builder().specifications(bank).data(data).open().close();
    assertThat(data(data, 0))
        .containsPattern("owner +the single node")
        .containsPattern("world +a deployment into which no backup was restored")
        .containsPattern("starts +1")
        .containsPattern("application +[0-9a-f]{12}")
        .containsPattern("last written +20")
        .contains("concurrency-control = path-sensitive");
  }

  @Test
  void saysWhichWorldTheDataOfAHostIsOf() throws Exception {
    Reading read =
        DeploymentReader.read(
            Repository.root().resolve("examples/bank/three-replicas.conf"), List.of());
    Deployment deployment = ((Reading.Valid) read).settings().deployment();
    try (FolderDisk disk = FolderDisk.open(folder.resolve("data/b"))) {
      new HostFolder(disk, new ReplicaLayout(1, deployment)).beginAnew(0xbeefL);
    }
    assertThat(data(folder.resolve("data"), 0))
        .containsPattern("owner +host 2 of 3, with 3 shards of 3 replicas")
        .containsPattern("world +shards that were reset \\(beef\\)");
  }

  @Test
  void saysThatThereIsNone() throws Exception {
    assertThat(data(Files.createDirectories(folder.resolve("none")), 1))
        .contains("is no data folder, and has none in it");
  }
}
