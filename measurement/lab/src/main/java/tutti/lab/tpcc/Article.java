package tutti.lab.tpcc;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tutti.lab.tpcc.Results.Supplied;
import tutti.lab.tpcc.Tables.ItemRow;
import tutti.lab.tpcc.Tables.StockRow;
import tutti.model.actor.Actor;
import tutti.model.actor.Internal;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;

/** The stock of an item at one warehouse, with a copy of the item. */
public final class Article extends Actor {
  static final String TYPE = "Article";

  public final Relation<Integer, ItemRow> item = relation("item", ItemRow.class, ItemRow::id);
  public final Relation<Integer, StockRow> stock =
      relation("stock", StockRow.class, StockRow::item);

  /** The rows of an article. */
  public record Both(ItemRow item, StockRow stock) {}

  /** The stock that was ordered, for each line, and the item. */
  public record Sold(ItemRow item, List<Supplied> supplied) {}

  static String key(int warehouse, int item) {
    return Depot.key(warehouse) + "/i" + Integer.toString(1_000_000 + item).substring(1);
  }

  /**
   * The lines of a new order that have this item from this warehouse.
   *
   * @param remote whether the order is another warehouse's
   */
  @Internal
  public record Sell(int district, List<Integer> quantities, boolean remote)
      implements Procedure<Article, Sold> {
    @Override
    public Sold run(Article article) {
      Optional<ItemRow> item = article.item.scan().limit(1).first();
      if (item.isEmpty()) {
        throw article.abort(Warehouse.INVALID_ITEM, "Item number is not valid");
      }
      StockRow row = article.stock.get(item.get().id());
      List<Supplied> supplied = new ArrayList<>(quantities.size());
      for (int quantity : quantities) {
        row = row.ordered(quantity, remote);
        supplied.add(Supplied.of(row, district));
      }
      article.stock.update(row);
      return new Sold(item.get(), supplied);
    }
  }

  /** The quantity that is left. */
  public record Left() implements Query<Article, Integer> {
    @Override
    public Integer run(Article article) {
      return article.stock.scan().limit(1).first().map(StockRow::quantity).orElse(0);
    }
  }

  /** The rows. */
  public record Everything() implements Query<Article, Both> {
    @Override
    public Both run(Article article) {
      ItemRow item = article.item.scan().list().getFirst();
      return new Both(item, article.stock.get(item.id()));
    }
  }

  /** The first rows. */
  public record Load(ItemRow row, StockRow stock) implements Procedure<Article, @Nullable Void> {
    @Override
    @SuppressWarnings("NullAway") // a Void is null
    public @Nullable Void run(Article article) {
      if (!article.item.contains(row.id())) {
        article.item.insert(row);
        article.stock.insert(stock);
      }
      return null;
    }
  }
}
