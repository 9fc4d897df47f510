package tutti.simulator.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.commit.CommitKind;
import tutti.engine.commit.CommitKinds;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.container.Placement;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.history.ForwardingHistory;
import tutti.engine.history.History;
import tutti.engine.node.HostNode;
import tutti.engine.node.LocalShards;
import tutti.engine.node.Ports;
import tutti.engine.runtime.ExecutorMode;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.model.ActorId;
import tutti.protocol.commit.Assumption;
import tutti.simulator.check.Sight;
import tutti.simulator.disk.SimulatedDisk;
import tutti.simulator.network.SimulatedNetwork;
import tutti.simulator.world.SimulatedNode;
import tutti.simulator.world.SimulatedScheduler;

/**
 * A participant of three-phase commit that leads the others commits once its record is durable, and
 * crashes just before that: its vote has ended, and a start that does not hold the vote's claims
 * again is right.
 */
class LeaderCrashesTest {
  private static final long SECOND = 1_000_000_000L;

  private final TestBank bank = new TestBank();
  private final SimulatedScheduler world = new SimulatedScheduler(1, ExecutorMode.best(), 0);
  private final SimulatedNetwork network = new SimulatedNetwork(world, 2);
  private final TaskExecutor hand = world.newExecutor("hand");
  private final List<String> broken = new ArrayList<>();
  private final Inspector inspector =
      new Inspector(bank, Sight.Reader.NONE, (node, invariant, what) -> broken.add(what));
  private final SimulatedDisk[] disks = {new SimulatedDisk(), new SimulatedDisk()};
  private final @Nullable SimulatedNode[] machines = new SimulatedNode[2];
  private boolean led;
  private boolean over;

  private final Deployment deployment =
      Deployment.DEFAULT.toBuilder()
          .commit(
              (CommitKind)
                  Objects.requireNonNull(CommitKinds.byName().get("three-phase-unacknowledged")))
          .commitment(
              new Deployment.Commitment(Assumption.SYNCHRONOUS_CRASH, Duration.ofMillis(100), 1))
          .build()
          .withNodes(NodeAddress.inOneProcess(2));

  /** Crashes the coordinator once it has decided, and the leader before it carries its end out. */
  private record Crashing(History history, Runnable crash) implements ForwardingHistory {
    @Override
    public void decided(
        BranchKey attempt,
        @Nullable String key,
        long lsn,
        List<Claim> claims,
        List<@Nullable Object> results) {
      history.decided(attempt, key, lsn, claims, results);
      if (claims.stream().anyMatch(Crashing::deposits)) {
        crash.run();
      }
    }

    @Override
    public void branchEnded(BranchKey branch, boolean committed, long lsn) {
      crash.run();
    }

    private static boolean deposits(Claim claim) {
      return Objects.requireNonNull(claim.call()).action().name().equals("deposit");
    }
  }

  private HostNode start(int node) throws IOException {
    SimulatedNode machine = world.node("node-" + node);
    machines[node] = machine;
    Inspector.Life life = inspector.begin(node, deployment, machine::crashed);
    HostNode started =
        LocalShards.open(
            bank,
            deployment,
            new Ports(
                machine,
                life.disk(disks[node]),
                world.entropy(machine.name()),
                new Crashing(life.history(History.NONE), () -> crash(node)),
                node,
                life.transport(network.transport(machine, node)),
                Ports.Watched.of(life::control)));
    life.recovered(started.shards(LocalShards.class).term().notReady() == null);
    return started;
  }

  private void crash(int node) {
    Objects.requireNonNull(machines[node]).crash();
    led |= node == 1;
  }

  private static String accountOn(int node) {
    Placements placements = new Placements(new Placement.Hash(), 2, 1);
    int i = 0;
    while (placements.nodeOf(new ActorId("Account", "k" + i)) != node) {
      i++;
    }
    return "k" + i;
  }

  private Promise<Outcome> ask(HostNode node, TransactionRequest request) {
    Promise<Outcome> answer = new Promise<>();
    node.submit(request, answer::complete);
    return answer;
  }

  private void sleep(long nanos) {
    Promise<Boolean> rested = new Promise<>();
    world.after(nanos, hand, () -> rested.complete(true));
    rested.await();
  }

  private void play() throws IOException {
    HostNode coordinator = start(0);
    HostNode leader = start(1);
    sleep(SECOND);
    String here = accountOn(0);
    String there = accountOn(1);
    for (var each : List.of(bank.call(here, "open", 100L), bank.call(there, "open", 100L))) {
      HostNode home = each.target().key().equals(here) ? coordinator : leader;
      ask(home, new TransactionRequest(List.of(each), null, SECOND)).await();
    }
    var unused =
        ask(
            coordinator,
            new TransactionRequest(
                List.of(bank.call(here, "deposit", 5L), bank.call(there, "deposit", 5L)),
                null,
                SECOND));
    while (!led) {
      sleep(SECOND / 10);
    }
    disks[1] = disks[1].afterCrash(1);
    HostNode again = start(1);
    Promise<Long> balance = new Promise<>();
    again.read(
        new ActorId("Account", there),
        SECOND,
        seen ->
            balance.complete(
                seen instanceof tutti.engine.node.Node.ReadResult.Found(var found)
                    ? TestBank.balance(found.state())
                    : -1));
    assertThat(balance.await()).isEqualTo(105);
    over = true;
  }

  @Test
  void aLeaderThatCrashesBeforeItCarriesItsCommitOutHasEndedItsVote() {
    List<Throwable> failures = new ArrayList<>();
    hand.start(
        () -> {
          try {
            play();
          } catch (IOException | AssertionError | RuntimeException e) {
            failures.add(e);
          }
        });
    world.run(() -> over || !failures.isEmpty(), 60 * SECOND);
    assertThat(failures).isEmpty();
    assertThat(over).isTrue();
    assertThat(broken).isEmpty();
  }
}
