package tutti.engine.transaction.request;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Timestamps;
import tutti.engine.container.Container;
import tutti.engine.container.Placements;
import tutti.model.ActorId;
import tutti.model.ActorType;
import tutti.model.Application;

/** The node, the container and the type of every actor, as one node sees them. Immutable. */
public final class Directory {
  private final Application application;
  private final Placements placements;
  private final List<Container> containers;
  private final int self;

  /**
   * @param self this node's number
   * @param containers of this node
   */
  public Directory(
      Application application, Placements placements, int self, List<Container> containers) {
    this.application = application;
    this.self = self;
    this.placements = placements;
    this.containers = List.copyOf(containers);
  }

  /** Returns the number of the node that an actor lives on. */
  public int nodeOf(ActorId actor) {
    return placements.nodeOf(actor);
  }

  /** Returns this node's number. */
  public int self() {
    return self;
  }

  /** Returns whether an actor lives on this node. */
  public boolean isHere(ActorId actor) {
    return placements.nodeOf(actor) == self;
  }

  /** Returns the container of an actor that lives on this node. */
  public Container containerOf(ActorId actor) {
    return containers.get(placements.containerOf(actor));
  }

  /**
   * Returns the type of an actor.
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

  /** Returns whether concurrency control wants claims locked and validated at the end. */
  public boolean validates() {
    return containers.getFirst().control().validates();
  }

  /** Returns whether transactions see the state of one moment. */
  public boolean seesOneMoment() {
    return containers.getFirst().control().seesOneMoment();
  }

  /** Returns whether other nodes lock in a round of their own, when all has executed. */
  public boolean locksLast() {
    return containers.getFirst().control().locksLast();
  }

  /** Returns whether transactions tell at their start which actors they use. */
  public boolean begins() {
    return containers.getFirst().control().begins();
  }

  /** Returns the clock by which concurrency control orders transactions, or null. */
  public @Nullable Timestamps timestamps() {
    return containers.getFirst().control().timestamps();
  }

  /** Returns whether a branch may be prepared while its transaction still executes elsewhere. */
  public boolean preparesEarly() {
    return containers.getFirst().control().preparesEarly();
  }

  /** Returns whether queries may read snapshots. */
  public boolean keepsSnapshots() {
    return containers.getFirst().control().keepsSnapshots();
  }

  public List<Container> containers() {
    return containers;
  }

  public Application application() {
    return application;
  }
}
