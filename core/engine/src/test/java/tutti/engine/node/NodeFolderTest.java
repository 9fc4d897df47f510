package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.deployment.DeploymentBuilder;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.MetaStore;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.node.shard.HostFolder;
import tutti.engine.node.shard.ReplicaLayout;
import tutti.engine.recovery.RestoredFolder;

/** Where nodes look for their data, and when they would not find it. */
class NodeFolderTest {
  private static final List<NodeAddress> THREE =
      List.of(
          new NodeAddress("a", "127.0.0.1", 7401),
          new NodeAddress("b", "127.0.0.1", 7402),
          new NodeAddress("c", "127.0.0.1", 7403));

  @TempDir private Path data;

  @Test
  void isRefusedIfItHasDataThatAStartWouldNotRead() throws IOException {
    NodeFolder.requireNoData(data);
    Path link = Files.createSymbolicLink(data.resolve("link"), data.resolve("unmounted"));
    assertThatThrownBy(() -> NodeFolder.requireNoData(link))
        .hasMessageContaining("which cannot be reached");
    written(data.resolve("a"));
    for (Path folder : List.of(data, data.resolve("a"))) {
      assertThatThrownBy(() -> NodeFolder.requireNoData(folder))
          .isInstanceOf(DataFolderRefused.class)
          .hasMessageContaining("has data, and with durability = off a start would read nothing");
    }
  }

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
  void isRefusedInABackup() throws IOException {
    written(data.resolve("data"));
    written(data.resolve("b"));
    Files.writeString(data.resolve(NodeFolder.BACKUP), "{}");
    assertThatThrownBy(() -> NodeFolder.of(data.resolve("data"), List.of(), 0))
        .isInstanceOf(DataFolderRefused.class)
        .hasMessageContaining(data + " is a backup")
        .hasMessageContaining("tutti restore");
    assertThatThrownBy(() -> NodeFolder.of(data, List.of(), 0)).hasMessageContaining("is a backup");
    assertThatThrownBy(() -> NodeFolder.of(data, THREE, 1)).hasMessageContaining("is a backup");
    assertThatThrownBy(() -> NodeFolder.of(data, THREE, 0)).hasMessageContaining("is a backup");
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

  private static Deployment deployment(Replication.Protocol protocol, String... names) {
    List<NodeAddress> nodes = new ArrayList<>();
    for (String name : names) {
      nodes.add(new NodeAddress(name, "127.0.0.1", 7401 + nodes.size()));
    }
    DeploymentBuilder builder = Deployment.DEFAULT.toBuilder().nodes(nodes);
    return protocol == Replication.Protocol.NONE
        ? builder.build()
        : builder.replication(Replication.NONE.with(protocol)).build();
  }

  private void owned(String name, Deployment deployment, int self) throws IOException {
    try (FolderDisk disk = FolderDisk.open(data.resolve(name))) {
      if (deployment.replication().active()) {
        new HostFolder(disk, new ReplicaLayout(self, deployment)).own();
      } else {
        RestoredFolder.own(disk, NodeFolder.settings(deployment, self, 1).owner());
      }
    }
  }

  /** All nodes got new names, and would have begun an empty service beside their data. */
  @ParameterizedTest
  @EnumSource(Replication.Protocol.class)
  void isRefusedToARenamedNodeWhoseFolderHasItsOldName(Replication.Protocol protocol)
      throws IOException {
    Deployment before = deployment(protocol, "x", "y", "z");
    for (int self = 0; self < 3; self++) {
      owned(before.nodes().get(self).name(), before, self);
    }
    assertThatThrownBy(() -> NodeFolder.of(data, THREE, 1))
        .isInstanceOf(DataFolderRefused.class)
        .hasMessageContaining(data.resolve("y") + " has the data of node 2 of 3")
        .hasMessageContaining("rename that folder as well");
    Files.move(data.resolve("y"), data.resolve("b"));
    assertThat(NodeFolder.of(data, THREE, 1)).isEqualTo(data.resolve("b"));
    assertThatThrownBy(() -> NodeFolder.of(data, THREE, 0)).hasMessageContaining("x has the data");
    // Another number of nodes is no reason to begin empty, either.
    assertThatThrownBy(() -> NodeFolder.of(data, THREE.subList(0, 2), 0))
        .hasMessageContaining("x has the data of node 1 of 3");
  }

  /** Folders that are other nodes', or of no node of this deployment, are no obstacle. */
  @ParameterizedTest
  @EnumSource(Replication.Protocol.class)
  void isMadeBesideThoseOfOthers(Replication.Protocol protocol) throws IOException {
    owned("b", deployment(protocol, "a", "b", "c"), 0);
    owned("z", deployment(protocol, "x", "y", "z"), 2);
    // The message about a damaged folder advises that name.
    owned("a-damaged", deployment(protocol, "a", "b", "c"), 0);
    written(data.resolve("single"));
    Files.createDirectory(data.resolve("no data"));
    assertThat(NodeFolder.of(data, THREE, 0)).isEqualTo(data.resolve("a"));
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
