package tutti.simulator.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.simulator.replication.SimulatedHosts.SECOND;
import static tutti.simulator.replication.SimulatedHosts.answer;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.engine.bank.TestBank;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.engine.integrated.ItemValues;
import tutti.engine.node.Node;
import tutti.engine.node.integrated.IntegratedShards;
import tutti.engine.node.integrated.JanusMachines;
import tutti.engine.node.integrated.ProtocolReplicas;
import tutti.engine.node.integrated.TapirMachines;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.ActorId;
import tutti.model.Call;

/** Keys of requests under integrated protocols, which are kept for a time, in virtual time. */
class ForgottenKeysTest {
  private static final Duration KEEP = Duration.ofSeconds(8);
  private static final int HOSTS = 3;
  private static final ActorId ACCOUNT = new ActorId("Account", "a");

  /**
   * A host searches its keys so often in the time for which they are kept, and waits for others.
   */
  private static final long SEARCHED = KEEP.toNanos() * 2;

  private final TestBank bank = new TestBank();

  private static Deployment deployment(Protocol protocol) {
    return SimulatedHosts.threeReplicas()
        .replication(Replication.NONE.with(protocol))
        .journal(new Deployment.JournalSettings(1 << 18, 1 << 15, Duration.ZERO))
        .idempotency(new Deployment.IdempotencySettings(KEEP, 1_000))
        .build();
  }

  private static Outcome run(SimulatedHosts all, int host, String key, Call call) {
    return answer(
        done ->
            all.nodes[host].submit(
                new TransactionRequest(List.of(call), new Idempotency(key, 1), 30 * SECOND), done));
  }

  private static TransactionId committed(SimulatedHosts all, int host, String key, Call call) {
    Outcome outcome = run(all, host, key, call);
    assertThat(outcome).isInstanceOf(Outcome.Committed.class);
    return outcome.transaction();
  }

  private static long balance(SimulatedHosts all, int host) {
    Node.ReadResult seen = answer(done -> all.nodes[host].read(ACCOUNT, 30 * SECOND, done));
    return TestBank.balance(((Node.ReadResult.Found) seen).instance().state());
  }

  /** Returns the keys that the replicas of a host have in memory. */
  private static List<String> keys(SimulatedHosts all, int host) {
    IntegratedShards node = all.nodes[host].shards(IntegratedShards.class);
    List<String> keys = new ArrayList<>();
    for (int shard : node.replicas().keySet()) {
      for (Map.Entry<ActorId, byte[]> each : items(node.machines(), shard)) {
        if (ItemValues.isKey(each.getKey()) && each.getValue().length > 0) {
          keys.add(each.getKey().key());
        }
      }
    }
    return keys;
  }

  private static List<Map.Entry<ActorId, byte[]>> items(ProtocolReplicas machines, int shard) {
    return switch (machines) {
      case TapirMachines tapir ->
          SimulatedHosts.<List<Map.Entry<ActorId, byte[]>>>answer(
              done -> tapir.host().look(shard, memory -> done.accept(memory.values())));
      case JanusMachines janus -> {
        SortedMap<ActorId, byte[]> items = answer(done -> janus.host().look(shard, done));
        assertThat(items.values())
            .as("what is not there is no item")
            .noneMatch(it -> it.length == 0);
        yield List.copyOf(items.entrySet());
      }
    };
  }

  private static void noKeyIsLeft(SimulatedHosts all) {
    for (int host = 0; host < HOSTS; host++) {
      assertThat(keys(all, host)).as("on host %d", host).isEmpty();
    }
  }

  /** Waits until a host's log was let go behind an image of each of its replicas. */
  private static void image(SimulatedHosts all, int host) {
    long before = all.nodes[host].statistics().log().checkpoints();
    int deposits = 0;
    while (all.nodes[host].statistics().log().checkpoints() < before + HOSTS) {
      TestBank bank = new TestBank();
      committed(all, host, "deposit " + deposits++, bank.call("b", "deposit", 1L));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Protocol.class,
      names = {"TAPIR", "JANUS"})
  void aRepeatIsAnsweredForAsLongAsItsKeyIsKeptAndThenRunsAnew(Protocol protocol) {
    SimulatedHosts all = new SimulatedHosts(5, bank, deployment(protocol));
    all.play(() -> play(all));
  }

  private void play(SimulatedHosts all) throws IOException {
    all.start();
    committed(all, 0, "open", bank.call("a", "open", 100L));
    committed(all, 0, "open b", bank.call("b", "open", 0L));
    all.sleep(KEEP.toNanos() * 3);
    noKeyIsLeft(all);

    TransactionId first = committed(all, 2, "k", bank.call("a", "withdraw", 10L));
    all.sleep(KEEP.toNanos() / 2);
    all.machines[1].crash();
    all.restart(1);
    assertThat(committed(all, 1, "k", bank.call("a", "withdraw", 10L))).isEqualTo(first);
    for (int host = 0; host < HOSTS; host++) {
      assertThat(keys(all, host)).contains("k");
    }
    all.sleep(SEARCHED);
    noKeyIsLeft(all);
    assertThat(balance(all, 0)).isEqualTo(90);

    image(all, 1);
    all.sleep(SEARCHED);
    for (int host = 0; host < HOSTS; host++) {
      all.machines[host].crash();
      all.restart(host);
    }
    assertThat(committed(all, 0, "k", bank.call("a", "withdraw", 10L))).isNotEqualTo(first);
    assertThat(balance(all, 1)).isEqualTo(80);
    for (int host = 0; host < HOSTS; host++) {
      assertThat(keys(all, host)).containsExactly("k");
    }
  }
}
