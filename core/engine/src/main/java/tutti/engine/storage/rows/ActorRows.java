package tutti.engine.storage.rows;

import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorState;
import tutti.model.relation.RelationDefinition;

/**
 * The rows of one relational actor: a table for each relation, made when it is first needed. This
 * object is the only field of such an actor's {@link ActorState}, and is never replaced.
 * Thread-safe.
 */
public final class ActorRows {
  private final String type;
  private final List<RelationDefinition<?, ?>> relations;
  private final AtomicReferenceArray<@Nullable RowTable<?>> tables;
  private long lastTid;
  private RowAccess access = RowAccess.WHOLE;

  /**
   * @param type the name of the actor's type
   * @param relations the relations of that type, by their number
   */
  public ActorRows(String type, List<RelationDefinition<?, ?>> relations) {
    this.type = type;
    this.relations = relations;
    this.tables = new AtomicReferenceArray<>(relations.size());
  }

  /** The rows of an actor in this state. */
  public static ActorRows of(ActorState state) {
    if (state.field(0) instanceof ActorRows rows) {
      return rows;
    }
    throw new IllegalArgumentException("not the state of an actor with relations: " + state);
  }

  /** Sets how the rows of a state are found, if it has any; called before the state is used. */
  public static void use(ActorState state, RowAccess access) {
    if (!access.equals(RowAccess.WHOLE)
        && state.size() == 1
        && state.field(0) instanceof ActorRows rows) {
      rows.use(access);
    }
  }

  private void use(RowAccess other) {
    access = other;
    for (int i = 0; i < tables.length(); i++) {
      RowTable<?> known = tables.get(i);
      if (known != null) {
        known.use(other);
      }
    }
  }

  /** The name of the actor's type. */
  public String type() {
    return type;
  }

  public List<RelationDefinition<?, ?>> relations() {
    return relations;
  }

  /** The rows of one relation, by its number. */
  public RowTable<?> table(int relation) {
    RowTable<?> known = tables.get(relation);
    if (known != null) {
      return known;
    }
    RowTable<?> made = new RowTable<>(relations.get(relation));
    made.use(access);
    RowTable<?> first = tables.compareAndExchange(relation, null, made);
    return first == null ? made : first;
  }

  /**
   * Returns the rows of one relation, or null if they have never been asked for: then there are
   * none.
   */
  public @Nullable RowTable<?> known(int relation) {
    return tables.get(relation);
  }

  /** Makes changes immediately: for a caller that keeps all others from this actor. */
  public void apply(RowChanges changes) {
    for (RowChanges.Change change : changes.list()) {
      apply(change, nextTid());
    }
  }

  /**
   * Returns a number greater than all before: for a caller that keeps all others from this actor.
   */
  public long nextTid() {
    lastTid++;
    return Tid.of((int) (lastTid >>> 29), (int) (lastTid & (1 << 29) - 1));
  }

  /**
   * Makes one change immediately: for a caller that keeps others from this row.
   *
   * @param tid greater than that of the row that was there
   */
  public void apply(RowChanges.Change change, long tid) {
    apply(table(change.relation()), change, tid);
  }

  @SuppressWarnings("unchecked") // the relation's own rows
  private static <R extends Record> void apply(
      RowTable<R> table, RowChanges.Change change, long tid) {
    table.apply(change.key(), (R) change.after(), tid);
  }

  @Override
  public String toString() {
    return "rows of " + relations;
  }
}
