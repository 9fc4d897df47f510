package tutti.model.footprint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.model.ActorId;
import tutti.model.Observation;
import tutti.model.footprint.Access.Mode;

class FootprintTest {
  private static final ActorId A = new ActorId("Account", "a");
  private static final ActorId B = new ActorId("Account", "b");
  private static final List<ActorId> ACTORS = List.of(A, B, new ActorId("Limit", "a"));

  /** A use of an actor in a run. */
  private record Use(ActorId actor, Mode mode) {}

  /** A footprint, and a run that keeps to it. */
  private record Part(Footprint footprint, List<Use> run) {}

  private static Footprint known(ActorId actor, Mode mode, Bound bound) {
    return Footprint.of(new Item.Known(actor), mode, bound, Source.SYNC_TREE);
  }

  private static Footprint written(ActorId actor, long times) {
    return known(actor, Mode.WRITE, Bound.exactly(times));
  }

  private static boolean keepsTo(Footprint footprint, List<Use> run) {
    Footprint left = footprint;
    for (Use use : run) {
      if (!left.allows(use.actor(), use.mode())) {
        return false;
      }
      left = left.after(use.actor(), use.mode());
    }
    return true;
  }

  private static Part draw(Random random, int depth) {
    if (depth == 0 || random.nextInt(4) == 0) {
      Use use =
          new Use(ACTORS.get(random.nextInt(ACTORS.size())), Mode.values()[random.nextInt(2)]);
      Item item =
          switch (random.nextInt(6)) {
            case 0 -> new Item.Anything();
            case 1 -> new Item.OfType(use.actor().type());
            default -> new Item.Known(use.actor());
          };
      Bound bound = random.nextInt(6) == 0 ? Bound.UNKNOWN : Bound.ONCE;
      Source source = Source.values()[random.nextInt(Source.values().length)];
      return new Part(Footprint.of(item, use.mode(), bound, source), List.of(use));
    }
    Part one = draw(random, depth - 1);
    Part two = draw(random, depth - 1);
    List<Use> both = new ArrayList<>(one.run());
    both.addAll(two.run());
    return switch (random.nextInt(3)) {
      case 0 -> new Part(one.footprint().or(two.footprint()), one.run());
      case 1 -> new Part(two.footprint().or(one.footprint()), one.run());
      default -> new Part(one.footprint().and(two.footprint()), both);
    };
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void everyRunOfThePartsKeepsToTheFootprintOfTheWhole(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      Part part = draw(random, 4);
      assertThat(keepsTo(part.footprint(), part.run())).as("%d: %s", round, part).isTrue();
      for (ActorId actor : ACTORS) {
        long uses = part.run().stream().filter(use -> use.actor().equals(actor)).count();
        assertThat(part.footprint().bound(actor).most()).isGreaterThanOrEqualTo(uses);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void theOrderOfThePartsDoesNotMatter(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      Footprint a = draw(random, 3).footprint();
      Footprint b = draw(random, 3).footprint();
      Footprint c = draw(random, 3).footprint();
      assertThat(a.and(b)).isEqualTo(b.and(a));
      assertThat(a.or(b)).isEqualTo(b.or(a));
      assertThat(built(a, b, c)).isEqualTo(built(c, b, a)).isEqualTo(a.and(b).and(c));
      assertThat(a.and(b).and(c)).isEqualTo(a.and(b.and(c)));
      assertThat(a.or(b).or(c)).isEqualTo(a.or(b.or(c)));
      assertThat(a.and(Footprint.NOTHING)).isEqualTo(a);
      assertThat(a.or(a)).isEqualTo(a);
    }
  }

  @Test
  void countsDownToTheLastAccess() {
    Footprint left = written(A, 2).and(known(B, Mode.READ, Bound.ONCE)).after(A, Mode.WRITE);
    assertThat(left.bound(A)).isEqualTo(Bound.ONCE);
    left = left.after(A, Mode.WRITE);
    assertThat(left.bound(A)).isEqualTo(Bound.NEVER);
    assertThat(left.bound(B)).isEqualTo(Bound.ONCE);
    Footprint last = left;
    assertThat(last.allows(A, Mode.READ)).isFalse();
    assertThat(last.allows(B, Mode.WRITE)).isFalse();
    assertThatThrownBy(() -> last.after(A, Mode.WRITE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Account[a] is not to be written");
  }

  @Test
  void aReadMayUseUpAWrite() {
    Footprint left = written(A, 1).after(A, Mode.READ);
    assertThat(left.bound(A)).isEqualTo(Bound.NEVER);
  }

  @Test
  void anUnknownActorMayBeAnyOfItsType() {
    Footprint some =
        Footprint.of(new Item.OfType("Account"), Mode.WRITE, Bound.exactly(2), Source.SYNC_TREE);
    assertThat(some.and(written(A, 1)).bound(A)).isEqualTo(new Bound(1, 3));
    assertThat(some.bound(B)).isEqualTo(Bound.atMost(2));
    assertThat(some.bound(new ActorId("Limit", "a"))).isEqualTo(Bound.NEVER);
    assertThat(Footprint.UNKNOWN.bound(A)).isEqualTo(Bound.UNKNOWN);
  }

  @Test
  void aChoiceMayTouchWhatOnlyOneSideTouches() {
    Footprint choice = written(A, 2).or(written(A, 1).and(written(B, 1)));
    assertThat(choice.bound(A)).isEqualTo(new Bound(1, 2));
    assertThat(choice.bound(B)).isEqualTo(Bound.atMost(1));
  }

  private static Footprint built(Footprint... parts) {
    FootprintBuilder builder = new FootprintBuilder();
    List.of(parts).forEach(builder::add);
    return builder.build();
  }

  @Test
  void aLookServesAllEventsOfARequest() {
    FootprintBuilder request = new FootprintBuilder();
    Item item = new Item.Known(A);
    request.look(item, new Observation.OfField(0), false, Source.SYNC_TREE);
    request.look(item, new Observation.OfField(0), true, Source.SYNC_TREE);
    request.look(item, new Observation.OfField(0), false, Source.SYNC_TREE);
    request.look(item, new Observation.OfField(1), false, Source.SYNC_TREE);
    request.access(item, Mode.READ, Bound.ONCE, Source.SYNC_TREE);
    assertThat(request.build().bound(A)).isEqualTo(new Bound(2, 3));
  }

  @Test
  void anythingRepeatedWithoutEndHasNoBound() {
    Footprint loop = written(A, 3).times(Bound.UNKNOWN);
    assertThat(loop.bound(A)).isEqualTo(Bound.UNKNOWN);
    assertThat(written(A, 3).times(Bound.exactly(2)).bound(A)).isEqualTo(Bound.exactly(6));
    assertThat(written(A, 3).times(Bound.NEVER).bound(A)).isEqualTo(Bound.NEVER);
  }

  @Test
  void aFactIsAsReliableAsItsWeakestSource() {
    Footprint declared = Footprint.of(new Item.Known(A), Mode.WRITE, Bound.ONCE, Source.DECLARED);
    assertThat(declared.and(written(A, 1)).accesses())
        .extracting(Access::source)
        .containsExactly(Source.DECLARED);
  }

  @Test
  void theShapeIsThatOfThePartOfWhichLeastIsKnown() {
    Footprint oneShot = written(A, 1).as(Shape.ONE_SHOT);
    assertThat(oneShot.and(written(B, 1).as(Shape.ONE_SHOT)).shape()).isEqualTo(Shape.ONE_SHOT);
    assertThat(oneShot.and(written(B, 1)).shape()).isEqualTo(Shape.KNOWN_KEYS);
    assertThat(oneShot.or(Footprint.UNKNOWN).shape()).isEqualTo(Shape.DYNAMIC);
    // The second event on an instance is refused.
    assertThat(oneShot.and(oneShot).shape()).isEqualTo(Shape.KNOWN_KEYS);
    assertThat(built(oneShot, oneShot).shape()).isEqualTo(Shape.KNOWN_KEYS);
    assertThatThrownBy(() -> Footprint.UNKNOWN.as(Shape.KNOWN_KEYS))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void saysWhatItKnows() {
    Access told =
        new Access(new Item.Told("Account", "from"), Mode.WRITE, Bound.ONCE, Source.SYNC_TREE);
    assertThat(told).hasToString("Account[from] written once (derived from the sync tree)");
    assertThat(Footprint.UNKNOWN)
        .hasToString("dynamic [any actor written any number of times (unknown)]");
    assertThat(List.of(Bound.NEVER, Bound.atMost(1), Bound.exactly(2), new Bound(1, 3)))
        .extracting(Bound::toString)
        .containsExactly("never", "at most once", "twice", "1 to 3 times");
    assertThat(new Bound(2, Bound.INFINITY)).hasToString("at least twice");
  }

  @Test
  void boundsDoNotOverflow() {
    Bound huge = Bound.exactly(Bound.INFINITY - 1);
    assertThat(huge.plus(huge)).isEqualTo(new Bound(Bound.INFINITY - 1, Bound.INFINITY));
    assertThat(huge.times(huge).most()).isEqualTo(Bound.INFINITY);
    assertThat(Bound.UNKNOWN.minusOne()).isEqualTo(Bound.UNKNOWN);
    assertThatThrownBy(Bound.NEVER::minusOne).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> new Bound(2, 1)).isInstanceOf(IllegalArgumentException.class);
  }
}
