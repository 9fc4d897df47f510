package tutti.lab.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
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
}
