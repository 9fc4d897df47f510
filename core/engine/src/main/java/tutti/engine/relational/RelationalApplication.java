package tutti.engine.relational;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.engine.storage.rows.ActorRows;
import tutti.model.Action;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.ValueCodec;
import tutti.model.actor.Actor;
import tutti.model.actor.ApplicationEvolution;
import tutti.model.actor.BesideActors;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.ProcedureFinder;
import tutti.model.actor.RelationalType;
import tutti.model.schema.ApplicationSchema;
import tutti.model.schema.ProcedureSchema;

/**
 * An application of relational actors, perhaps beside declarative ones: one application to the
 * engine. Its source is its schema: rows that an older one wrote are read as rows of today, since
 * the older one's classes are gone. Thread-safe, immutable.
 */
public final class RelationalApplication implements Application {
  /** Begins every source: other applications' begin otherwise. */
  private static final String MAGIC = "tutti-java-1";

  private final JavaApplication java;
  private final @Nullable Application declarative;
  private final Map<String, ActorType> types = new LinkedHashMap<>();
  private final ValueCodec codec;
  private final RowFormat rows;
  private final byte[] source;
  private final List<String> obstacles = new ArrayList<>();

  /**
   * @param declarative the types beside it; null if there are none
   * @throws IllegalArgumentException if both have a type of one name
   */
  public RelationalApplication(JavaApplication java, @Nullable Application declarative) {
    this(java, declarative, java.schema(), source(java.schema(), declarative));
    if (!obstacles.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", obstacles));
    }
  }

  /**
   * @param written the schema that the data was written under
   * @param source the text that names it
   */
  private RelationalApplication(
      JavaApplication java,
      @Nullable Application declarative,
      ApplicationSchema written,
      byte[] source) {
    this.java = java;
    this.source = source;
    ApplicationEvolution evolution = java.evolveFrom(written);
    obstacles.addAll(evolution.obstacles());
    // Records have numbers of types: first those that there were, in their order.
    List<RelationalType> ordered = new ArrayList<>();
    written.types().forEach(type -> add(java.type(evolution.type(type.name())), ordered));
    java.types().forEach(type -> add(type, ordered));
    Map<String, RelationalActorType> relational = new LinkedHashMap<>();
    ordered.forEach(type -> relational.put(type.name(), new RelationalActorType(java, type)));
    this.declarative =
        declarative instanceof BesideActors beside
            ? beside.beside(
                (type, procedure) -> find(relational.get(evolution.type(type)), procedure))
            : declarative;
    if (this.declarative != null) {
      this.declarative.types().forEach(type -> types.put(type.name(), type));
    }
    for (RelationalActorType type : relational.values()) {
      if (types.put(type.name(), type) != null) {
        obstacles.add(
            "there is a specification "
                + type.name()
                + ", and an actor type of the same name: rename one of them");
      }
    }
    this.rows = new RowFormat(java, written, evolution);
    ValueCodec others = declarative == null ? null : declarative.codec();
    boolean older = !written.equals(java.schema());
    this.codec = new RelationalCodec(java, others, evolution, rows, older);
  }

  private static ProcedureFinder.@Nullable Found find(
      @Nullable RelationalActorType type, ProcedureSchema wanted) {
    Action action = type == null ? null : type.action(wanted.name());
    return action instanceof ProcedureAction known
            && known.procedure().schema().parameters().equals(wanted.parameters())
            && known.procedure().query() == wanted.query()
        ? new ProcedureFinder.Found(known, known.procedure())
        : null;
  }

  private static byte[] source(ApplicationSchema schema, @Nullable Application declarative) {
    Encoder out = new Encoder().putString(MAGIC).putBoolean(declarative != null);
    if (declarative != null) {
      out.putBytes(declarative.source());
    }
    return out.putBytes(schema.encode()).toByteArray();
  }

  /**
   * The actor types with relations of the application that has this source; empty if it has none.
   */
  public static List<String> typesOf(byte[] source) {
    return isSource(source)
        ? read(source).schema.types().stream().map(ApplicationSchema.TypeSchema::name).toList()
        : List.of();
  }

  private static boolean isSource(byte[] bytes) {
    byte[] begin = new Encoder().putString(MAGIC).toByteArray();
    return bytes.length > begin.length
        && Arrays.equals(bytes, 0, begin.length, begin, 0, begin.length);
  }

  /**
   * The content of a source.
   *
   * @param specifications the source of the declarative part, or null if there was none
   */
  private record Read(byte @Nullable [] specifications, ApplicationSchema schema) {}

  private static Read read(byte[] source) {
    Decoder in = new Decoder(source);
    in.getString();
    byte[] specifications = in.getBoolean() ? in.getBytes() : null;
    return new Read(specifications, ApplicationSchema.decode(in.getBytes()));
  }

  private static void add(@Nullable RelationalType type, List<RelationalType> ordered) {
    if (type != null && !ordered.contains(type)) {
      ordered.add(type);
    }
  }

  /** The relational part, as its author made it. */
  public JavaApplication java() {
    return java;
  }

  /** The declarative part, or null. */
  public @Nullable Application declarative() {
    return declarative;
  }

  /** Returns the type of actors of a class; null if the application has none. */
  public @Nullable RelationalActorType type(Class<? extends Actor> actor) {
    RelationalType type = java.type(actor);
    return type == null ? null : (RelationalActorType) types.get(type.name());
  }

  @Override
  public List<ActorType> types() {
    return new ArrayList<>(types.values());
  }

  @Override
  public @Nullable ActorType type(String name) {
    return types.get(name);
  }

  /**
   * Returns the defaults for procedures: optimistic control. A control for declarative actors would
   * lock a whole actor, so that only one procedure at a time could run at the actor.
   */
  @Override
  public Map<String, String> usually() {
    return Map.of("concurrency-control", "optimistic");
  }

  @Override
  public List<String> readsOfCaller() {
    return declarative == null ? List.of() : declarative.readsOfCaller();
  }

  @Override
  public ValueCodec codec() {
    return codec;
  }

  @Override
  public byte[] source() {
    return source.clone();
  }

  /** Returns the format of single rows. */
  public RowFormat rows() {
    return rows;
  }

  /**
   * Returns the application with today's classes, which read data that was written under an older
   * schema; or, for data from before there were actors with relations, the specifications that
   * wrote it.
   */
  @Override
  public Application reload(byte[] older) {
    if (!isSource(older) && declarative != null) {
      return declarative.reload(older);
    }
    Read read = isSource(older) ? read(older) : new Read(older, new ApplicationSchema(List.of()));
    Application before =
        read.specifications == null || declarative == null
            ? null
            : declarative.reload(read.specifications);
    RelationalApplication reloaded =
        new RelationalApplication(java, before, read.schema, older.clone());
    if (read.specifications != null && declarative == null) {
      reloaded.obstacles.add(
          "the specifications are gone, but instances of them may exist: keep them beside the"
              + " actors in Java");
    }
    return reloaded;
  }

  @Override
  public Evolution evolveFrom(Application older) {
    Application before = older;
    List<String> all = new ArrayList<>();
    if (older instanceof RelationalApplication relational) {
      before = relational.declarative;
      all.addAll(relational.obstacles);
    }
    if (declarative == null || before == null) {
      return new Evolution(all, (actor, state) -> state, this::check);
    }
    Evolution specified = declarative.evolveFrom(before);
    all.addAll(specified.obstacles());
    return new Evolution(
        all,
        (actor, state) ->
            isRelational(state) ? state : specified.conversion().convert(actor, state),
        (actor, state) ->
            isRelational(state) ? check(actor, state) : specified.check().obstacles(actor, state));
  }

  private static boolean isRelational(ActorState state) {
    return state.size() == 1 && state.field(0) instanceof ActorRows;
  }

  private List<String> check(ActorId actor, ActorState state) {
    return UniqueIndexes.obstacles(actor, ActorRows.of(state));
  }
}
