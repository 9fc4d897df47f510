package tutti.simulator.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.simulator.replication.SimulatedHosts.SECOND;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.deployment.Deployment.Admission;
import tutti.engine.runtime.Promise;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.ActorId;
import tutti.simulator.network.NetworkStyle;

/**
 * A leader that was replaced, and does not know it yet, is asked for a request that its successor
 * has run: it must not tell its client that nothing has happened under the key.
 */
class ReplacedLeaderKeysTest {
  private static final long TIMEOUT = 120 * SECOND;
  private static final NetworkStyle CALM = NetworkStyle.CALM;

  private final TestBank bank = new TestBank();
  private final ActorId account = new ActorId("Account", "a");
  private final SimulatedHosts all =
      new SimulatedHosts(
          1,
          bank,
          SimulatedHosts.threeReplicas()
              .admission(new Admission(1, 0, Duration.ofMillis(1)))
              .replication(SimulatedHosts.slowElections())
              .build());

  private int replaced;
  private int leader;

  private Promise<Outcome> submit(int host, @Nullable String key, String action, long timeout) {
    Promise<Outcome> outcome = new Promise<>();
    all.hosts[host].submit(
        new TransactionRequest(
            List.of(bank.call("a", action, 1L)),
            key == null ? null : new Idempotency(key, 1),
            timeout),
        outcome::complete);
    return outcome;
  }

  /** Plays after a request with the key has committed at the next leader. */
  private void play(Consumer<Outcome> play) {
    all.play(
        () -> {
          all.start();
          int shard = all.hosts[0].place(account).shard();
          replaced = all.leader(shard);
          assertThat(submit(replaced, null, "open", TIMEOUT).await())
              .isInstanceOf(Outcome.Committed.class);
          all.network.isolate(replaced);
          while ((leader = another(shard)) < 0) {
            all.sleep(SECOND / 10);
          }
          assertThat(all.shards(replaced).leads(shard)).as("it knows nothing of it").isTrue();
          Outcome first = submit(leader, "key", "deposit", TIMEOUT).await();
          assertThat(first).isInstanceOf(Outcome.Committed.class);
          play.accept(first);
        });
  }

  private int another(int shard) {
    return IntStream.range(0, all.hosts.length)
        .filter(host -> host != replaced && all.shards(host).leads(shard))
        .findFirst()
        .orElse(-1);
  }

  @Test
  void aRequestThatIsTurnedAwayHasItsAnswerFromTheNextLeader() {
    play(
        first -> {
          Promise<Outcome> busy = submit(replaced, null, "deposit", TIMEOUT);
          Promise<Outcome> again = submit(replaced, "key", "deposit", TIMEOUT);
          all.sleep(SECOND / 10);
          all.network.rejoin(replaced);
          assertThat(again.await()).isEqualTo(first);
          busy.await();
        });
  }

  @Test
  void aRequestOfWhichTheNextLeaderSaysThatItDidNotRunIsNotDefiniteAboutItsKey() {
    play(
        first -> {
          Promise<Outcome> again = submit(replaced, "key", "deposit", TIMEOUT);
          all.sleep(TIMEOUT - SECOND);
          // The answer about the transaction comes after the deadline, and before the host gives
          // up.
          all.network.style(
              new NetworkStyle(
                  SECOND / 2, 0, 0, 0, 0, false, false, CALM.notice(), CALM.congestion(), 0));
          all.network.rejoin(replaced);
          Outcome outcome = again.await();
          assertThat(outcome instanceof Outcome.Aborted it && it.reason().isAboutKey())
              .as("told %s", outcome)
              .isFalse();
        });
  }
}
