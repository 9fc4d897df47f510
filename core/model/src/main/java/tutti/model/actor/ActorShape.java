package tutti.model.actor;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.model.relation.Component;
import tutti.model.relation.RelationDefinition;

/**
 * The relations of an actor class, in the order of their definition. The first object of a class
 * defines them, later objects find these definitions, so that making an object costs no reflection.
 */
final class ActorShape {
  private static final ClassValue<ActorShape> SHAPES =
      new ClassValue<>() {
        @Override
        protected ActorShape computeValue(Class<?> type) {
          return new ActorShape(type.getSimpleName());
        }
      };

  private final String name;
  private volatile List<RelationDefinition<?, ?>> relations = List.of();
  private volatile boolean sealed;

  private ActorShape(String name) {
    this.name = name;
  }

  static ActorShape of(Class<? extends Actor> type) {
    return SHAPES.get(type);
  }

  String name() {
    return name;
  }

  List<RelationDefinition<?, ?>> relations() {
    return relations;
  }

  /** Seals the shape: a relation that is defined afterwards is a mistake. */
  void seal() {
    sealed = true;
    relations.forEach(RelationDefinition::seal);
  }

  /** Defines, or finds again, a relation whose primary key is one component. */
  @SuppressWarnings("unchecked") // the same call of the same class
  <K, R extends Record> RelationDefinition<K, R> relation(
      int number, String relation, Class<R> rows, Component<R, K> key) {
    RelationDefinition<?, ?> known = known(number, relation, rows);
    return (RelationDefinition<K, R>)
        (known != null
            ? known
            : define(
                number, relation, () -> new RelationDefinition<>(number, relation, rows, key)));
  }

  /** Defines, or finds again, a relation whose primary key is several components. */
  @SuppressWarnings("unchecked") // the same call of the same class
  <K extends Record, R extends Record> RelationDefinition<K, R> relation(
      int number, String relation, Class<R> rows, Class<K> key) {
    RelationDefinition<?, ?> known = known(number, relation, rows);
    return (RelationDefinition<K, R>)
        (known != null
            ? known
            : define(number, relation, () -> RelationDefinition.of(number, relation, rows, key)));
  }

  /** The relation that another object has defined at this place; null if none has yet. */
  private @Nullable RelationDefinition<?, ?> known(int number, String relation, Class<?> rows) {
    List<RelationDefinition<?, ?>> all = relations;
    if (number >= all.size()) {
      return null;
    }
    RelationDefinition<?, ?> definition = all.get(number);
    if (!definition.name().equals(relation) || definition.record() != rows) {
      throw new IllegalStateException(
          ("%s defines relation %s where it defined %s before: define relations in"
                  + " field initializers, without conditions")
              .formatted(name, relation, definition));
    }
    return definition;
  }

  private synchronized RelationDefinition<?, ?> define(
      int number, String relation, Supplier<RelationDefinition<?, ?>> maker) {
    if (number < relations.size()) {
      return relations.get(number);
    }
    if (sealed) {
      throw new IllegalStateException(
          ("%s defines relation %s, which it did not have when it was registered:"
                  + " define relations in field initializers, without conditions")
              .formatted(name, relation));
    }
    List<RelationDefinition<?, ?>> more = new ArrayList<>(relations);
    RelationDefinition<?, ?> definition = maker.get();
    more.add(definition);
    relations = List.copyOf(more);
    return definition;
  }
}
