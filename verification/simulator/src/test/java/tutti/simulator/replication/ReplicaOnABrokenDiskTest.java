package tutti.simulator.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.simulator.replication.SimulatedHosts.SECOND;
import static tutti.simulator.replication.SimulatedHosts.answer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.journal.Disk;
import tutti.engine.journal.ForwardingDisk;
import tutti.engine.node.HostNode;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;

/** A replica whose host's disk fails when the replica has to be loaded: the host yields. */
class ReplicaOnABrokenDiskTest {
  private final TestBank bank = new TestBank();
  private final SimulatedHosts all =
      new SimulatedHosts(1, bank, SimulatedHosts.threeReplicas().build());

  /** A disk whose folder cannot be read any more, from a moment on. */
  private static final class BrokenDisk implements ForwardingDisk {
    private final Disk whole;
    private boolean broken;

    BrokenDisk(Disk whole) {
      this.whole = whole;
    }

    @Override
    public Disk disk() {
      return whole;
    }

    @Override
    public List<String> list() throws IOException {
      if (broken) {
        throw new IOException("input/output error");
      }
      return whole.list();
    }
  }

  @Test
  void theHostYieldsAsWhenItsLogFailsAndTheOthersServe() {
    AtomicReference<BrokenDisk> disk = new AtomicReference<>();
    List<String> told = new ArrayList<>();
    all.views.put(
        0,
        whole -> {
          disk.set(new BrokenDisk(whole));
          return disk.get();
        });
    all.play(
        () -> {
          all.start();
          HostNode host = all.hosts[0];
          host.onJournalFailure(told::add);
          while (!all.shards(0).leads(0)) {
            all.sleep(SECOND / 10);
          }
          disk.get().broken = true;
          all.network.isolate(0);
          all.sleep(10 * SECOND);
          assertThat(host.failure()).isNull();
          assertThat(host.readiness().journalFailed()).isTrue();
          assertThat(told).singleElement().asString().contains("shard 0").contains("input/output");
          all.network.rejoin(0);
          String account = all.keyOn(0, "Account");
          TransactionRequest open =
              new TransactionRequest(List.of(bank.call(account, "open", 10L)), null, 10 * SECOND);
          Outcome opened = answer(done -> all.hosts[1].submit(open, done));
          assertThat(opened).isInstanceOf(Outcome.Committed.class);
        });
  }
}
