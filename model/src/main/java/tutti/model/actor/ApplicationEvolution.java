package tutti.model.actor;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.model.Decoder;
import tutti.model.codec.SchemaEvolution;
import tutti.model.codec.TypeCodec;
import tutti.model.codec.TypeEvolution;
import tutti.model.relation.Relation;
import tutti.model.relation.RelationDefinition;
import tutti.model.schema.ApplicationSchema;
import tutti.model.schema.ApplicationSchema.TypeSchema;
import tutti.model.schema.Formerly;
import tutti.model.schema.ProcedureSchema;
import tutti.model.schema.RelationSchema;
import tutti.model.schema.ValueType;

/**
 * The way in which this version of an application reads data that an older version has written.
 * Every type, relation and component of the older version must still exist, under its name or with
 * its old name in {@link Formerly}; new ones may be added. Indexes may change freely: they are
 * built anew.
 */
public final class ApplicationEvolution {
  private final List<String> obstacles = new ArrayList<>();
  private final Map<String, List<Step>> steps = new HashMap<>();
  private final Map<String, String> types = new HashMap<>();
  private final Map<String, Map<String, Result>> results = new HashMap<>();

  /**
   * The relation that takes the rows of an older relation.
   *
   * @param type the name of the actor type today
   * @param relation the relation's number today
   * @param reader reads a row that was written under the older schema
   */
  public record Step(String type, int relation, Function<Decoder, ? extends Record> reader) {}

  /**
   * The result of an older version's procedure. A result that cannot be read any more is no
   * obstacle: it is needed only for clients that repeat a request.
   *
   * @param was the result's type then, or null if the procedure returned nothing
   * @param reader reads the result as the procedure's result of today; null if the procedure has
   *     none, or has one of another kind
   */
  public record Result(@Nullable ValueType was, @Nullable Function<Decoder, Object> reader) {}

  ApplicationEvolution(ApplicationSchema older, JavaApplication today) {
    for (TypeSchema was : older.types()) {
      RelationalType type = find(was.name(), older, today);
      if (type == null) {
        obstacles.add(
            ("actor type %s is gone, but actors of it may exist: keep it, or say at"
                    + " its class what it was called, with @Formerly(\"%s\")")
                .formatted(was.name(), was.name()));
      } else {
        types.put(was.name(), type.name());
        steps.put(was.name(), relations(was, type));
        results.put(was.name(), results(was, type));
      }
    }
  }

  /**
   * The reasons why the older data cannot be read, each with the place and a remedy; empty if the
   * data can be read.
   */
  public List<String> obstacles() {
    return List.copyOf(obstacles);
  }

  /**
   * The relation that takes the rows of an older relation. Called only if there are no obstacles.
   *
   * @param type the name that the actor type had
   * @param relation the number that the relation had
   */
  public Step step(String type, int relation) {
    List<Step> ofType = steps.get(type);
    if (!obstacles.isEmpty() || ofType == null) {
      throw new IllegalArgumentException(
          ofType == null ? type + " is no known actor type" : String.join("; ", obstacles));
    }
    return ofType.get(relation);
  }

  /**
   * The way to read an older procedure's results; null if there was no such procedure.
   *
   * @param type the name that the actor type had
   * @param procedure the name that the procedure had
   */
  public @Nullable Result result(String type, String procedure) {
    return results.getOrDefault(type, Map.of()).get(procedure);
  }

  private static Map<String, Result> results(TypeSchema was, RelationalType type) {
    Map<String, Result> results = new HashMap<>();
    for (ProcedureSchema procedure : was.procedures()) {
      ProcedureType today = type.procedure(procedure.name());
      ValueType returned = procedure.result();
      TypeCodec<Object> codec = today == null ? null : today.result();
      String place = type.name() + "." + procedure.name();
      results.put(
          procedure.name(),
          new Result(
              returned, returned == null || codec == null ? null : reader(returned, codec, place)));
    }
    return results;
  }

  private static @Nullable Function<Decoder, Object> reader(
      ValueType was, TypeCodec<Object> today, String place) {
    return was.equals(today.type())
        ? today::decode
        : TypeEvolution.reader(was, today, place, new ArrayList<>());
  }

  /**
   * The name that an actor type has today.
   *
   * @param type the name that the type had
   */
  public String type(String type) {
    return types.getOrDefault(type, type);
  }

  /** The number of relations that an actor type had. */
  public int relations(String type) {
    return steps.getOrDefault(type, List.of()).size();
  }

  private static @Nullable RelationalType find(
      String name, ApplicationSchema older, JavaApplication today) {
    for (RelationalType type : today.types()) {
      boolean isNew = older.types().stream().noneMatch(was -> was.name().equals(type.name()));
      if (isNew && names(type.actorClass().getAnnotation(Formerly.class)).contains(name)) {
        return type;
      }
    }
    return today.type(name);
  }

  private static List<String> names(@Nullable Formerly formerly) {
    return formerly == null ? List.of() : List.of(formerly.value());
  }

  private List<Step> relations(TypeSchema was, RelationalType type) {
    Map<RelationDefinition<?, ?>, List<String>> formerly = formerNames(type);
    List<Step> found = new ArrayList<>();
    for (RelationSchema relation : was.relations()) {
      RelationDefinition<?, ?> today = type.relation(relation.name());
      for (RelationDefinition<?, ?> each : type.relations()) {
        boolean isNew =
            was.relations().stream().noneMatch(other -> other.name().equals(each.name()));
        if (isNew && formerly.getOrDefault(each, List.of()).contains(relation.name())) {
          today = each;
        }
      }
      if (today == null) {
        obstacles.add(
            ("%s: relation %s is gone, but actors may have rows in it: keep it, even"
                    + " if no procedure uses it, or say at its field what it was called, with"
                    + " @Formerly(\"%s\")")
                .formatted(type.name(), relation.name(), relation.name()));
      } else {
        found.add(step(type, relation, today));
      }
    }
    return found;
  }

  /** The former names of the relations, from the annotations at the fields that hold them. */
  private static Map<RelationDefinition<?, ?>, List<String>> formerNames(RelationalType type) {
    Map<RelationDefinition<?, ?>, List<String>> names = new HashMap<>();
    Actor actor = type.supplier().get();
    for (Class<?> each = actor.getClass(); each != Actor.class; each = each.getSuperclass()) {
      for (Field field : each.getDeclaredFields()) {
        Formerly formerly = field.getAnnotation(Formerly.class);
        if (formerly != null && field.getType() == Relation.class) {
          try {
            field.setAccessible(true);
            names.put(((Relation<?, ?>) field.get(actor)).definition(), names(formerly));
          } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot read " + field, e);
          }
        }
      }
    }
    return names;
  }

  private Step step(RelationalType type, RelationSchema was, RelationDefinition<?, ?> today) {
    String place = type.name() + "." + today.name();
    @Nullable String[] former = SchemaEvolution.formerNames(was.rows(), today.codec());
    List<String> key = Arrays.stream(today.key().positions()).mapToObj(i -> former[i]).toList();
    if (!key.equals(was.key())) {
      obstacles.add(
          ("%s: its primary key was (%s) and is now (%s), but rows are stored under"
                  + " their keys: keep the key, or make a new relation")
              .formatted(place, String.join(", ", was.key()), today.key()));
    }
    SchemaEvolution<?> rows = SchemaEvolution.of(was.rows(), today.codec(), place);
    obstacles.addAll(rows.obstacles());
    Function<Decoder, ? extends Record> reader =
        was.rows().equals(today.codec().schema()) ? today.codec()::decode : rows.reader();
    return new Step(type.name(), today.number(), reader);
  }
}
