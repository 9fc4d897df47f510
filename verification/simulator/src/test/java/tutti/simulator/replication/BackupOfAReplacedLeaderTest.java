package tutti.simulator.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.simulator.replication.SimulatedHosts.SECOND;
import static tutti.simulator.replication.SimulatedHosts.answer;

import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.engine.backup.NodeBackups.Result;
import tutti.engine.bank.TestBank;
import tutti.engine.node.Backups;
import tutti.engine.node.replicated.HostMessage;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transport.ForwardingTransport;
import tutti.engine.transport.Transport;
import tutti.model.Call;

/**
 * A backup that is begun at a leader that another one has replaced: it was cut off, the other one
 * has told clients more, and now it is reached again, and the word that another one leads is lost.
 */
class BackupOfAReplacedLeaderTest {
  private static final int TRIES = 3;

  private final TestBank bank = new TestBank();
  private final SimulatedHosts all =
      new SimulatedHosts(
          1, bank, SimulatedHosts.threeReplicas().journal(SimulatedHosts.SMALL_JOURNAL).build());

  private String account = "";

  /** The messages from and to the replaced host that arrive; the rest is lost. */
  private enum Heard {
    ALL,
    /** The messages of leaders and fronts to each other, but not those that tell who leads. */
    PARTIES,
    NOTHING
  }

  private Heard heard = Heard.ALL;
  private int replaced = -1;

  private record Wire(BackupOfAReplacedLeaderTest test, int self, Transport transport)
      implements ForwardingTransport {
    @Override
    public boolean send(int node, byte[] bytes, int offset, int length) {
      boolean lost =
          (self == test.replaced || node == test.replaced)
              && switch (test.heard) {
                case ALL -> false;
                case PARTIES -> HostMessage.carried(bytes, offset, length) == null;
                case NOTHING -> true;
              };
      return lost || transport.send(node, bytes, offset, length);
    }
  }

  private void run(int host, Call call) {
    Outcome outcome =
        answer(
            done ->
                all.hosts[host].submit(
                    new TransactionRequest(List.of(call), null, 30 * SECOND), done));
    assertThat(outcome).isInstanceOf(Outcome.Committed.class);
  }

  private int leaderBut(int former) {
    while (true) {
      for (int host = 0; host < 3; host++) {
        if (host != former && all.shards(host).leads(0)) {
          return host;
        }
      }
      all.sleep(1_000_000);
    }
  }

  /** Returns the term of which the backup of the shard is. */
  private static long term(Backups.Begun backup) {
    return backup.nodes().getFirst().incarnation();
  }

  private Result<Backups.Begun> backUp(int host) {
    Result<Backups.Begun> result = answer(done -> all.hosts[host].backups().begin(done));
    if (result instanceof Result.Good<Backups.Begun>(var backup)) {
      all.hosts[host].backups().end(backup.id(), () -> {});
    }
    return result;
  }

  /** A leader is replaced; returns whether it did not know when the backup began. */
  private boolean replaceAndBackUp() {
    int former = all.leader(0);
    if (!(backUp(former) instanceof Result.Good<Backups.Begun>(var before))) {
      return false;
    }
    replaced = former;
    heard = Heard.NOTHING;
    int next = leaderBut(former);
    run(next, bank.call(account, "deposit", 1L));
    heard = Heard.PARTIES;
    boolean leads = all.shards(former).leads(0);
    if (backUp(former) instanceof Result.Good<Backups.Begun>(var backup)) {
      assertThat(term(backup)).as("it lacks what was told").isGreaterThan(term(before));
    }
    heard = Heard.ALL;
    return leads;
  }

  @Test
  void isNoneOfTheFormerTerm() {
    all.play(
        () -> {
          all.wires = (self, wire) -> new Wire(this, self, wire);
          all.start();
          account = all.keyOn(0, "Account");
          run(0, bank.call(account, "open", 100L));
          int unaware = 0;
          for (int each = 0; each < TRIES; each++) {
            unaware += replaceAndBackUp() ? 1 : 0;
            all.sleep(3 * SECOND + each * SECOND / TRIES);
          }
          assertThat(unaware).as("leaders that did not know").isPositive();
        });
  }
}
