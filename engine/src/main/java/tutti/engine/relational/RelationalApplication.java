package tutti.engine.relational;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.engine.storage.rows.ActorRows;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.ValueCodec;
import tutti.model.actor.Actor;
import tutti.model.actor.ApplicationEvolution;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.RelationalType;
import tutti.model.schema.ApplicationSchema;

/**
 * An application of relational actors, perhaps beside declarative ones: one application to the
 * engine. Its source is its schema: rows that an older one wrote are read as rows of today, since
 * the older one's classes are gone. Thread-safe, immutable.
 */
public final class RelationalApplication implements Application {
  private final JavaApplication java;
  private final @Nullable Application declarative;
  private final Map<String, ActorType> types = new LinkedHashMap<>();
  private final ValueCodec codec;
  private final byte[] source;
  private final List<String> obstacles;

  /**
   * @param declarative the types beside it; null if there are none
   * @throws IllegalArgumentException if both have a type of one name
   */
  public RelationalApplication(JavaApplication java, @Nullable Application declarative) {
    this(java, declarative, java.schema());
  }

  /**
   * @param written the schema that the data was written under
   */
  private RelationalApplication(
      JavaApplication java, @Nullable Application declarative, ApplicationSchema written) {
    this.java = java;
    this.declarative = declarative;
    if (declarative != null) {
      declarative.types().forEach(type -> types.put(type.name(), type));
    }
    ApplicationEvolution evolution = java.evolveFrom(written);
    // Records have numbers of types: first those that there were, in their order.
    List<RelationalType> ordered = new ArrayList<>();
    written.types().forEach(type -> add(java.type(evolution.type(type.name())), ordered));
    java.types().forEach(type -> add(type, ordered));
    for (RelationalType type : ordered) {
      if (types.put(type.name(), new RelationalActorType(type)) != null) {
        throw new IllegalArgumentException(
            "there is a specification "
                + type.name()
                + ", and an actor type of the same name: rename one of them");
      }
    }
    this.obstacles = evolution.obstacles();
    this.codec =
        new RelationalCodec(java, declarative == null ? null : declarative.codec(), evolution);
    Encoder out = new Encoder().putBoolean(declarative != null);
    if (declarative != null) {
      out.putBytes(declarative.source());
    }
    this.source = out.putBytes(written.encode()).toByteArray();
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

  /** The type of that class. */
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

  @Override
  public ValueCodec codec() {
    return codec;
  }

  @Override
  public byte[] source() {
    return source.clone();
  }

  /** Today's classes, reading what was written under an older schema. */
  @Override
  public Application reload(byte[] older) {
    Decoder in = new Decoder(older);
    Application before = null;
    if (in.getBoolean()) {
      byte[] specifications = in.getBytes();
      before = declarative == null ? null : declarative.reload(specifications);
    }
    return new RelationalApplication(java, before, ApplicationSchema.decode(in.getBytes()));
  }

  @Override
  public Evolution evolveFrom(Application older) {
    RelationalApplication before = (RelationalApplication) older;
    List<String> all = new ArrayList<>(before.obstacles);
    Application now = declarative;
    if (now == null || before.declarative == null) {
      return new Evolution(all, (actor, state) -> state);
    }
    Evolution specified = now.evolveFrom(before.declarative);
    all.addAll(specified.obstacles());
    return new Evolution(
        all,
        (actor, state) ->
            isRelational(state) ? state : specified.conversion().convert(actor, state));
  }

  private static boolean isRelational(ActorState state) {
    return state.size() == 1 && state.field(0) instanceof ActorRows;
  }
}
