package consumer.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.embedded.RefusedException;
import tutti.embedded.Tutti;
import tutti.model.actor.InvalidApplication;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Promise;
import tutti.model.actor.Ref;

/** Rows on disk, and what they are asked. */
class LedgerTest {
  private static final String ANSWERS =
      """
      [5, 4]
      2
      2
      1
      2
      1
      false
      Optional[2]
      Optional.empty
      8
      true
      2
      2
      none
      false
      [4]
      orders: range of index (wallet, settled) [wallet = 7, settled = false]
        filter: value >= 4
        sort: value descending
        limit 10
      1
      true
      1
      Optional[2]
      2
      1
      [NL, UK]
      15
      Optional[3]
      Optional[1]
      Optional[5]
      7
      8
      {7=6, 8=9}
      {7=2, 8=3}
      {7=2, 8=1}
      {7=4, 8=5}
      [7, 8]
      WalletSettled[wallet=7, settled=false] 2 6
      7
      WalletSettled[wallet=8, settled=false] 2 6
      7
      [7, 8]
      [ada@example.org owes 4, ada@example.org owes 2]
      5 true true
      7
      {7=1}
      1
      Optional[left join on wallets.id = orders.wallet]\
      """;

  @TempDir private Path data;

  /** Asks another ledger by a reference. */
  public record Elsewhere(String key) implements Procedure<Ledger, String> {
    @Override
    public String run(Ledger ledger) {
      Ref<Ledger> other = ledger.actor(Ledger.class, key);
      Promise<String> answer = other.call(new Ledger.Ask());
      return other.id().key() + "\n" + answer.get();
    }
  }

  @Test
  void answersAllQuestions() throws Exception {
    JavaApplication application =
        JavaApplication.named("ledger")
            .actor("Ledger", Ledger::new)
            .procedures(Ledger.Fill.class, Ledger.Ask.class, Ledger.Tidy.class, Elsewhere.class)
            .build();
    try (Tutti tutti = Tutti.open(application, data)) {
      assertEquals(5, tutti.actor(Ledger.class, "main").call(new Ledger.Fill(5)));
    }
    try (Tutti tutti = Tutti.open(application, data)) {
      assertEquals("main\n" + ANSWERS, tutti.actor(Ledger.class, "x").call(new Elsewhere("main")));
      assertEquals(4L, tutti.actor(Ledger.class, "main").call(new Ledger.Tidy()));
      RefusedException refused =
          assertThrows(
              RefusedException.class,
              () -> tutti.actor(Ledger.class, "main").call(new Ledger.Fill(1)));
      assertEquals("duplicate-key", refused.code());
    }
  }

  @Test
  void namesTheMistakesOfAnApplication() {
    InvalidApplication wrong =
        assertThrows(
            InvalidApplication.class,
            () -> JavaApplication.named("wrong").procedures(Ledger.Fill.class).build());
    assertEquals(2, wrong.mistakes().size());
  }
}
