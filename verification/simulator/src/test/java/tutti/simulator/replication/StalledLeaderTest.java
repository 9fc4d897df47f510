package tutti.simulator.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.simulator.replication.SimulatedHosts.SECOND;
import static tutti.simulator.replication.SimulatedHosts.answer;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.node.HostNode;
import tutti.engine.node.Node;
import tutti.engine.transaction.submission.BlockStep;
import tutti.engine.transaction.submission.ClientBlock;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.StepAnswer;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.ActorId;

/**
 * A leader that reaches no majority, and does not know it yet: its own clients are answered in time
 * as all others are.
 */
class StalledLeaderTest {
  private static final long TIMEOUT = SECOND / 10;

  private final TestBank bank = new TestBank();
  private final ActorId account = new ActorId("Account", "a");
  private final SimulatedHosts all =
      new SimulatedHosts(
          1,
          bank,
          SimulatedHosts.threeReplicas()
              .concurrencyControl(ConcurrencyControlKind.TWO_PHASE_LOCKING)
              .replication(SimulatedHosts.slowElections())
              .build());

  private int leader;

  private TransactionRequest deposit(String key, long timeout) {
    return new TransactionRequest(
        List.of(bank.call("a", "deposit", 1L)), new Idempotency(key, 1), timeout);
  }

  /** Opens an account, and cuts the leader of its shard off. */
  private HostNode stalled() throws IOException {
    all.start();
    leader = all.leader(all.hosts[0].place(account).shard());
    HostNode host = all.hosts[leader];
    Outcome opened =
        answer(
            done ->
                host.submit(
                    new TransactionRequest(List.of(bank.call("a", "open", 10L)), null, 10 * SECOND),
                    done));
    assertThat(opened).isInstanceOf(Outcome.Committed.class);
    all.network.isolate(leader);
    return host;
  }

  private void assertDeposited(HostNode host) {
    Node.ReadResult seen = answer(done -> host.read(account, 10 * SECOND, done));
    assertThat(seen)
        .isInstanceOfSatisfying(
            Node.ReadResult.Found.class,
            found -> assertThat(TestBank.balance(found.instance().state())).isEqualTo(11));
  }

  private static void assertInDoubt(Outcome outcome) {
    assertThat(outcome).isInstanceOf(Outcome.InDoubt.class);
    assertThat(((Outcome.InDoubt) outcome).why()).contains("has not said what became of it");
  }

  private void assertInTime(long asked) {
    assertThat(all.world.nanos() - asked).as("the time until the answer").isLessThan(2 * SECOND);
  }

  @Test
  void aRequestIsAnsweredInTime() {
    all.play(
        () -> {
          HostNode host = stalled();
          long asked = all.world.nanos();
          Outcome outcome = answer(done -> host.submit(deposit("k", TIMEOUT), done));
          assertInDoubt(outcome);
          assertInTime(asked);
          all.network.rejoin(leader);
          Outcome again = answer(done -> host.submit(deposit("k", 10 * SECOND), done));
          assertThat(again).isInstanceOf(Outcome.Committed.class);
          TransactionStatus status = answer(done -> host.status(outcome.transaction(), done));
          assertThat(status).isEqualTo(new TransactionStatus.Ended(again));
          assertDeposited(host);
        });
  }

  @Test
  void aBlockIsAnsweredInTime() {
    all.play(
        () -> {
          HostNode host = stalled();
          long asked = all.world.nanos();
          ClientBlock block =
              new ClientBlock(null, TIMEOUT, begins -> host.run(begins, begins::end));
          StepAnswer done =
              answer(told -> block.put(new BlockStep.Perform(bank.call("a", "deposit", 1L)), told));
          assertThat(done).isInstanceOf(StepAnswer.Done.class);
          AtomicReference<Outcome> outcome = new AtomicReference<>();
          StepAnswer ended = answer(told -> block.put(new BlockStep.Commit(), told));
          assertThat(ended)
              .isInstanceOfSatisfying(StepAnswer.Ended.class, it -> outcome.set(it.outcome()));
          assertInDoubt(outcome.get());
          assertInTime(asked);
          all.network.rejoin(leader);
          assertDeposited(host);
        });
  }
}
