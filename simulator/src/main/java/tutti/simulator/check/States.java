package tutti.simulator.check;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Application;

/** All actors at one moment. */
public final class States {
  /** One actor. */
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

  /** Notes an actor; false if it was noted before, and otherwise. */
  public boolean put(ActorId actor, ActorState state, long version) {
    Version now = new Version(state, version);
    Version before = actors.put(actor, now);
    return before == null || before.equals(now);
  }

  /** The actor as it is; blank, in version 0, if nothing has happened to it. */
  Version of(ActorId actor) {
    Version known = actors.get(actor);
    return known != null
        ? known
        : new Version(Objects.requireNonNull(application.type(actor.type())).blank(actor.key()), 0);
  }

  TreeMap<ActorId, Version> actors() {
    return actors;
  }

  /** States by actor, in the order of their names. */
  public Map<ActorId, ActorState> byActor() {
    Map<ActorId, ActorState> states = new LinkedHashMap<>();
    actors.forEach((actor, version) -> states.put(actor, version.state()));
    return states;
  }
}
