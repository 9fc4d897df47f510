package tutti.model.actor;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tutti.model.relation.Index;
import tutti.model.relation.Relation;
import tutti.model.relation.RelationDefinition;
import tutti.model.relation.UniqueIndex;

/** Checks one actor type: its class, its fields, its relations. */
final class ActorChecker {
  private static final Pattern RELATION = Pattern.compile("[a-zA-Z][A-Za-z0-9_]*");

  /** An actor type as the application names it. */
  record Named(String name, Supplier<? extends Actor> supplier) {}

  /** An actor type whose class, fields and relations have been checked. */
  record Checked(
      String name,
      Class<? extends Actor> type,
      Supplier<? extends Actor> supplier,
      List<RelationDefinition<?, ?>> relations) {}

  private ActorChecker() {}

  /** Checks an actor type; null if no object of its class can be made. */
  static @Nullable Checked check(Named actor, List<String> mistakes) {
    Actor first;
    Actor second;
    try {
      first = actor.supplier().get();
      second = actor.supplier().get();
    } catch (RuntimeException e) {
      mistakes.add(actor.name() + ": its constructor fails: " + e.getMessage());
      return null;
    }
    if (first == null || second == null || first == second) {
      mistakes.add(
          actor.name() + ": its supplier must make a new object each time, as Name::new does");
      return null;
    }
    fields(actor.name(), first.getClass(), mistakes);
    List<RelationDefinition<?, ?>> relations = first.shape().relations();
    relations(actor.name(), relations, mistakes);
    return new Checked(actor.name(), first.getClass(), actor.supplier(), relations);
  }

  private static void fields(String name, Class<?> type, List<String> mistakes) {
    for (Class<?> each = type; each != Actor.class && each != null; each = each.getSuperclass()) {
      for (Field field : each.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
          field(name, field, mistakes);
        }
      }
    }
  }

  private static void field(String name, Field field, List<String> mistakes) {
    Class<?> type = field.getType();
    boolean kept = type == Relation.class || type == Index.class || type == UniqueIndex.class;
    if (!kept) {
      mistakes.add(
          ("%s: the field %s would be forgotten with the transaction: keep it in a"
                  + " relation, or make it static if it is a constant")
              .formatted(name, field.getName()));
    } else if (!Modifier.isFinal(field.getModifiers())) {
      mistakes.add(name + ": the field " + field.getName() + " can be changed: make it final");
    }
  }

  private static void relations(
      String name, List<RelationDefinition<?, ?>> relations, List<String> mistakes) {
    Set<String> names = new HashSet<>();
    for (RelationDefinition<?, ?> relation : relations) {
      if (!RELATION.matcher(relation.name()).matches()) {
        mistakes.add(
            ("%s: the relation's name \"%s\" cannot stand in a URL or a query: begin"
                    + " it with a letter, and go on with letters, digits and _")
                .formatted(name, relation.name()));
      }
      if (!names.add(relation.name())) {
        mistakes.add(name + ": two relations are called " + relation.name() + ": rename one");
      }
      relation
          .mistakes()
          .forEach(mistake -> mistakes.add(name + "." + relation.name() + ": " + mistake));
    }
  }
}
