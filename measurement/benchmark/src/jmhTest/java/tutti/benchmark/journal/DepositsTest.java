package tutti.benchmark.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.deployment.Deployment;
import tutti.lab.bank.Bank;
import tutti.lab.bank.BundledSpecification;
import tutti.lab.node.Bulk;
import tutti.lab.node.MessageTrace;
import tutti.lab.node.RealNodes;
import tutti.lab.node.RunHistory;

@Timeout(300)
class DepositsTest {
  @Test
  void amountToAsManyAsThereWere(@TempDir Path data) throws Exception {
    Bank bank = new Bank(BundledSpecification.bank());
    Deployment deployment =
        Deployment.DEFAULT.toBuilder().durability(Deployment.Durability.OFF).build();
    RealNodes nodes = RealNodes.in(data, RunHistory.NONE, MessageTrace.NONE);
    try (RealNodes.Opened open = nodes.open(bank.application(), deployment, 1)) {
      Deposits deposits = new Deposits(open.node(), bank, 10);
      SplittableRandom random = new SplittableRandom(1);
      Bulk.commit(open.node(), 30, i -> deposits.next(random));
      assertThat(deposits.amountTo(30)).isTrue();
      assertThat(deposits.amountTo(29)).isFalse();
      assertThat(deposits.amountTo(31)).isFalse();
    }
  }
}
