package tutti.sql;

import tutti.model.Abort;
import tutti.model.actor.Accesses;
import tutti.model.actor.Actor;
import tutti.model.actor.ActorAccess;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Query;

/**
 * A query on one actor's relations, as text. The query runs like the queries of an application's
 * author: as a transaction of its own, or as a part of one. It declares that it calls no actor,
 * since finding that out from the bytecode of this library would take seconds.
 *
 * @param explain whether to return the plan instead of the rows, even without EXPLAIN in the text
 */
@Accesses.Only({})
public record SqlQuery(String sql, boolean explain) implements Query<Actor, SqlAnswer> {
  /** The query's name among an actor type's procedures. */
  public static final String NAME = "#query";

  /** The code of the abort if the text is no supported query. */
  public static final String BAD = "bad-sql";

  /** Returns the application with this query, and {@link RowCounts}, at every actor type. */
  public static JavaApplication in(JavaApplication application) {
    return application.withQuery(NAME, SqlQuery.class).withQuery(RowCounts.NAME, RowCounts.class);
  }

  @Override
  public SqlAnswer run(Actor actor) {
    try {
      SqlSelect select = SqlSelect.read(sql, ActorAccess.relations(actor));
      return select.answer(ActorAccess.rows(actor), explain || SqlSelect.explains(sql));
    } catch (BadSql bad) {
      throw new Abort(BAD, String.valueOf(bad.getMessage()));
    }
  }
}
