package tutti.simulator.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.history.History;
import tutti.engine.node.Ports;
import tutti.engine.node.replicated.ReplicatedNode;
import tutti.engine.runtime.ExecutorMode;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.simulator.disk.SimulatedDisk;
import tutti.simulator.network.SimulatedNetwork;
import tutti.simulator.world.SimulatedNode;
import tutti.simulator.world.SimulatedScheduler;

/**
 * Tries of a request that a host holds back because it reaches no leader, in virtual time, while
 * another try under the same key is answered.
 */
class HeldTryTest {
  private static final int HOSTS = 3;
  private static final long SECOND = 1_000_000_000L;
  private static final long TIMEOUT = 60 * SECOND;

  private final TestBank bank = new TestBank();
  private final SimulatedScheduler world = new SimulatedScheduler(1, ExecutorMode.best(), 0.1);
  private final SimulatedNetwork network = new SimulatedNetwork(world, HOSTS);
  private final TaskExecutor hand = world.newExecutor("hand");
  private final Deployment deployment =
      Deployment.DEFAULT.toBuilder()
          .executors(1)
          .journal(new Deployment.JournalSettings(1 << 16, 1 << 18, Duration.ZERO))
          .nodes(NodeAddress.inOneProcess(HOSTS))
          .replication(Replication.NONE.with(Replication.Protocol.MULTIPAXOS))
          .build();
  private final ReplicatedNode[] hosts = new ReplicatedNode[HOSTS];
  private @Nullable Throwable failure;
  private boolean over;

  private void start() throws IOException {
    for (int i = 0; i < HOSTS; i++) {
      SimulatedNode machine = world.node("host-" + i);
      hosts[i] =
          ReplicatedNode.open(
              bank,
              deployment,
              new Ports(
                  machine,
                  new SimulatedDisk(),
                  world.entropy("entropy-" + i),
                  History.NONE,
                  i,
                  network.transport(machine, i)));
    }
  }

  private void sleep(long nanos) {
    Promise<Boolean> slept = new Promise<>();
    world.after(nanos, hand, () -> slept.complete(true));
    slept.await();
  }

  private Promise<Outcome> submit(int host, String key, Call call) {
    Promise<Outcome> outcome = new Promise<>();
    hosts[host].submit(
        new TransactionRequest(List.of(call), new Idempotency(key, 1), TIMEOUT), outcome::complete);
    return outcome;
  }

  /** Returns an account whose shard is led by the host of that number. */
  private String accountLedBy(int host) {
    Placements placements = new Placements(deployment.placement(), HOSTS, deployment.containers());
    return IntStream.range(0, 1_000)
        .mapToObj(number -> "a" + number)
        .filter(key -> placements.nodeOf(new ActorId("Account", key)) == host)
        .findFirst()
        .orElseThrow();
  }

  private void awaitLeaders() {
    while (IntStream.range(0, HOSTS).anyMatch(shard -> !hosts[shard].leads(shard))) {
      sleep(SECOND / 10);
    }
  }

  private void play(Runnable body) {
    hand.start(
        () -> {
          try {
            start();
            awaitLeaders();
            body.run();
            over = true;
          } catch (IOException | AssertionError | RuntimeException e) {
            failure = e;
          }
        });
    world.run(() -> over || failure != null, 300 * SECOND);
    if (failure != null) {
      throw new AssertionError(failure);
    }
    assertThat(over).as("the test has come to its end").isTrue();
  }

  @Test
  void aTryThatWasHeldDoesNotHappenOnceAnotherOneWasRefused() {
    play(
        () -> {
          String account = accountLedBy(0);
          Call withdraw = bank.call(account, "withdraw", 50L);
          assertThat(submit(0, "open", bank.call(account, "open", 10L)).await())
              .isInstanceOf(Outcome.Committed.class);
          network.isolate(1);
          // Until host 1 has noticed that it is cut off.
          sleep(10 * SECOND);
          Promise<Outcome> held = submit(1, "key", withdraw);
          sleep(SECOND);
          assertThat(submit(2, "key", withdraw).await())
              .isInstanceOfSatisfying(
                  Outcome.Aborted.class,
                  refused -> assertThat(refused.reason()).isInstanceOf(Reason.Refused.class));
          assertThat(submit(2, "more", bank.call(account, "deposit", 100L)).await())
              .isInstanceOf(Outcome.Committed.class);
          network.rejoin(1);
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
          String account = accountLedBy(0);
          network.isolate(1);
          sleep(10 * SECOND);
          Promise<Outcome> held = submit(1, "key", bank.call(account, "open", 10L));
          sleep(SECOND);
          network.rejoin(1);
          assertThat(held.await()).isInstanceOf(Outcome.Committed.class);
        });
  }
}
