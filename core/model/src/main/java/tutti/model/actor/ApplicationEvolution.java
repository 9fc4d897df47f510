package tutti.model.actor;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.model.Decoder;
import tutti.model.codec.Renames;
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
 * its old name in {@link Formerly}, or be named in {@link tutti.model.schema.Dropped}; new ones may
 * be added. Indexes may change freely: they are built anew.
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
   * @param relation the relation's number today; -1 if it is dropped
   * @param values reads the components of a row that was written under the older schema, as today's
   *     constructor takes them; of a dropped relation it passes over the row
   */
  public record Step(String type, int relation, Function<Decoder, Object[]> values) {
    /** Whether rows of the older relation are dropped. */
    public boolean dropped() {
      return relation < 0;
    }
  }

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
    Map<String, List<String>> names = new LinkedHashMap<>();
    for (RelationalType type : today.types()) {
      names.put(type.name(), Renames.names(type.actorClass().getAnnotation(Formerly.class)));
    }
    List<String> before = older.types().stream().map(TypeSchema::name).toList();
    types.putAll(
        new Renames("the application", "actor type", before, names, Set.of(), false)
            .find(
                older.equals(today.schema()),
                name ->
                    "actor type "
                        + name
                        + " is gone, but actors of it may exist: keep it, or say at its class what it"
                        + " was called, with @Formerly(\""
                        + name
                        + "\")",
                obstacles));
    for (TypeSchema was : older.types()) {
      String now = types.get(was.name());
      RelationalType type = now == null ? null : today.type(now);
      if (type != null) {
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

  private List<Step> relations(TypeSchema was, RelationalType type) {
    Map<String, List<String>> names = new LinkedHashMap<>();
    Map<RelationDefinition<?, ?>, List<String>> formerly = formerNames(type);
    for (RelationDefinition<?, ?> each : type.relations()) {
      names.put(each.name(), formerly.getOrDefault(each, List.of()));
    }
    List<String> before = was.relations().stream().map(RelationSchema::name).toList();
    List<String> now = type.relations().stream().map(RelationDefinition::name).toList();
    Map<String, String> successors =
        new Renames(
                type.name(), "relation", before, names, Renames.dropped(type.actorClass()), false)
            .find(
                before.equals(now),
                name ->
                    type.name()
                        + ": relation "
                        + name
                        + " is gone, but actors may have rows in it: keep it, even if no procedure"
                        + " uses it, or say at its field what it was called, with @Formerly(\""
                        + name
                        + "\"), or, if the rows may go, @Dropped(\""
                        + name
                        + "\") at the class "
                        + type.actorClass().getSimpleName(),
                obstacles);
    List<Step> found = new ArrayList<>();
    for (RelationSchema relation : was.relations()) {
      String name = successors.get(relation.name());
      RelationDefinition<?, ?> today = name == null ? null : type.relation(name);
      found.add(today == null ? dropped(type, relation) : step(type, relation, today));
    }
    return found;
  }

  private static Step dropped(RelationalType type, RelationSchema was) {
    List<Consumer<Decoder>> parts =
        was.rows().columns().stream().map(each -> TypeEvolution.dropper(each.type())).toList();
    return new Step(
        type.name(),
        -1,
        in -> {
          parts.forEach(part -> part.accept(in));
          return new Object[0];
        });
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
            names.put(((Relation<?, ?>) field.get(actor)).definition(), Renames.names(formerly));
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
    requireDistinctKeys(was, today, former, place);
    Function<Decoder, Object[]> values =
        was.rows().equals(today.codec().schema()) ? today.codec()::decodeValues : rows.values();
    return new Step(type.name(), today.number(), values);
  }

  /** Refuses to merge several constants of a key into one, since several rows would become one. */
  private void requireDistinctKeys(
      RelationSchema was, RelationDefinition<?, ?> today, @Nullable String[] former, String place) {
    for (int position : today.key().positions()) {
      String name = former[position];
      int column = name == null ? -1 : was.rows().position(name);
      if (column >= 0) {
        TypeEvolution.merged(
                was.rows().columns().get(column).type(), today.codec().column(position).codec())
            .forEach(
                merged ->
                    obstacles.add(
                        place
                            + ": the constants "
                            + merged
                            + " in the primary key, so rows that differ by them would become one:"
                            + " keep the constants, and change the rows first"));
      }
    }
  }
}
