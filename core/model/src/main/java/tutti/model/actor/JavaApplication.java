package tutti.model.actor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.model.bytecode.CodeFindings;
import tutti.model.bytecode.ProcedureAnalysis;
import tutti.model.bytecode.Program;
import tutti.model.footprint.Footprint;
import tutti.model.footprint.FootprintBuilder;
import tutti.model.outside.OutsideService;
import tutti.model.relation.RelationDefinition;
import tutti.model.schema.ApplicationSchema;
import tutti.model.schema.ApplicationSchema.TypeSchema;
import tutti.model.schema.RelationSchema;

/**
 * An application of relational actors, checked, with all that an engine needs to run it.
 * Thread-safe, immutable.
 *
 * <pre>{@code
 * JavaApplication exchange =
 *     JavaApplication.named("exchange")
 *         .actor("Exchange", Exchange::new)
 *         .actor("Provider", Provider::new)
 *         .procedures(AuthPay.class, CalcRisk.class, AddEntry.class)
 *         .build();
 * }</pre>
 */
public final class JavaApplication {
  private final String name;
  private final Map<String, RelationalType> types = new LinkedHashMap<>();
  private final Map<Class<?>, RelationalType> byClass = new LinkedHashMap<>();
  private final Map<Class<?>, ProcedureType> procedures = new LinkedHashMap<>();
  private final Map<Class<?>, DeclaredFootprint> footprints = new LinkedHashMap<>();
  private final List<OutsideService> outside;
  private final ProcedureAnalysis analysis;

  /**
   * @param mistakes gets those in declared footprints
   */
  private JavaApplication(
      String name,
      List<RelationalType> types,
      List<OutsideService> outside,
      List<String> mistakes) {
    this.name = name;
    this.outside = List.copyOf(outside);
    for (RelationalType type : types) {
      this.types.put(type.name(), type);
      byClass.put(type.actorClass(), type);
      type.procedures().forEach(procedure -> procedures.put(procedure.record(), procedure));
    }
    procedures.forEach(
        (record, procedure) ->
            footprints.put(
                record,
                DeclaredFootprint.of(procedure, byClass, () -> findings(procedure), mistakes)));
    this.analysis = new ProcedureAnalysis(program());
  }

  private Program program() {
    Map<String, Class<?>> actors = new LinkedHashMap<>();
    Map<Class<?>, List<String>> owners = new LinkedHashMap<>();
    for (RelationalType type : types.values()) {
      actors.put(type.name(), type.actorClass());
      for (ProcedureType procedure : type.procedures()) {
        owners.computeIfAbsent(procedure.record(), _ -> new ArrayList<>()).add(type.name());
      }
    }
    Map<Class<?>, Program.Body> bodies = new LinkedHashMap<>();
    owners.forEach(
        (record, names) -> bodies.put(record, footprint(record).body(List.copyOf(names))));
    return new Program(actors, bodies);
  }

  /**
   * The findings about a procedure, from its bytecode: whether it is pure, and why its calls have
   * no bound if they have none.
   *
   * @throws IllegalArgumentException if the application does not have the procedure
   */
  public CodeFindings findings(ProcedureType procedure) {
    return analysis.of(procedure.record());
  }

  /**
   * Whether a procedure declares its calls by {@link Accesses}.
   *
   * @throws IllegalArgumentException if the application does not have the procedure
   */
  public boolean declares(ProcedureType procedure) {
    return footprint(procedure.record()).isDeclared();
  }

  /** Begins an application. */
  public static Builder named(String name) {
    return new Builder(name);
  }

  /** The application's name, for people and logs. */
  public String name() {
    return name;
  }

  /** The actor types, in the order in which they were named. */
  public List<RelationalType> types() {
    return List.copyOf(types.values());
  }

  /** Returns the actor type with this name; null if there is none. */
  public @Nullable RelationalType type(String type) {
    return types.get(type);
  }

  /** Returns the actor type of this class; null if there is none. */
  public @Nullable RelationalType type(Class<? extends Actor> actor) {
    return byClass.get(actor);
  }

  /** The services on which procedures do irrevocable operations, in the order of their naming. */
  public List<OutsideService> outside() {
    return outside;
  }

  /** Returns the procedure of this record; null if there is none. */
  public @Nullable ProcedureType procedure(Class<?> record) {
    return procedures.get(record);
  }

  /**
   * Returns this application with one more query, which every actor type has: for tools that ask
   * for data that no procedure returns.
   *
   * @param query the name; begins with {@code #}, so that it is no procedure's name
   * @throws IllegalArgumentException if the record cannot be a query
   */
  public JavaApplication withQuery(String query, Class<? extends Query<Actor, ?>> record) {
    if (!query.startsWith("#")) {
      throw new IllegalArgumentException("the name " + query + " could be a procedure's");
    }
    ProcedureType more = ApplicationChecker.query(query, record);
    return new JavaApplication(
        name,
        types.values().stream().map(type -> type.with(more)).toList(),
        outside,
        new ArrayList<>());
  }

  /**
   * Returns the footprint of a call, as its procedure declares it by {@link Accesses}, or else as
   * it follows from its bytecode: the actors that are called, including the target.
   *
   * @throws IllegalArgumentException if the application does not have the procedure
   */
  public Footprint footprint(ActorId target, Procedure<?, ?> call) {
    FootprintBuilder into = new FootprintBuilder();
    footprint(target, call, into);
    return into.build();
  }

  /**
   * Adds the footprint of a call to that of its request.
   *
   * @throws IllegalArgumentException if the application does not have the procedure
   */
  public void footprint(ActorId target, Procedure<?, ?> call, FootprintBuilder into) {
    footprint(call.getClass()).of(target, (Record) call, into);
  }

  /**
   * The footprint of all calls of a procedure, whose items are the names of its components.
   *
   * @throws IllegalArgumentException if the application does not have the procedure
   */
  public Footprint footprint(RelationalType type, ProcedureType procedure) {
    return footprint(procedure.record()).told(type.name());
  }

  private DeclaredFootprint footprint(Class<?> record) {
    DeclaredFootprint footprint = footprints.get(record);
    if (footprint == null) {
      throw new IllegalArgumentException(record.getSimpleName() + " is no procedure of " + name);
    }
    return footprint;
  }

  /** The schema of the application's data. */
  public ApplicationSchema schema() {
    return new ApplicationSchema(
        types.values().stream()
            .map(
                type ->
                    new TypeSchema(
                        type.name(),
                        type.relations().stream()
                            .<RelationSchema>map(RelationDefinition::schema)
                            .toList(),
                        type.procedures().stream().map(ProcedureType::schema).toList()))
            .toList());
  }

  /** Tells whether this application can read data that was written under {@code older}, and how. */
  public ApplicationEvolution evolveFrom(ApplicationSchema older) {
    return new ApplicationEvolution(older, this);
  }

  /** Collects the parts of an application. Not thread-safe. */
  public static final class Builder {
    private final String name;
    private final List<ActorChecker.Named> actors = new ArrayList<>();
    private final List<Class<?>> procedures = new ArrayList<>();
    private final List<OutsideService> outside = new ArrayList<>();

    private Builder(String name) {
      this.name = name;
    }

    /**
     * Adds an actor type.
     *
     * @param type the name that URLs and stored data use
     * @param supplier the constructor of the actor's class, as in {@code Provider::new}
     */
    public Builder actor(String type, Supplier<? extends Actor> supplier) {
      actors.add(new ActorChecker.Named(type, supplier));
      return this;
    }

    /** Adds procedures: records that implement {@link Procedure} of an actor type named here. */
    @SafeVarargs
    @SuppressWarnings("varargs") // The classes are only read.
    public final Builder procedures(Class<? extends Procedure<?, ?>>... records) {
      procedures.addAll(List.of(records));
      return this;
    }

    /** Adds services on which procedures do irrevocable operations, one of each class. */
    public Builder outside(OutsideService... services) {
      outside.addAll(List.of(services));
      return this;
    }

    /**
     * Checks all parts, and makes the application of them.
     *
     * @throws InvalidApplication with all mistakes, each with its place and a remedy
     */
    public JavaApplication build() {
      ApplicationChecker checker = new ApplicationChecker();
      List<RelationalType> types = checker.check(name, actors, procedures);
      checker.services(outside);
      if (!checker.mistakes().isEmpty()) {
        throw new InvalidApplication(name, checker.mistakes());
      }
      List<String> mistakes = new ArrayList<>();
      JavaApplication application = new JavaApplication(name, types, outside, mistakes);
      if (!mistakes.isEmpty()) {
        throw new InvalidApplication(name, mistakes);
      }
      types.forEach(type -> ActorShape.of(type.actorClass()).seal());
      return application;
    }
  }
}
