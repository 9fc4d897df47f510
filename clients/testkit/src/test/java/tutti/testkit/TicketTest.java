package tutti.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tutti.embedded.AbortedException;
import tutti.embedded.Client;
import tutti.embedded.InstanceHandle;
import tutti.embedded.RefusedException;

/** Rules about time, without waiting for it: a ticket is used on its day. */
class TicketTest {
  private static final Path SPECIFICATIONS = Path.of("src/test/resources/ticketing");
  private static final Instant BEFORE = Instant.parse("2027-04-30T20:15:00Z");
  private static final Duration DAY = Duration.ofDays(1);
  private static final Map<String, String> MAY = Map.of("day", "2027-05-01");

  @RegisterExtension
  static final TuttiExtension tutti = TuttiExtension.of(SPECIFICATIONS).at(BEFORE);

  @RegisterExtension
  static final TuttiExtension three = TuttiExtension.of(SPECIFICATIONS).at(BEFORE).nodes(3);

  @RegisterExtension
  final TuttiExtension forgetful =
      TuttiExtension.of(SPECIFICATIONS)
          .deployment("tutti { idempotency.keep = 1h, concurrency-control = no-wait }");

  private static void isUsedOnItsDay(TuttiExtension node) {
    InstanceHandle ticket = node.instance("Ticket", "t1");
    ticket.call("buy", MAY);
    assertThatThrownBy(() -> ticket.call("use", Map.of()))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("now.date = 2027-04-30, this.day = 2027-05-01");
    node.advance(DAY);
    ticket.call("use", Map.of());
    assertThat(ticket.read().orElseThrow().fields())
        .containsEntry("usedAt", "2027-05-01T20:15:00Z");
  }

  @Test
  void aTicketIsUsedOnItsDay() {
    isUsedOnItsDay(tutti);
  }

  @Test
  void andNotLater() {
    InstanceHandle ticket = tutti.instance("Ticket", "t1");
    ticket.call("buy", MAY);
    tutti.advance(DAY.multipliedBy(2));
    assertThatThrownBy(() -> ticket.call("use", Map.of())).isInstanceOf(RefusedException.class);
  }

  @Test
  void allNodesHaveTheTime() {
    isUsedOnItsDay(three);
  }

  @Test
  void timeGoesAhead() {
    assertThatThrownBy(() -> tutti.advance(Duration.ofNanos(-1)))
        .hasMessageContaining("time goes ahead");
    assertThatThrownBy(() -> tutti.advance(Duration.ofDays(40_000)))
        .hasMessageContaining("a hundred years at most");
  }

  @Test
  void theNodeForgetsAKeyInTime() {
    Client once = forgetful.tutti().once("k");
    Map<String, String> far = Map.of("day", "2100-01-01");
    once.instance("Ticket", "t1").call("buy", far);
    assertThatThrownBy(() -> once.instance("Ticket", "t2").call("buy", far))
        .isInstanceOfSatisfying(
            AbortedException.class,
            reused -> assertThat(reused.code()).isEqualTo("idempotency-key-reused"));
    forgetful.advance(Duration.ofHours(2));
    // The next key lets those go that are too old.
    forgetful.tutti().once("l").instance("Ticket", "t3").call("buy", far);
    once.instance("Ticket", "t2").call("buy", far);
  }

  private static void buyAndUse(SimulatedTutti client, RandomGenerator random) {
    for (int i = 0; i < 3; i++) {
      InstanceHandle ticket = client.instance("Ticket", "t" + random.nextInt(4));
      try {
        if (random.nextBoolean()) {
          ticket.call("buy", MAY);
        } else {
          ticket.call("use", Map.of());
        }
      } catch (RefusedException refused) {
        assertThat(refused.code()).isIn("precondition", "no-such-instance", "state");
      }
      client.advance(Duration.ofHours(random.nextInt(12)));
    }
  }

  @Test
  void isSimulatedAtItsTime() {
    Simulation.of(SPECIFICATIONS)
        .at(BEFORE)
        .nodes(2)
        .clients(3, TicketTest::buyAndUse)
        .atTheEnd("the clock is ahead", client -> assertThat(client.now()).isAfterOrEqualTo(BEFORE))
        .crashes(1)
        .serially()
        .run(4);
  }

  @Test
  void beginsAtATimeThatClocksCanCount() {
    for (Instant at : List.of(Instant.MIN, Instant.MAX, Instant.parse("1899-12-31T23:59:59Z"))) {
      assertThatThrownBy(() -> TuttiExtension.of(Path.of("ticketing")).at(at))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("between the years 1900 and 2200");
    }
  }
}
