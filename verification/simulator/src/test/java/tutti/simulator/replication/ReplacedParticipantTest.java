package tutti.simulator.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.simulator.replication.SimulatedHosts.SECOND;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.runtime.Promise;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.model.ActorId;
import tutti.model.Call;

/**
 * A transaction asks the leader of another shard, which hands the shard back to the host that is
 * preferred before it has answered: the client is not told of that, for the request goes on at the
 * next leader.
 */
class ReplacedParticipantTest {
  private static final long TIMEOUT = 120 * SECOND;

  private final TestBank bank = new TestBank();
  private final SimulatedHosts all =
      new SimulatedHosts(1, bank, SimulatedHosts.threeReplicas().build());

  private int shardOf(String account) {
    return all.hosts[0].place(new ActorId("Account", account)).shard();
  }

  private Promise<Outcome> submit(int host, String action, String... accounts) {
    Promise<Outcome> outcome = new Promise<>();
    List<Call> calls = Stream.of(accounts).map(each -> bank.call(each, action, 1L)).toList();
    all.hosts[host].submit(new TransactionRequest(calls, null, TIMEOUT), outcome::complete);
    return outcome;
  }

  @Test
  void aTransactionGoesOnAtTheNextLeader() {
    all.play(
        () -> {
          all.start();
          String other =
              Stream.of("b", "c", "d", "e", "f")
                  .filter(account -> shardOf(account) != shardOf("a"))
                  .findFirst()
                  .orElseThrow();
          int shard = shardOf(other);
          int preferred = all.leader(shard);
          int coordinator = all.leader(shardOf("a"));
          submit(coordinator, "open", "a", other).await();
          all.network.isolate(preferred);
          while (leaders(shard, preferred) == 0) {
            all.sleep(SECOND / 10);
          }
          all.network.rejoin(preferred);

          while (!all.shards(preferred).leads(shard) || leaders(shard, preferred) > 0) {
            assertThat(submit(coordinator, "deposit", "a", other).await())
                .isInstanceOf(Outcome.Committed.class);
          }
        });
  }

  /** Counts the hosts that take themselves for the shard's leader, without one. */
  private long leaders(int shard, int but) {
    return IntStream.range(0, all.hosts.length)
        .filter(host -> host != but && all.shards(host).leads(shard))
        .count();
  }
}
