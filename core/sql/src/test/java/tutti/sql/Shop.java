package tutti.sql;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.relation.Index;
import tutti.model.relation.Relation;
import tutti.model.relation.UniqueIndex;

/** An actor to ask. */
public final class Shop extends Actor {
  public enum State {
    OPEN,
    PAID
  }

  public record Order(
      long id,
      long wallet,
      State state,
      BigDecimal value,
      int items,
      double rate,
      boolean gift,
      Instant at,
      Optional<String> note,
      Optional<Integer> stars,
      List<String> tags) {}

  public record WalletState(long wallet, State state) {}

  public record Wallet(long id, String owner, String country) {}

  public record Country(String code, String name) {}

  public final Relation<Long, Order> orders = relation("orders", Order.class, Order::id);
  public final Index<WalletState, Order> byWallet = orders.index(WalletState.class);
  public final Relation<Long, Wallet> wallets = relation("wallets", Wallet.class, Wallet::id);
  public final UniqueIndex<String, Wallet> byOwner = wallets.uniqueIndex(Wallet::owner);
  public final Relation<String, Country> countries =
      relation("countries", Country.class, Country::code);

  static final JavaApplication APPLICATION =
      SqlQuery.in(
          JavaApplication.named("shop")
              .actor("Shop", Shop::new)
              .procedures(Fill.class, FillMore.class)
              .build());

  /** Writes many rows, each with a long note. */
  public record FillMore(int orders, int noteLength) implements Procedure<Shop, Void> {
    @Override
    public Void run(Shop shop) {
      String note = "n".repeat(noteLength);
      for (int id = 100; id < 100 + orders; id++) {
        Fill.order(shop, id, 7, State.OPEN, "1", Optional.of(note), Optional.empty());
      }
      return null;
    }
  }

  /** Writes the rows that tests ask for. */
  public record Fill() implements Procedure<Shop, Void> {
    @Override
    public Void run(Shop shop) {
      order(shop, 1, 7, State.OPEN, "10", Optional.of("fragile"), Optional.of(3));
      order(shop, 2, 7, State.PAID, "20.5", Optional.empty(), Optional.of(5));
      order(shop, 3, 8, State.OPEN, "5.00", Optional.of("free"), Optional.empty());
      order(shop, 4, 9, State.PAID, "30", Optional.empty(), Optional.of(1));
      order(shop, 5, 7, State.OPEN, "5", Optional.of("x"), Optional.empty());
      shop.wallets.insert(new Wallet(7, "ada", "UK"));
      shop.wallets.insert(new Wallet(8, "bob", "NL"));
      shop.wallets.insert(new Wallet(6, "eve", "XX"));
      shop.countries.insert(new Country("UK", "Kingdom"));
      shop.countries.insert(new Country("NL", "Netherlands"));
      return null;
    }

    private static void order(
        Shop shop,
        long id,
        long wallet,
        State state,
        String value,
        Optional<String> note,
        Optional<Integer> stars) {
      shop.orders.insert(
          new Order(
              id,
              wallet,
              state,
              new BigDecimal(value),
              (int) id,
              0.5 * id,
              id == 3,
              Instant.parse("2026-01-01T00:00:00Z").plus(Duration.ofDays(id - 1)),
              note,
              stars,
              List.of("t" + id)));
    }
  }
}
