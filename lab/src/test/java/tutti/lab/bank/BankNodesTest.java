package tutti.lab.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tutti.lab.node.Bulk;
import tutti.lab.node.LocalNodes;
import tutti.lab.node.NodeOpener;
import tutti.lab.node.NodeOpener.OpenNode;
import tutti.lab.node.RunHistory;

@Timeout(300)
class BankNodesTest {
  @TempDir Path data;

  private BankNodes nodes(NodeOpener opener) {
    return new BankNodes(new Bank(new PlainBank(0)), opener, data, RunHistory.NONE);
  }

  @Test
  void depositsAmountToAsManyAsThereWere() throws Exception {
    BankNodes nodes = nodes(new LocalNodes());
    try (OpenNode open = nodes.open(BankWorkloadTest.side(), 1)) {
      Deposits deposits = new Deposits(open.node(), nodes.bank(), 10);
      SplittableRandom random = new SplittableRandom(1);
      Bulk.commit(open.node(), 30, i -> deposits.next(random));
      assertThat(deposits.amountTo(30)).isTrue();
      assertThat(deposits.amountTo(29)).isFalse();
      assertThat(deposits.amountTo(31)).isFalse();
    }
  }

  @Test
  void aNodeHasAFolderUntilItIsClosed() throws Exception {
    try (OpenNode open = nodes(new LocalNodes()).open(BankWorkloadTest.side(), 1)) {
      assertThat(open.node()).isNotNull();
      assertThat(data).isNotEmptyDirectory();
    }
    assertThat(data).isEmptyDirectory();
  }

  @Test
  void leavesNoFolderWhereANodeCannotBeOpened() {
    BankNodes nodes =
        nodes(
            (application, deployment, folder, seed, history) -> {
              assertThat(folder).isEmptyDirectory();
              throw new IOException("no disk");
            });
    assertThatThrownBy(() -> nodes.open(BankWorkloadTest.side(), 1)).hasMessage("no disk");
    assertThat(data).isEmptyDirectory();
  }
}
