package tutti.simulator.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.simulator.replication.SimulatedHosts.SECOND;
import static tutti.simulator.replication.SimulatedHosts.answer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.deployment.Deployment;
import tutti.engine.journal.Disk;
import tutti.engine.node.HostNode;
import tutti.engine.node.Node;
import tutti.engine.replication.ReplicaStatus;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.model.ActorId;
import tutti.model.Call;

/**
 * A host whose newest checkpoints are damaged or gone when it starts: it fetches others, and does
 * not vote until it has what it lacks, as if it had lost its disk.
 */
class DamagedCheckpointTest {
  private static final int HOST = 2;
  private static final String PREFIX = "s0-checkpoint-";

  private final TestBank bank = new TestBank();
  private final SimulatedHosts all =
      new SimulatedHosts(
          1,
          bank,
          SimulatedHosts.threeReplicas()
              .journal(new Deployment.JournalSettings(1 << 16, 1 << 12, Duration.ZERO))
              .build());

  private String account = "";

  /** A change of a file of a host that is down. */
  private interface Damage {
    void to(Disk disk, String file) throws IOException;
  }

  private Outcome run(int host, Call call) {
    return answer(
        done ->
            all.hosts[host].submit(new TransactionRequest(List.of(call), null, 30 * SECOND), done));
  }

  private void deposits(int host, int many) {
    for (int i = 0; i < many; i++) {
      assertThat(run(host, bank.call(account, "deposit", 1L)))
          .isInstanceOf(Outcome.Committed.class);
    }
  }

  private long balance(int host) {
    Node.ReadResult seen =
        answer(done -> all.hosts[host].read(new ActorId("Account", account), 30 * SECOND, done));
    assertThat(seen).isInstanceOf(Node.ReadResult.Found.class);
    return TestBank.balance(((Node.ReadResult.Found) seen).instance().state());
  }

  private static List<String> files(Disk disk, String prefix) {
    try {
      return disk.list().stream().filter(name -> name.startsWith(prefix)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void awaitVote(HostNode host) {
    for (int i = 0; host.readiness().lasting() != null; i++) {
      all.sleep(SECOND / 10);
      assertThat(i).as(host.readiness().lasting() + host.replicas()).isLessThan(600);
    }
  }

  private static UnaryOperator<Disk> seen(AtomicReference<Disk> disk) {
    return whole -> {
      disk.set(whole);
      return whole;
    };
  }

  private void fetchesAnother(Damage damage, int aside) {
    AtomicReference<Disk> disk = new AtomicReference<>();
    all.play(
        () -> {
          all.views.put(HOST, seen(disk));
          all.start();
          account = all.keyOn(0, "Account");
          assertThat(run(0, bank.call(account, "open", 100L)))
              .isInstanceOf(Outcome.Committed.class);
          awaitVote(all.hosts[HOST]);
          deposits(0, 100);
          all.machines[HOST].crash();
          all.views.put(
              HOST,
              whole -> {
                disk.set(whole);
                List<String> found = files(whole, PREFIX);
                assertThat(found).as("checkpoints behind which the log is gone").hasSize(1);
                assertThat(found.getFirst()).isNotEqualTo(PREFIX + "0".repeat(16));
                try {
                  damage.to(whole, found.getFirst());
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
                return whole;
              });
          all.restart(HOST);
          HostNode host = all.hosts[HOST];
          ReplicaStatus view = host.shards().view(0);
          assertThat(view).isNotNull();
          assertThat(view.votes()).isFalse();
          awaitVote(host);
          assertThat(all.shards(HOST).installedCheckpoints()).isPositive();
          assertThat(files(disk.get(), "s0-damaged-")).hasSize(aside);
          deposits(1, 10);
          all.machines[0].crash();
          assertThat(balance(HOST)).isEqualTo(210);
          deposits(HOST, 1);

          all.machines[HOST].crash();
          all.restart(0);
          all.views.put(HOST, seen(disk));
          all.restart(HOST);
          awaitVote(all.hosts[HOST]);
          assertThat(all.shards(HOST).installedCheckpoints()).isZero();
          assertThat(balance(HOST)).isEqualTo(211);
          assertThat(files(disk.get(), "s0-damaged-"))
              .as("not needed by people any more")
              .isEmpty();
        });
  }

  @Test
  void aDamagedOneIsFetchedFromAnotherHost() {
    fetchesAnother(
        (disk, file) -> {
          try (Disk.DiskFile damaged = disk.open(file, false)) {
            damaged.write(ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 5}), damaged.size() / 2);
            damaged.force();
          }
        },
        1);
  }

  @Test
  void aMissingOneIsFetchedFromAnotherHost() {
    fetchesAnother(Disk::delete, 1);
  }
}
