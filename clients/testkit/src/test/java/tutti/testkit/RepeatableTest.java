package tutti.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.relation.Relation;

/** Chance, clocks and orders that differ from run to run are reported (G3). */
class RepeatableTest {
  private static final AtomicLong COUNTER = new AtomicLong();

  /** The ways in which a procedure or a client differs from run to run. */
  enum Planted {
    NANOS,
    WALL_CLOCK,
    COUNTER_OF_THE_PROCESS,
    RANDOM_UUID,
    CHANCE,
    ORDER_OF_A_HASH_SET,
    WRITES_MORE_OR_LESS,
    CLIENT_CHOOSES,
    CLIENT_HAS_AN_ORDER;

    long value() {
      return switch (this) {
        case NANOS -> System.nanoTime();
        case WALL_CLOCK -> System.currentTimeMillis() * 1_000 + COUNTER.incrementAndGet();
        case COUNTER_OF_THE_PROCESS -> COUNTER.incrementAndGet();
        case RANDOM_UUID -> UUID.randomUUID().getLeastSignificantBits();
        case CHANCE -> (long) (Math.random() * Long.MAX_VALUE);
        case ORDER_OF_A_HASH_SET -> inOrder().hashCode();
        default -> 7;
      };
    }

    /** The numbers of objects in the order of a set that knows only their addresses. */
    static List<Integer> inOrder() {
      record Named(Object name, int number) {
        @Override
        public boolean equals(Object other) {
          return this == other;
        }

        @Override
        public int hashCode() {
          return System.identityHashCode(name);
        }
      }
      Set<Named> all = new HashSet<>();
      for (int i = 0; i < 40; i++) {
        all.add(new Named(new Object(), i));
      }
      List<Integer> order = new ArrayList<>();
      all.forEach(each -> order.add(each.number));
      return order;
    }
  }

  public static final class Box extends Actor {
    public record Mark(String kind, long value) {}

    public final Relation<String, Mark> marks = relation("marks", Mark.class, Mark::kind);
  }

  /** Writes, and gives the count of marks: its result never differs. */
  public record Put(String planted) implements Procedure<Box, Long> {
    @Override
    public Long run(Box box) {
      Planted how = Planted.valueOf(planted);
      box.marks.upsert(new Box.Mark("one", how.value()));
      if (how == Planted.WRITES_MORE_OR_LESS) {
        for (long i = ThreadLocalRandom.current().nextInt(3); i > 0; i--) {
          box.marks.upsert(new Box.Mark("more " + i, i));
        }
      }
      return 1L;
    }
  }

  private static Simulation simulation(Planted how) {
    return Simulation.of(
            JavaApplication.named("boxes").actor("Box", Box::new).procedures(Put.class).build())
        .clients(2, (tutti, random) -> use(tutti, how, random));
  }

  private static void use(SimulatedTutti tutti, Planted how, RandomGenerator random)
      throws Exception {
    for (int i = 0; i < 8; i++) {
      int key =
          switch (how) {
            case CLIENT_CHOOSES -> ThreadLocalRandom.current().nextInt(1_000);
            case CLIENT_HAS_AN_ORDER -> Planted.inOrder().getFirst();
            default -> random.nextInt(2);
          };
      tutti.actor(Box.class, "box " + key).call(new Put(how.name()));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRunThatIsNotIsTold(Planted how) {
    assertThatThrownBy(() -> simulation(how).run(1))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("seed 0 is not repeatable");
  }

  @Test
  void theCallThatDiffersIsNamed() {
    assertThatThrownBy(() -> simulation(Planted.CLIENT_CHOOSES).run(1))
        .hasMessageContaining("not repeatable: call 1 of client-")
        .hasMessageContaining(", and now client-");
  }

  /** A failure that another run does not have says why, and the failure is there, too. */
  @Test
  void aFailureByChanceIsTold() {
    Simulation simulation =
        simulation(Planted.CLIENT_CHOOSES)
            .atTheEnd("never", tutti -> assertThat(COUNTER.incrementAndGet()).isNegative());
    assertThatThrownBy(() -> simulation.runSeed(3))
        .hasMessageContaining("seed 3 is not repeatable")
        .hasCauseInstanceOf(AssertionError.class);
  }

  @Test
  void theNumberOfAThreadIsNoDifference() {
    Thread one = new Thread(() -> {});
    Thread other = new Thread(() -> {});
    assertThat(one.toString()).isNotEqualTo(other.toString());
    assertThat(RunDifference.text(new AssertionError("by " + one)))
        .isEqualTo(RunDifference.text(new AssertionError("by " + other)));
    assertThat(
            RunDifference.text(new AssertionError("by " + Thread.ofVirtual().unstarted(() -> {}))))
        .isEqualTo(
            RunDifference.text(new AssertionError("by " + Thread.ofVirtual().unstarted(() -> {}))));
  }
}
