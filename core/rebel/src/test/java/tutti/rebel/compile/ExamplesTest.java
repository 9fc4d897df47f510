package tutti.rebel.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import tutti.rebel.value.Iban;

/** The examples of this repository run, and have the same source from wherever they are read. */
class ExamplesTest {
  private static final Path EXAMPLES = Path.of("..", "..", "examples");
  private static final String A = Iban.of("NL", "TUTT0000000001").text();
  private static final String B = Iban.of("NL", "TUTT0000000002").text();

  @Test
  void theBankMovesMoney() {
    World world = World.of(EXAMPLES.resolve("bank"));
    world.must("Customer", "1", "register", "Ada");
    world.must("Customer", "1", "openAccount", A, "EUR 100.00");
    world.must("Account", B, "open", "EUR 0.00");
    world.must("Transfer", "1", "book", "EUR 30.00", A, B);
    world.must("Account", B, "interest", "1%");
    assertThat(world.field("Account", A, "balance")).isEqualTo("EUR 70.00");
    assertThat(world.field("Account", B, "balance")).isEqualTo("EUR 30.30");
    assertThat(world.field("Transfer", "1", "due")).isEqualTo("2026-03-31");
    World.Refused poor = world.run("Transfer", "2", "book", "EUR 70.01", A, B);
    assertThat(poor).isNotNull();
    assertThat(poor.actor().key()).isEqualTo(A);
    assertThat(poor.refusal().documentation()).isEqualTo("The balance must cover the withdrawal.");
    World.Refused stays = world.run("Customer", "1", "leave");
    assertThat(stays).isNotNull();
    world.must("Account", A, "withdraw", "EUR 70.00");
    world.must("Account", A, "close");
    world.must("Customer", "1", "leave");
  }

  @Test
  void aPlannedTransferWaitsForItsDay() {
    World world = World.of(EXAMPLES.resolve("bank"));
    world.must("Account", A, "open", "EUR 100.00");
    world.must("Account", B, "open", "EUR 0.00");
    world.must("Transfer", "1", "plan", "EUR 30.00", A, B, "2026-04-01");
    World.Refused early = world.run("Transfer", "1", "execute");
    assertThat(early).isNotNull();
    assertThat(early.refusal().values())
        .containsEntry("this.due", "2026-04-01")
        .containsEntry("now.date", "2026-03-31");
    world.now = world.now.plusSeconds(86_400);
    world.must("Transfer", "1", "execute");
    assertThat(world.field("Account", B, "balance")).isEqualTo("EUR 30.00");
  }

  @Test
  void theShopReservesAndInvoicesTogether() {
    World world = World.of(EXAMPLES.resolve("shop"));
    world.must("Article", "tea", "list", "EUR 4.50", 10L);
    world.must("Customer", "7", "register", "Ada", "EUR 20.00");
    world.must("Order", "1", "place", 7L, "tea", 4L);
    assertThat(world.field("Article", "tea", "free")).isEqualTo(6L);
    assertThat(world.field("Customer", "7", "credit")).isEqualTo("EUR 2.00");
    World.Refused poor = world.run("Order", "2", "place", 7L, "tea", 1L);
    assertThat(poor).isNotNull();
    assertThat(poor.actor().toString()).isEqualTo("Customer[7]");
    assertThat(world.field("Article", "tea", "free")).isEqualTo(6L);
    world.must("Order", "1", "cancel");
    assertThat(world.field("Article", "tea", "free")).isEqualTo(10L);
    assertThat(world.field("Customer", "7", "credit")).isEqualTo("EUR 20.00");
  }

  @Test
  void theSourceIsTheSameFromWhereverItIsRead() {
    Path bank = EXAMPLES.resolve("bank");
    byte[] source = World.of(bank).application().source();
    assertThat(World.of(bank.toAbsolutePath()).application().source()).isEqualTo(source);
    assertThat(RebelApplication.restore(source).source()).isEqualTo(source);
  }
}
