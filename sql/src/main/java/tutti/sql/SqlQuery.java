package tutti.sql;

import tutti.model.Abort;
import tutti.model.actor.Actor;
import tutti.model.actor.ActorAccess;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Query;

/**
 * A question to one actor's relations, as text. It is a query like those that an application's
 * author wrote: a transaction of its own, or a part of one.
 *
 * @param explain whether to say how, instead of doing it
 */
public record SqlQuery(String sql, boolean explain) implements Query<Actor, SqlAnswer> {
  /** The name that it has among an actor type's procedures. */
  public static final String NAME = "#query";

  /** The code of what it aborts with if it cannot be understood. */
  public static final String BAD = "bad-sql";

  /** The application with this query, and {@link RowCounts}, at every actor type. */
  public static JavaApplication in(JavaApplication application) {
    return application.withQuery(NAME, SqlQuery.class).withQuery(RowCounts.NAME, RowCounts.class);
  }

  @Override
  public SqlAnswer run(Actor actor) {
    try {
      SqlSelect select = SqlSelect.read(sql, ActorAccess.relations(actor));
      return select.answer(ActorAccess.rows(actor), explain);
    } catch (BadSql bad) {
      throw new Abort(BAD, String.valueOf(bad.getMessage()));
    }
  }
}
