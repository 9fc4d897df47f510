package consumer.shop;

import java.math.BigDecimal;
import tutti.model.actor.Actor;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Index;
import tutti.model.relation.Relation;

/** A shop: what it has in stock, and what was ordered. */
public final class Shop extends Actor {
  public record Article(String name, BigDecimal price, int stock) {}

  public record Sale(long number, String customer, String article, int count, BigDecimal amount) {}

  public final Relation<String, Article> articles =
      relation("articles", Article.class, Article::name);
  public final Relation<Long, Sale> sales = relation("sales", Sale.class, Sale::number);
  public final Index<String, Sale> byCustomer = sales.index(Sale::customer);

  /** Puts articles on the shelf; gives how many there are then. */
  public record Stock(String name, BigDecimal price, int count)
      implements Procedure<Shop, Integer> {
    @Override
    public Integer run(Shop shop) {
      int before = shop.articles.find(name).map(Article::stock).orElse(0);
      shop.articles.upsert(new Article(name, price, before + count));
      return before + count;
    }
  }

  /** Sells articles to a customer, who pays for them in the same transaction. */
  public record Order(String customer, String article, int count)
      implements Procedure<Shop, BigDecimal> {
    @Override
    public BigDecimal run(Shop shop) {
      Article sold = shop.articles.get(article);
      if (sold.stock() < count) {
        throw shop.abort("out-of-stock", "there are " + sold.stock() + " of " + article);
      }
      BigDecimal amount = sold.price().multiply(BigDecimal.valueOf(count));
      // Runs beside this one; if it aborts, nothing of all this happens.
      shop.actor(Customer.class, customer).call(new Customer.Pay(amount));
      shop.articles.update(article, it -> new Article(it.name(), it.price(), it.stock() - count));
      long number = shop.sales.scan().descending().first().map(Sale::number).orElse(0L) + 1;
      shop.sales.insert(new Sale(number, customer, article, count, amount));
      return amount;
    }
  }

  /** What was sold, in money. */
  public record Revenue() implements Query<Shop, BigDecimal> {
    @Override
    public BigDecimal run(Shop shop) {
      return shop.sales.select().sum(Sale::amount);
    }
  }
}
