package tutti.engine.node.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tutti.engine.container.Placement;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.ForgetfulDisk;
import tutti.engine.journal.MetaStore;
import tutti.engine.recovery.FolderOwner;

class HostFolderTest {
  private final ForgetfulDisk disk = new ForgetfulDisk();

  private HostFolder host(int self) {
    return host(self, Deployment.DEFAULT.placement());
  }

  private HostFolder host(int self, Placement placement) {
    return new HostFolder(
        disk,
        new ReplicaLayout(
            self,
            Deployment.DEFAULT.toBuilder()
                .placement(placement)
                .nodes(NodeAddress.inOneProcess(3))
                .replication(Replication.NONE.with(Replication.Protocol.MULTIPAXOS))
                .build()));
  }

  private String written() throws Exception {
    return new String(
        MetaStore.open(disk).get(FolderOwner.REPLICAS).orElseThrow(), StandardCharsets.UTF_8);
  }

  @Test
  void aFolderIsTheSameInEachLanguageOfTheSystem() throws Exception {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG"));
      host(2).own();
    } finally {
      Locale.setDefault(before);
    }
    assertThat(written()).startsWith("host 3 of 3");
    host(2).own();
    assertThatThrownBy(() -> host(1).own()).isInstanceOf(DataFolderRefused.class);
  }

  @Test
  void keysOfAPlacementMayHaveDigitsOfAnyScript() throws Exception {
    host(2, splitAt("٤", "５")).own();
    host(2, splitAt("٤", "５")).own();
    assertThatThrownBy(() -> host(2, splitAt("٤", "5")).own())
        .isInstanceOf(DataFolderRefused.class);
  }

  private static Placement splitAt(String... keys) {
    return new Placement.Range(Map.of("Account", List.of(keys)));
  }

  /** Earlier versions wrote them so. */
  @Test
  void aFolderWithArabicDigitsIsStillItsHosts() throws Exception {
    host(2).own();
    String arabic =
        written()
            .chars()
            .map(c -> c >= '0' && c <= '9' ? c - '0' + 0x660 : c)
            .mapToObj(c -> (char) c + "")
            .reduce("", String::concat);
    MetaStore.open(disk).put(FolderOwner.REPLICAS, arabic.getBytes(StandardCharsets.UTF_8));
    host(2).own();
    assertThatThrownBy(() -> host(1).own()).isInstanceOf(DataFolderRefused.class);
  }
}
