package tutti.simulator.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.simulator.replication.SimulatedHosts.SECOND;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.runtime.Promise;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.Call;

/**
 * Tries of a request that a host holds back because it reaches no leader, in virtual time, while
 * another try under the same key is answered.
 */
class HeldTryTest {
  private static final int HOSTS = 3;
  private static final long TIMEOUT = 60 * SECOND;

  private final TestBank bank = new TestBank();
  private final SimulatedHosts all =
      new SimulatedHosts(
          1, bank, SimulatedHosts.threeReplicas().journal(SimulatedHosts.SMALL_JOURNAL).build());

  private Promise<Outcome> submit(int host, String key, Call call) {
    Promise<Outcome> outcome = new Promise<>();
    all.hosts[host].submit(
        new TransactionRequest(List.of(call), new Idempotency(key, 1), TIMEOUT), outcome::complete);
    return outcome;
  }

  private void awaitLeaders() {
    while (IntStream.range(0, HOSTS).anyMatch(shard -> !all.shards(shard).leads(shard))) {
      all.sleep(SECOND / 10);
    }
  }

  private void play(Runnable body) {
    all.play(
        () -> {
          all.start();
          awaitLeaders();
          body.run();
        });
  }

  @Test
  void aTryThatWasHeldDoesNotHappenOnceAnotherOneWasRefused() {
    play(
        () -> {
          String account = all.keyOn(0, "Account");
          Call withdraw = bank.call(account, "withdraw", 50L);
          assertThat(submit(0, "open", bank.call(account, "open", 10L)).await())
              .isInstanceOf(Outcome.Committed.class);
          all.network.isolate(1);
          // Until host 1 has noticed that it is cut off, and still waits for its connections.
          all.sleep(2 * SECOND);
          Promise<Outcome> held = submit(1, "key", withdraw);
          all.sleep(SECOND);
          assertThat(submit(2, "key", withdraw).await())
              .isInstanceOfSatisfying(
                  Outcome.Aborted.class,
                  refused -> assertThat(refused.reason()).isInstanceOf(Reason.Refused.class));
          assertThat(submit(2, "more", bank.call(account, "deposit", 100L)).await())
              .isInstanceOf(Outcome.Committed.class);
          all.network.rejoin(1);
          assertThat(held.await())
              .isInstanceOfSatisfying(
                  Outcome.Aborted.class,
                  aborted ->
                      assertThat(aborted.reason().code())
                          .isEqualTo(Reason.Unavailable.EARLIER_TRY));
          assertThat(submit(1, "key", withdraw).await())
              .as("a repeat that comes after the answer")
              .isInstanceOf(Outcome.Committed.class);
        });
  }

  @Test
  void aTryThatWasHeldHappensIfNothingWasAnsweredUnderItsKey() {
    play(
        () -> {
          String account = all.keyOn(0, "Account");
          all.network.isolate(1);
          all.sleep(2 * SECOND);
          Promise<Outcome> held = submit(1, "key", bank.call(account, "open", 10L));
          all.sleep(SECOND);
          all.network.rejoin(1);
          assertThat(held.await()).isInstanceOf(Outcome.Committed.class);
        });
  }
}
