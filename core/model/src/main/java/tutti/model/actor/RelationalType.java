package tutti.model.actor;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.model.relation.RelationDefinition;

/**
 * A type of actor with relations and procedures, checked. Thread-safe, immutable.
 *
 * @param name as URLs and deployments write it
 * @param supplier makes objects of the actor's class, to be bound by {@link ActorAccess}
 * @param relations by their number
 * @param procedures by name
 */
public record RelationalType(
    String name,
    Class<? extends Actor> actorClass,
    Supplier<? extends Actor> supplier,
    List<RelationDefinition<?, ?>> relations,
    List<ProcedureType> procedures) {

  /** Returns the procedure with this name; null if there is none. */
  public @Nullable ProcedureType procedure(String procedure) {
    for (ProcedureType each : procedures) {
      if (each.name().equals(procedure)) {
        return each;
      }
    }
    return null;
  }

  /** Returns the relation with this name; null if there is none. */
  public @Nullable RelationDefinition<?, ?> relation(String relation) {
    for (RelationDefinition<?, ?> each : relations) {
      if (each.name().equals(relation)) {
        return each;
      }
    }
    return null;
  }

  /** Returns this type with one more procedure. */
  RelationalType with(ProcedureType procedure) {
    List<ProcedureType> more = new ArrayList<>(procedures);
    more.add(procedure);
    return new RelationalType(name, actorClass, supplier, relations, List.copyOf(more));
  }

  @Override
  public String toString() {
    return name;
  }
}
