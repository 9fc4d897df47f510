package tutti.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.embedded.AbortedException;
import tutti.embedded.Client;
import tutti.embedded.ClientTransaction;
import tutti.embedded.RefusedException;
import tutti.embedded.TransactionStart;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;

/** Client transactions through the test kit: on a simulated node, and on one in memory. */
class SimulatedBlocksTest {
  private static final long COINS = 100;

  @RegisterExtension static final TuttiExtension inMemory = TuttiExtension.of(application());

  public static final class Purse extends Actor {
    public record Coin(String kind, long count) {}

    public final Relation<String, Coin> coins = relation("coins", Coin.class, Coin::kind);

    long count() {
      return coins.find("cent").map(Coin::count).orElse(0L);
    }

    void set(long count) {
      coins.upsert(new Coin("cent", count));
    }
  }

  public record Put(long more) implements Procedure<Purse, Long> {
    @Override
    public Long run(Purse purse) {
      purse.set(purse.count() + more);
      return purse.count();
    }
  }

  public record Take(long less) implements Procedure<Purse, Long> {
    @Override
    public Long run(Purse purse) {
      if (purse.count() < less) {
        throw purse.abort("too-few", "there are " + purse.count() + " coins");
      }
      purse.set(purse.count() - less);
      return purse.count();
    }
  }

  public record Count() implements Query<Purse, Long> {
    @Override
    public Long run(Purse purse) {
      return purse.count();
    }
  }

  static JavaApplication application() {
    return JavaApplication.named("purses")
        .actor("Purse", Purse::new)
        .procedures(Put.class, Take.class, Count.class)
        .build();
  }

  static Stream<String> controls() {
    return Draw.CONTROLS.stream();
  }

  private static void fill(Client tutti) {
    tutti.actor(Purse.class, "a").call(new Put(COINS));
  }

  private static long count(Client tutti, String purse) {
    return tutti.actor(Purse.class, purse).call(new Count());
  }

  /** Takes half, or if others were faster what is left, and puts it into the other purse. */
  private static long half(ClientTransaction in, String from, String to, long have) {
    long taken = Math.max(1, have / 2);
    try {
      in.call(Purse.class, from, new Take(taken));
    } catch (RefusedException tooFew) {
      assertThat(tooFew.code()).isEqualTo("too-few");
      taken = in.call(Purse.class, from, new Count());
      in.call(Purse.class, from, new Take(taken));
    }
    in.release(Purse.class, from);
    return in.call(Purse.class, to, new Put(taken));
  }

  private static void move(SimulatedTutti tutti, RandomGenerator random) {
    for (int i = 0; i < 4; i++) {
      String from = random.nextBoolean() ? "a" : "b";
      String to = from.equals("a") ? "b" : "a";
      long have = count(tutti, from);
      TransactionStart start = tutti.transaction().retrying(9);
      if (random.nextBoolean()) {
        start = start.accesses(Purse.class, from, 3).accesses(Purse.class, to, 1);
      }
      boolean regrets = random.nextInt(4) == 0;
      try {
        start.run(
            in -> {
              long there = half(in, from, to, have);
              if (regrets) {
                throw in.rollback("no");
              }
              return there;
            });
      } catch (AbortedException | RefusedException nothingHappened) {
        assertThat(nothingHappened.code()).isIn("rolled-back", "conflict", "deadlock", "restarted");
      }
    }
  }

  private static Simulation moves() {
    return Simulation.of(application())
        .opening(SimulatedBlocksTest::fill)
        .clients(3, SimulatedBlocksTest::move)
        .atTheEnd(
            "coins are kept",
            tutti -> assertThat(count(tutti, "a") + count(tutti, "b")).isEqualTo(COINS))
        .crashes(3)
        .serially();
  }

  @ParameterizedTest
  @MethodSource("controls")
  void happenWhollyOrNotAtAll(String control) {
    moves().set("concurrency-control", control).run(4);
  }

  @Test
  void areTheSameRunForTheSameSeed() {
    SimulatedRun first = moves().runSeed(7);
    assertThat(moves().runSeed(7).digest()).isEqualTo(first.digest());
    assertThat(moves().runSeed(8).digest()).isNotEqualTo(first.digest());
  }

  /** A block that is told of a crash, and one of which the node knows afterwards. */
  @Test
  void hearOfACrash() {
    List<String> told = new ArrayList<>();
    Simulation blocks =
        Simulation.of(application())
            .opening(SimulatedBlocksTest::fill)
            .clients(
                1,
                (tutti, random) -> {
                  for (int i = 0; i < 40; i++) {
                    try {
                      tutti.transaction().run(in -> half(in, "a", "b", 2));
                      tutti.transaction().run(in -> half(in, "b", "a", 2));
                    } catch (AbortedException aborted) {
                      told.add(aborted.code() + " " + aborted.retryable());
                      assertThat(aborted.transaction()).isNotEmpty();
                    }
                  }
                })
            .crashes(3);
    blocks.run(12);
    assertThat(told).isNotEmpty().containsOnly("restarted true");
  }

  /** The block waits for a request that waits for it. */
  @ParameterizedTest
  @MethodSource("controls")
  void areRolledBackAtTheirDeadline(String control) {
    Simulation.of(application())
        .opening(SimulatedBlocksTest::fill)
        .set("concurrency-control", control)
        .clients(
            1,
            (tutti, random) ->
                assertThatThrownBy(
                        () ->
                            tutti
                                .transaction()
                                .within(Duration.ofMillis(200))
                                .run(
                                    in -> {
                                      in.call(Purse.class, "a", new Take(COINS));
                                      fill(tutti);
                                      while (true) {
                                        in.call(Purse.class, "b", new Put(1));
                                      }
                                    }))
                    .isInstanceOf(AbortedException.class))
        .atTheEnd(
            "nothing has happened",
            tutti -> {
              assertThat(count(tutti, "a")).isEqualTo(2 * COINS);
              assertThat(count(tutti, "b")).isZero();
            })
        .run(2);
  }

  @Test
  void runOnANodeInMemory() {
    fill(inMemory.tutti());
    long there = inMemory.transaction().run(in -> half(in, "a", "b", 40));
    assertThat(there).isEqualTo(20);
    assertThat(count(inMemory.tutti(), "a")).isEqualTo(80);
  }
}
