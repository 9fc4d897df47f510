package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.MetaStore;
import tutti.engine.journal.disk.FolderDisk;

/** Where nodes look for their data, and when they would not find it. */
class NodeFolderTest {
  private static final List<NodeAddress> THREE =
      List.of(
          new NodeAddress("a", "127.0.0.1", 7401),
          new NodeAddress("b", "127.0.0.1", 7402),
          new NodeAddress("c", "127.0.0.1", 7403));

  @TempDir private Path data;

  private static void written(Path folder) throws IOException {
    try (FolderDisk disk = FolderDisk.open(folder)) {
      MetaStore.open(disk);
    }
  }

  @Test
  void isTheOneThatIsNamedForASingleNode() throws IOException {
    assertThat(NodeFolder.of(data, List.of(), 0)).isEqualTo(data);
    written(data);
    assertThat(NodeFolder.of(data, List.of(), 0)).isEqualTo(data);
    assertThat(NodeFolder.of(data.resolve("not there"), List.of(), 0)).hasFileName("not there");
  }

  @Test
  void isOneWithTheNodesNameForSeveral() throws IOException {
    assertThat(NodeFolder.of(data, THREE, 1)).isEqualTo(data.resolve("b"));
    written(data.resolve("b"));
    assertThat(NodeFolder.of(data, THREE, 1)).isEqualTo(data.resolve("b"));
    assertThat(NodeFolder.of(data, THREE, 2)).isEqualTo(data.resolve("c"));
  }

  @Test
  void isRefusedToSeveralNodesIfASingleOneHasWrittenIt() throws IOException {
    written(data);
    assertThatThrownBy(() -> NodeFolder.of(data, THREE, 0))
        .isInstanceOf(DataFolderRefused.class)
        .hasMessageContaining(data + " is that of a single node")
        .hasMessageContaining("name another folder with --data");
  }

  @Test
  void isRefusedToASingleNodeIfSeveralHaveWrittenIt() throws IOException {
    written(data.resolve("c"));
    written(data.resolve("a"));
    assertThatThrownBy(() -> NodeFolder.of(data, List.of(), 0))
        .isInstanceOf(DataFolderRefused.class)
        .hasMessageContaining("the nodes a, c");
  }

  /** A node would begin empty beside what was to be restored. */
  @Test
  void isRefusedWhereARestoreWasBrokenOff() throws IOException {
    Path left = Files.createDirectory(data.resolve("single.restoring"));
    assertThatThrownBy(() -> NodeFolder.of(data.resolve("single"), List.of(), 0))
        .isInstanceOf(DataFolderRefused.class)
        .hasMessageContaining("was broken off: " + left);
    Files.createDirectory(data.resolve(".restoring"));
    written(data.resolve("a"));
    assertThat(NodeFolder.of(data, THREE, 0)).isEqualTo(data.resolve("a"));
    assertThatThrownBy(() -> NodeFolder.of(data, THREE, 1)).hasMessageContaining("was broken off");
  }
}
