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
  void depositsAmountToAsManyAsThereWere() throws Exception {
    try (RealNodes.Opened open = open(nodes())) {
      Deposits deposits = new Deposits(open.node(), bank, 10);
      SplittableRandom random = new SplittableRandom(1);
      Bulk.commit(open.node(), 30, i -> deposits.next(random));
      assertThat(deposits.amountTo(30)).isTrue();
      assertThat(deposits.amountTo(29)).isFalse();
      assertThat(deposits.amountTo(31)).isFalse();
    }
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
        new RealNodes(
            (application, deployment, folder, seed, history) -> {
              assertThat(folder).isEmptyDirectory();
              throw new IOException("no disk");
            },
            data,
            RunHistory.NONE,
            MessageTrace.NONE);
    assertThatThrownBy(() -> open(nodes)).hasMessage("no disk");
    assertThat(data).isEmptyDirectory();
  }
}
