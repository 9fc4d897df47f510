package tutti.sql;

import java.util.ArrayList;
import java.util.List;
import tutti.model.actor.Accesses;
import tutti.model.actor.Actor;
import tutti.model.actor.ActorAccess;
import tutti.model.actor.Query;
import tutti.model.relation.RelationDefinition;
import tutti.model.relation.store.KeyRange;

/** A query that counts the rows in each of an actor's relations, in their order. */
@Accesses.Only({})
public record RowCounts() implements Query<Actor, List<Long>> {
  /** The query's name among an actor type's procedures. */
  public static final String NAME = "#rows";

  @Override
  public List<Long> run(Actor actor) {
    List<Long> counts = new ArrayList<>();
    for (RelationDefinition<?, ?> relation : ActorAccess.relations(actor)) {
      long[] count = new long[1];
      ActorAccess.rows(actor)
          .scan(
              relation.number(),
              0,
              KeyRange.ALL,
              false,
              row -> {
                count[0]++;
                return true;
              });
      counts.add(count[0]);
    }
    return counts;
  }
}
