package tutti.simulator.check;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Application;
import tutti.model.Call;
import tutti.model.Surroundings;

/** The states of all actors at one moment. */
public final class States {
  /** The state and the version of one actor. */
  public record Version(ActorState state, long version) {
    @Override
    public String toString() {
      return "version " + version + ", " + state;
    }
  }

  private final Application application;
  private final TreeMap<ActorId, Version> actors;

  public States(Application application) {
    this(application, new TreeMap<>());
  }

  private States(Application application, TreeMap<ActorId, Version> actors) {
    this.application = application;
    this.actors = actors;
  }

  States copy() {
    return new States(application, new TreeMap<>(actors));
  }

  /** Notes an actor; false if it was noted before with another state or version. */
  public boolean put(ActorId actor, ActorState state, long version) {
    Version now = new Version(RowsImage.freeze(state), version);
    Version before = actors.put(actor, now);
    return before == null || before.equals(now);
  }

  /** Applies an action's effect. */
  public void happened(Call call, Surroundings around) {
    Call image = ImageAction.of(call);
    Version before = of(call.target());
    ActorState after = image.action().apply(before.state(), image.arguments(), around);
    actors.put(call.target(), new Version(after, before.version() + 1));
  }

  /** The actor as it is; blank, in version 0, if nothing has happened to it. */
  Version of(ActorId actor) {
    Version known = actors.get(actor);
    return known != null ? known : new Version(blank(actor), 0);
  }

  private ActorState blank(ActorId actor) {
    return RowsImage.freeze(
        Objects.requireNonNull(application.type(actor.type())).blank(actor.key()));
  }

  /** The states of some of the actors. */
  States only(Predicate<ActorId> which) {
    TreeMap<ActorId, Version> some = new TreeMap<>(actors);
    some.keySet().removeIf(which.negate());
    return new States(application, some);
  }

  Application application() {
    return application;
  }

  /** The number of effects that an actor has had; 0 if nothing has happened to it. */
  long version(ActorId actor) {
    Version known = actors.get(actor);
    return known == null ? 0 : known.version();
  }

  /** An actor's state, to be had in the form of any later version of the application. */
  Eras.Form form(Eras eras, ActorId actor) {
    Version known = actors.get(actor);
    return new Eras.Form(eras.of(application), known == null ? null : known.state());
  }

  /** The actors in the form of an era that is not before their own. */
  States in(Eras eras, int era) {
    States converted = new States(eras.application(era));
    actors.forEach(
        (actor, version) ->
            converted.put(actor, eras.in(era, actor, form(eras, actor)), version.version()));
    return converted;
  }

  TreeMap<ActorId, Version> actors() {
    return actors;
  }

  /** Returns all actors, in the order of their names. */
  public Map<ActorId, Version> all() {
    return Collections.unmodifiableMap(actors);
  }

  /** Returns the number of effects that each actor has had, in the order of their names. */
  public Map<ActorId, Long> versions() {
    Map<ActorId, Long> versions = new LinkedHashMap<>();
    actors.forEach((actor, version) -> versions.put(actor, version.version()));
    return versions;
  }

  /** States by actor, in the order of their names. */
  public Map<ActorId, ActorState> byActor() {
    Map<ActorId, ActorState> states = new LinkedHashMap<>();
    actors.forEach((actor, version) -> states.put(actor, version.state()));
    return states;
  }
}
