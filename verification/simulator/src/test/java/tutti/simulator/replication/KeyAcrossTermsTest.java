package tutti.simulator.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.simulator.replication.SimulatedHosts.SECOND;
import static tutti.simulator.replication.SimulatedHosts.answer;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.bank.TestBank;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.node.Node;
import tutti.engine.runtime.Promise;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.simulator.network.NetworkStyle;

/**
 * Tries under one idempotency key whose shard gets other leaders in between, in virtual time: the
 * leader is killed after the first try was answered, or while it runs. The request happens at most
 * once, and a definite answer is definite for all tries.
 */
class KeyAcrossTermsTest {
  private static final int HOSTS = 3;
  private static final String A = "a";
  private static final ActorId ACCOUNT = new ActorId("Account", A);
  private static final long INITIAL = 100;

  /** One world of hosts, with an account that is open. */
  private static final class World {
    final TestBank bank = new TestBank();
    final SimulatedHosts all;
    int shard;

    World(long seed) {
      all =
          new SimulatedHosts(
              seed,
              bank,
              SimulatedHosts.threeReplicas().journal(SimulatedHosts.SMALL_JOURNAL).build());
    }

    Promise<Outcome> submit(int host, String key, Call call, long timeout) {
      Promise<Outcome> outcome = new Promise<>();
      all.hosts[host].submit(
          new TransactionRequest(List.of(call), new Idempotency(key, 1), timeout),
          outcome::complete);
      return outcome;
    }

    Outcome run(int host, String key, Call call) {
      return submit(host, key, call, 30 * SECOND).await();
    }

    Call withdraw(long amount) {
      return bank.call(A, "withdraw", amount);
    }

    Call deposit(long amount) {
      return bank.call(A, "deposit", amount);
    }

    TransactionId committed(int host, String key, Call call) {
      Outcome outcome = run(host, key, call);
      assertThat(outcome).isInstanceOf(Outcome.Committed.class);
      return outcome.transaction();
    }

    void refused(int host, String key, Call call) {
      assertThat(run(host, key, call))
          .isInstanceOfSatisfying(
              Outcome.Aborted.class,
              aborted -> assertThat(aborted.reason()).isInstanceOf(Reason.Refused.class));
    }

    long balance(int host) {
      Node.ReadResult seen = answer(done -> all.hosts[host].read(ACCOUNT, 30 * SECOND, done));
      assertThat(seen).isInstanceOf(Node.ReadResult.Found.class);
      return TestBank.balance(((Node.ReadResult.Found) seen).instance().state());
    }

    /** Kills the leader; returns its number. */
    int killLeader() {
      int leader = all.leader(shard);
      all.machines[leader].crash();
      return leader;
    }

    /** Returns a host that runs, and is not the one given. */
    int other(int than) {
      for (int i = 0; ; i = (i + 1) % HOSTS) {
        if (i != than && !all.machines[i].crashed()) {
          return i;
        }
      }
    }
  }

  private static void play(World world, SimulatedHosts.Play play) {
    world.all.play(
        () -> {
          world.all.start();
          world.shard = world.all.hosts[0].place(ACCOUNT).shard();
          world.committed(0, "open", world.bank.call(A, "open", INITIAL));
          play.play();
        });
  }

  @Test
  void aRepeatGetsTheFirstAnswerFromEveryLaterLeader() {
    World world = new World(1);
    play(
        world,
        () -> {
          TransactionId first = world.committed(2, "k", world.withdraw(60));
          for (int i = 0; i < 3; i++) {
            int killed = world.killLeader();
            int any = world.other(killed);
            assertThat(world.committed(any, "k", world.withdraw(60))).isEqualTo(first);
            world.all.restart(killed);
            assertThat(world.committed(killed, "k", world.withdraw(60))).isEqualTo(first);
          }
          assertThat(world.balance(0)).isEqualTo(INITIAL - 60);
        });
  }

  @Test
  void aRepeatOfARefusedRequestRunsAnewUnderEveryLaterLeader() {
    World world = new World(2);
    play(
        world,
        () -> {
          world.refused(1, "k", world.withdraw(150));
          int killed = world.killLeader();
          // A repeat that comes before may be as old as the refusal, as far as the next leader
          // knows.
          world.all.leader(world.shard);
          world.refused(world.other(killed), "k", world.withdraw(150));
          world.committed(world.other(killed), "more", world.deposit(100));
          world.all.restart(killed);
          int next = world.killLeader();
          world.all.leader(world.shard);
          TransactionId happened = world.committed(killed, "k", world.withdraw(150));
          world.all.restart(next);
          assertThat(world.committed(next, "k", world.withdraw(150))).isEqualTo(happened);
          assertThat(world.balance(killed)).isEqualTo(INITIAL - 50);
        });
  }

  /**
   * A client asks the leader, which is killed at some moment, and so never hears the answer. The
   * repeat tells what became of the first try, or happens in its place; where it is refused, since
   * the money is gone meanwhile, the first try does not happen later.
   *
   * @return whether the first try has happened
   */
  private static boolean unknown(long seed, long killedAfter, boolean refusable) {
    World world = new World(seed);
    boolean[] happened = new boolean[1];
    play(
        world,
        () -> {
          int leader = world.all.leader(world.shard);
          TransactionId before = world.committed(leader, "before", world.deposit(1));
          world.submit(leader, "k", world.withdraw(60), 30 * SECOND);
          world.all.sleep(killedAfter);
          world.all.machines[leader].crash();
          int any = world.other(leader);
          if (refusable) {
            // Succeeds only where the first try has not happened.
            world.run(any, "other", world.withdraw(70));
          }
          Outcome repeat = world.run(any, "k", world.withdraw(60));
          boolean first = repeat instanceof Outcome.Committed && areOfOneTerm(repeat, before);
          happened[0] = first;
          if (refusable) {
            assertThat(repeat instanceof Outcome.Committed).isEqualTo(first);
          }
          world.committed(any, "more", world.deposit(1000));
          world.all.restart(leader);
          long spent = refusable && !first ? 70 : 60;
          assertThat(world.balance(leader)).isEqualTo(INITIAL + 1001 - spent);
          if (repeat instanceof Outcome.Committed) {
            assertThat(world.committed(leader, "k", world.withdraw(60)))
                .isEqualTo(repeat.transaction());
          }
          world.all.sleep(31 * SECOND);
          assertThat(world.balance(any)).isEqualTo(INITIAL + 1001 - spent);
        });
    return happened[0];
  }

  /** Whether the leader that has named that transaction has named this one, too. */
  private static boolean areOfOneTerm(Outcome outcome, TransactionId that) {
    TransactionId id = outcome.transaction();
    return id.node() == that.node() && id.incarnation() == that.incarnation();
  }

  @Test
  void aTryWhoseLeaderIsKilledHappensOnceOrIsReplacedByItsRepeat() {
    int happened = 0;
    int tries = 24;
    for (int i = 0; i < tries; i++) {
      happened += unknown(100 + i, i * 100_000L, i % 2 == 0) ? 1 : 0;
    }
    assertThat(happened).as("first tries that have happened").isBetween(1, tries - 1);
  }

  /** The first try is at a host that is cut off until after the answer of the next leader. */
  @Test
  void aTryThatCameBeforeAReignDoesNotHappenOnceThatHasRefusedAnotherOne() {
    World world = new World(3);
    play(
        world,
        () -> {
          int leader = world.all.leader(world.shard);
          int away = world.other(leader);
          int next = HOSTS - leader - away;
          world.all.network.isolate(away);
          Promise<Outcome> first = world.submit(away, "k", world.withdraw(150), 120 * SECOND);
          world.all.sleep(SECOND);
          world.all.machines[leader].crash();
          world.all.restart(leader);
          // Until the preferred leader leads again.
          world.all.sleep(40 * SECOND);
          assertThat(world.all.leader(world.shard)).isNotEqualTo(away);
          world.refused(next, "k", world.withdraw(150));
          world.committed(next, "more", world.deposit(100));
          world.all.network.rejoin(away);
          assertThat(first.await())
              .isInstanceOfSatisfying(
                  Outcome.Aborted.class,
                  aborted ->
                      assertThat(aborted.reason().code())
                          .isEqualTo(Reason.Unavailable.EARLIER_TRY));
          assertThat(world.balance(away)).isEqualTo(INITIAL + 100);
          world.committed(away, "k", world.withdraw(150));
        });
  }

  /**
   * The first try is at a host that is cut off until another host leads than the one that has
   * answered.
   *
   * @param checkpoints how many requests there are in between, of which checkpoints are made
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2_000})
  void aTryDoesNotHappenUnderALaterLeaderThanTheOneThatHasRefusedAnotherOne(int checkpoints) {
    World world = new World(5);
    play(
        world,
        () -> {
          int leader = world.all.leader(world.shard);
          int away = world.other(leader);
          int next = HOSTS - leader - away;
          world.all.network.isolate(away);
          // Until the host has noticed that it is cut off.
          world.all.sleep(10 * SECOND);
          Promise<Outcome> first = world.submit(away, "k", world.withdraw(150), 120 * SECOND);
          Promise<Outcome> other = world.submit(away, "other", world.deposit(1), 120 * SECOND);
          world.all.sleep(SECOND);
          world.refused(next, "k", world.withdraw(150));
          for (int i = 0; i < checkpoints; i++) {
            world.committed(next, "more" + i, world.deposit(100));
          }
          world.all.machines[leader].crash();
          world.all.sleep(SECOND);
          world.all.restart(leader);
          world.all.sleep(10 * SECOND);
          world.all.network.rejoin(away);
          assertThat(first.await())
              .isInstanceOfSatisfying(
                  Outcome.Aborted.class,
                  aborted ->
                      assertThat(aborted.reason().code())
                          .isEqualTo(Reason.Unavailable.EARLIER_TRY));
          assertThat(other.await()).isInstanceOf(Outcome.Committed.class);
          assertThat(world.balance(away)).isEqualTo(INITIAL + 1 + checkpoints * 100L);
          world.committed(away, "k", world.withdraw(150));
        });
  }

  /**
   * The leader asks the others whether it may tell a refusal, and stands still before it has their
   * answers; meanwhile the next leader runs the request.
   */
  @Test
  void aRepeatThatJoinsATryOfAReplacedLeaderIsNotToldOfItsRefusal() {
    World world = new World(4);
    play(
        world,
        () -> {
          int replaced = world.all.leader(world.shard);
          NetworkStyle calm = NetworkStyle.CALM;
          world.all.network.style(
              new NetworkStyle(
                  SECOND / 10, 0, 0, 0, 0, false, false, calm.notice(), calm.congestion(), 0));
          Promise<Outcome> first = world.submit(replaced, "k", world.withdraw(150), 120 * SECOND);
          world.all.sleep(SECOND / 1000);
          world.all.machines[replaced].pause(true);
          // Until the others have answered, and another one leads.
          world.all.sleep(10 * SECOND);
          world.all.network.style(calm);
          int any = world.other(replaced);
          world.committed(any, "more", world.deposit(100));
          TransactionId happened = world.committed(any, "k", world.withdraw(150));
          Promise<Outcome> repeat = world.submit(replaced, "k", world.withdraw(150), 120 * SECOND);
          world.all.machines[replaced].pause(false);
          // A refusal that is in no log is not told: the next leader is asked instead.
          for (Promise<Outcome> each : List.of(first, repeat)) {
            assertThat(each.await())
                .isInstanceOfSatisfying(
                    Outcome.Committed.class,
                    committed -> assertThat(committed.transaction()).isEqualTo(happened));
          }
          assertThat(world.balance(any)).isEqualTo(INITIAL + 100 - 150);
        });
  }
}
