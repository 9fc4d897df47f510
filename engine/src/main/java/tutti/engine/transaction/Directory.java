package tutti.engine.transaction;

import java.util.List;
import tutti.engine.container.Container;
import tutti.engine.container.Placements;
import tutti.model.ActorId;
import tutti.model.ActorType;
import tutti.model.Application;

/** Where every actor of a node lives, and what it is. Immutable. */
public final class Directory {
  private final Application application;
  private final Placements placements;
  private final List<Container> containers;

  public Directory(Application application, Placements placements, List<Container> containers) {
    this.application = application;
    this.placements = placements;
    this.containers = List.copyOf(containers);
  }

  public Container containerOf(ActorId actor) {
    return containers.get(placements.containerOf(actor));
  }

  /**
   * The type of an actor.
   *
   * @throws IllegalArgumentException if the application has no such type
   */
  public ActorType typeOf(ActorId actor) {
    ActorType type = application.type(actor.type());
    if (type == null) {
      throw new IllegalArgumentException("the application has no actor type " + actor.type());
    }
    return type;
  }

  public List<Container> containers() {
    return containers;
  }

  public Application application() {
    return application;
  }
}
