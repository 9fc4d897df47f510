package tutti.lab.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.NodeAddress;
import tutti.lab.node.MessageTrace;
import tutti.lab.node.RealNodes;
import tutti.lab.node.RunHistory;

@Timeout(300)
class RealNodesTest {
  @TempDir Path data;

  private final Bank bank = new Bank(new PlainBank(0));

  private RealNodes nodes() {
    return RealNodes.in(data, RunHistory.NONE, MessageTrace.NONE);
  }

  private RealNodes.Opened open(RealNodes nodes) throws IOException {
    return nodes.open(bank.application(), BankWorkloadTest.side().deployment(), 1);
  }

  @Test
  void aNodeHasAFolderUntilItIsClosed() throws Exception {
    try (RealNodes.Opened open = open(nodes())) {
      assertThat(open.node()).isNotNull();
      assertThat(data).isNotEmptyDirectory();
    }
    assertThat(data).isEmptyDirectory();
  }

  @Test
  void leavesNoFolderWhereANodeCannotBeOpened() {
    RealNodes nodes =
        nodes()
            .watchedBy(
                control -> {
                  assertThat(data).isNotEmptyDirectory();
                  throw new IllegalStateException("no control");
                });
    assertThatThrownBy(() -> open(nodes)).hasMessage("no control");
    assertThat(data).isEmptyDirectory();
  }

  /** A run would load anew beside what is there, and go on with neither. */
  @Test
  void refusesAKeptFolderOfAnotherNumberOfNodes() throws Exception {
    Deployment one =
        BankWorkloadTest.side().deployment().toBuilder().durability(Durability.SYNC).build();
    Deployment two = one.withNodes(NodeAddress.inOneProcess(2));
    nodes().kept().open(bank.application(), one, 1).close();
    assertThatThrownBy(() -> nodes().kept().open(bank.application(), two, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the folder %s has the data of one node: run as many nodes, or give another --data"
                    .formatted(data)
                + " folder");
    Path other = data.resolve("other");
    RealNodes kept = RealNodes.in(other, RunHistory.NONE, MessageTrace.NONE).kept();
    kept.open(bank.application(), two, 1).close();
    assertThatThrownBy(() -> kept.open(bank.application(), one, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has the data of several nodes");
    kept.open(bank.application(), two, 1).close();
  }
}
