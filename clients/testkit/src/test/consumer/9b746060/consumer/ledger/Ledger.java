package consumer.ledger;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Index;
import tutti.model.relation.Relation;
import tutti.model.relation.UniqueIndex;
import tutti.model.schema.Default;
import tutti.model.schema.Formerly;

/** Orders and wallets: rows of many kinds, with keys, indexes and a history of their names. */
@Formerly("Book")
public final class Ledger extends Actor {
  public enum Kind {
    CARD,
    @Formerly("CHEQUE")
    PAPER
  }

  public record Order(
      long id,
      long wallet,
      BigDecimal value,
      boolean settled,
      Instant at,
      Optional<String> note,
      @Default("CARD") Kind kind) {}

  public record Wallet(long id, @Formerly("post") String mail, @Default("UK") String country) {}

  public record WalletSettled(long wallet, boolean settled) {}

  @Formerly("payments")
  public final Relation<Long, Order> orders = relation("orders", Order.class, Order::id);

  public final Index<WalletSettled, Order> byWallet = orders.index(WalletSettled.class);
  public final Relation<Long, Wallet> wallets = relation("wallets", Wallet.class, Wallet::id);
  public final UniqueIndex<String, Wallet> byMail = wallets.uniqueIndex(Wallet::mail);

  /** Makes wallets and orders. */
  public record Fill(int orders) implements Procedure<Ledger, Integer> {
    @Override
    public Integer run(Ledger ledger) {
      ledger.wallets.insert(new Wallet(7, "ada@example.org", "UK"));
      ledger.wallets.upsert(new Wallet(8, "eve@example.org", "NL"));
      for (long id = 1; id <= orders; id++) {
        ledger.orders.insert(
            new Order(
                id,
                7 + id % 2,
                BigDecimal.valueOf(id),
                id % 3 == 0,
                ledger.now(),
                Optional.empty(),
                Kind.CARD));
      }
      return orders;
    }
  }

  /** The answers of all kinds of questions, as text. */
  public record Ask() implements Query<Ledger, String> {
    @Override
    public String run(Ledger ledger) {
      return Questions.answers(ledger);
    }
  }

  /** Changes and removes rows. */
  public record Tidy() implements Procedure<Ledger, Long> {
    @Override
    public Long run(Ledger ledger) {
      Wallet ada = ledger.wallets.get(7L);
      ledger.wallets.update(new Wallet(ada.id(), ada.mail(), "NL"));
      ledger.orders.update(
          3L,
          it -> new Order(it.id(), it.wallet(), it.value(), true, it.at(), it.note(), Kind.PAPER));
      ledger.orders.delete(1L);
      if (!ledger.orders.deleteIfPresent(1L) && !ledger.orders.contains(1L)) {
        return ledger.orders.select().count();
      }
      throw ledger.abort("not-deleted");
    }
  }

  public static JavaApplication application() {
    return JavaApplication.named("ledger")
        .actor("Ledger", Ledger::new)
        .procedures(Fill.class, Ask.class, Tidy.class)
        .build();
  }
}
