package tutti.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.deployment.ControlKinds;
import tutti.engine.deployment.FreePorts;
import tutti.model.testing.Await;
import tutti.shop.CardShop;
import tutti.shop.CardShop.Buy;
import tutti.shop.CardShop.BuyFor;
import tutti.shop.CardShop.Cards;
import tutti.shop.CardShop.Customer;
import tutti.shop.CardShop.Note;
import tutti.shop.CardShop.Ordered;

/** Irrevocable operations of procedures and of blocks, in a node of this process. */
class IrrevocableEmbeddedTest {

  @TempDir private Path folder;
  private final Cards cards = new Cards();

  /** A deployment, by the control or the commit protocol and the number of nodes. */
  record Deployed(String control, String commit, int nodes) {
    @Override
    public String toString() {
      return control + ", " + commit + ", " + nodes + " nodes";
    }
  }

  static Stream<Deployed> deployments() {
    return Stream.concat(
        ControlKinds.all().stream()
            .flatMap(
                control ->
                    Stream.of(1, 3).map(n -> new Deployed(control.longName(), "two-phase", n))),
        Stream.of(
                "two-phase-presumed-commit", "two-phase-presumed-nothing", "two-phase-acknowledged")
            .map(commit -> new Deployed("optimistic", commit, 3)));
  }

  private Tutti open(Deployed deployed) throws IOException {
    TuttiBuilder builder =
        Tutti.builder()
            .application(CardShop.application(cards))
            .set("concurrency-control", deployed.control())
            .set("assume.delay-bound", "10s");
    if (deployed.nodes() > 1) {
      builder.deployment(nodes(deployed.nodes())).set("commit", deployed.commit());
    }
    return builder.openInMemory();
  }

  private Path nodes(int count) throws IOException {
    return Files.writeString(
        folder.resolve("nodes.conf"), "tutti { " + FreePorts.nodes(count) + " }\n");
  }

  private static final List<String> FRIENDS = IntStream.range(0, 5).mapToObj(i -> "f" + i).toList();

  private static String buy(Tutti shop, String order, String how) {
    return shop.actor(Customer.class, "ann").call(new Buy(order, FRIENDS, how));
  }

  private void assertHappened(Tutti shop, String order, boolean happened) {
    assertThat(cards.charges().getOrDefault(order, 0)).as(order).isEqualTo(happened ? 1 : 0);
    for (String each : List.of("ann", FRIENDS.getFirst(), FRIENDS.getLast())) {
      assertThat(shop.actor(Customer.class, each).call(new Ordered(order)))
          .as(order + " at " + each)
          .isEqualTo(happened);
    }
  }

  @ParameterizedTest
  @MethodSource("deployments")
  void happenOnceAndWithTheirTransaction(Deployed deployed) throws IOException {
    try (Tutti shop = open(deployed)) {
      assertThat(buy(shop, "o1", "done")).isEqualTo("o1");
      assertHappened(shop, "o1", true);

      assertThatThrownBy(() -> buy(shop, "o2", "refused"))
          .isInstanceOfSatisfying(
              RefusedException.class,
              refused -> {
                assertThat(refused.code()).isEqualTo("irrevocable-failed");
                assertThat(refused).hasMessageContaining("the card of o2 is blocked");
              });
      assertHappened(shop, "o2", false);

      assertThat(buy(shop, "o3", "unclear")).isEqualTo("o3");
      assertHappened(shop, "o3", true);

      assertThatThrownBy(() -> buy(shop, "o4", "unanswered"))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("has not happened");
      assertHappened(shop, "o4", false);

      assertThatThrownBy(() -> buy(shop, "o5", "abort")).isInstanceOf(RefusedException.class);
      assertHappened(shop, "o5", false);
    }
  }

  @ParameterizedTest
  @MethodSource("deployments")
  void happenWithTheBlockOfAProgram(Deployed deployed) throws IOException {
    try (Tutti shop = open(deployed)) {
      shop.transaction()
          .run(
              in -> {
                in.call(Customer.class, "ann", new Note("b1"));
                FRIENDS.forEach(friend -> in.call(Customer.class, friend, new Note("b1")));
                in.irrevocable("b1", service -> service.charge("b1", "done"), Cards.class);
                assertThat(cards.charges()).doesNotContainKey("b1");
                return 0;
              });
      assertHappened(shop, "b1", true);

      assertThatThrownBy(
              () ->
                  shop.transaction()
                      .run(
                          in -> {
                            in.irrevocable(
                                "b2", service -> service.charge("b2", "refused"), Cards.class);
                            return in.call(Customer.class, "ann", new Note("b2"));
                          }))
          .isInstanceOf(RefusedException.class);
      assertHappened(shop, "b2", false);
    }
  }

  @Test
  void areRefusedWhereTheyCannotBeKept() throws IOException {
    try (Tutti shop = open(new Deployed("optimistic", "two-phase", 1))) {
      assertThatThrownBy(() -> buy(shop, "t1", "twice")).hasMessageContaining("one irrevocable");
      assertHappened(shop, "t1", false);
      assertThatThrownBy(() -> shop.actor(Customer.class, "ann").call(new BuyFor("f1", "t2")))
          .isInstanceOfSatisfying(
              RefusedException.class,
              refused -> assertThat(refused.code()).isEqualTo("irrevocable-misplaced"));
      assertThatThrownBy(
              () ->
                  shop.transaction()
                      .run(in -> in.call(Customer.class, "ann", new Buy("t3", List.of(), "done"))))
          .isInstanceOf(RefusedException.class);
      assertThat(cards.charges()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"easy-commit", "three-phase", "paxos-commit"})
  void areRefusedUnderProtocolsInWhichOthersDecide(String commit) {
    assertThatThrownBy(() -> open(new Deployed("optimistic", commit, 3)))
        .hasMessageContaining("Customer.Buy")
        .hasMessageContaining("commit = " + commit)
        .hasMessageContaining("take commit = two-phase");
  }

  @Test
  void areRefusedWithoutALogUnlessLossIsAccepted() {
    assertThatThrownBy(
            () ->
                Tutti.builder()
                    .application(CardShop.application(cards))
                    .set("durability", "off")
                    .open())
        .hasMessageContaining("Customer.Buy")
        .hasMessageContaining("accept-loss");
  }

  @Test
  void stayInDoubtWhileTheCheckDoesNotKnow() throws Exception {
    cards.clueless(true);
    try (Tutti shop =
        Tutti.builder()
            .application(CardShop.application(cards))
            .data(folder.resolve("data"))
            .open()) {
      String order = doubtful(shop);
      cards.clueless(false);
      Await.that("the order is there", () -> ordered(shop, order));
      assertThat(cards.charges()).isEqualTo(Map.of(order, 1));
    }
  }

  /** Buys with more and more time, until there was enough to begin the operation. */
  private static String doubtful(Tutti shop) {
    for (int millis = 50; ; millis *= 2) {
      String order = "d" + millis;
      try {
        shop.within(Duration.ofMillis(millis))
            .actor(Customer.class, "ann")
            .call(new Buy(order, List.of(), "unclear"));
      } catch (AbortedException tooEarly) {
        continue;
      } catch (InDoubtException begun) {
        assertThat(begun).hasMessageContaining("irrevocable operation");
        return order;
      }
      throw new AssertionError(order + " has committed");
    }
  }

  /** The order holds its customer, while it is in doubt. */
  private static boolean ordered(Tutti shop, String order) {
    try {
      return shop.actor(Customer.class, "ann").call(new Ordered(order));
    } catch (AbortedException inDoubt) {
      return false;
    }
  }
}
