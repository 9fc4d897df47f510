package tutti.model.relation.store;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.relation.KeyShape;
import tutti.model.relation.RelationDefinition;

/**
 * The rows of one actor, as one transaction may see them, its own writes included. Engines
 * implement this interface; selections run over it. Used by one thread at a time.
 *
 * <p>Relations are numbered as their actor type defines them ({@link RelationDefinition#number}),
 * orders as {@link RelationDefinition#orders} has them: 0 is the primary key, the others are
 * indexes. Keys are canonical ({@code TypeCodec.canonical}) and of their {@link KeyShape}'s type.
 */
public interface RowSource {

  /** Returns the row with this primary key; null if there is none. */
  @Nullable Record get(int relation, Object key);

  /**
   * Announces that rows of these primary keys will soon be read, so that the source may prepare
   * them. The call is no read, and the rows need not exist.
   */
  default void expect(int relation, List<?> keys) {}

  /** Returns the row with this key in a unique index; null if there is none. */
  @Nullable Record find(int relation, int order, Object key);

  /**
   * Counts a step of a query that reads no row, such as one pair of a join. The source may end the
   * query by an exception: at the transaction's deadline, or after too many steps.
   */
  default void work() {}

  /**
   * Shows the rows of a range in an order, until the visitor wants no more. The shown rows and the
   * gaps between them are part of the transaction's reads, as far as the visitor went. A range
   * whose bounds contradict each other has no rows. The visitor does not write, but it may read: a
   * join looks rows up and scans while it is shown other rows.
   */
  void scan(int relation, int order, KeyRange range, boolean descending, RowVisitor visitor);
}
