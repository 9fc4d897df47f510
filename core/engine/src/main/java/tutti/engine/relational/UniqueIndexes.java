package tutti.engine.relational;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.storage.index.Cursor;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.storage.rows.RowPlace;
import tutti.engine.storage.rows.RowTable;
import tutti.engine.storage.rows.RowView;
import tutti.model.ActorId;
import tutti.model.relation.RelationDefinition;
import tutti.model.relation.RowOrder;
import tutti.model.relation.store.KeyRange;
import tutti.model.text.ValueText;

/**
 * Looks for rows that share a key of a unique index: a new index holds for older rows, too. The
 * actor must not be changed meanwhile.
 */
final class UniqueIndexes {
  private UniqueIndexes() {}

  /** The first two rows of each index that cannot both be; empty if there are none. */
  static List<String> obstacles(ActorId actor, ActorRows rows) {
    List<String> obstacles = new ArrayList<>();
    for (RelationDefinition<?, ?> relation : rows.relations()) {
      RowTable<?> table = rows.known(relation.number());
      if (table != null) {
        check(actor, relation, table, obstacles);
      }
    }
    return obstacles;
  }

  private static <K, R extends Record> void check(
      ActorId actor, RelationDefinition<K, R> relation, RowTable<?> table, List<String> obstacles) {
    for (RowOrder<R> order : relation.orders()) {
      if (order.number() > 0 && order.unique()) {
        String twice = twice(relation, order, table);
        if (twice != null) {
          obstacles.add(
              actor
                  + ": "
                  + order
                  + " of "
                  + relation.name()
                  + " is broken by "
                  + twice
                  + ": start with the older version and change one of them, or make it an index"
                  + " that is not unique");
        }
      }
    }
  }

  @SuppressWarnings("unchecked") // rows of this relation
  private static <K, R extends Record> @Nullable String twice(
      RelationDefinition<K, R> relation, RowOrder<R> order, RowTable<?> table) {
    RowView view = new RowView();
    R before = null;
    Cursor<RowPlace> places = table.scan(order.number(), KeyRange.ALL, false, null);
    while (places.next()) {
      places.value().read(view);
      R row = (R) view.row();
      if (row == null) {
        continue;
      }
      if (before != null && order.key().of(before).equals(order.key().of(row))) {
        return "the rows of primary keys "
            + ValueText.of(relation.key().of(before))
            + " and "
            + ValueText.of(relation.key().of(row))
            + ", which both have "
            + ValueText.of(order.key().of(row));
      }
      before = row;
    }
    return null;
  }
}
