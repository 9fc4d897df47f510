package tutti.engine.node;

import java.util.ArrayList;
import java.util.List;
import tutti.engine.container.Container;
import tutti.engine.storage.Cell;
import tutti.engine.transaction.request.Directory;
import tutti.model.ActorId;
import tutti.model.ActorState;

/**
 * One actor as its node has it at one moment, for people who look into a node.
 *
 * @param version how many effects the state has
 * @param uses the users of the actor and the waiting requests, a line each
 */
public record ActorView(ActorId actor, ActorState state, long version, List<String> uses) {
  public ActorView {
    uses = List.copyOf(uses);
  }

  /** Returns all actors of some containers, each as it is at a moment of its own. */
  public static List<ActorView> all(Directory directory) {
    List<ActorView> views = new ArrayList<>();
    for (Container container : directory.containers()) {
      for (Cell cell : container.actors()) {
        List<String> uses = new ArrayList<>();
        container.control().uses(cell, use -> uses.add(use.toString()));
        cell.lock();
        try {
          views.add(new ActorView(cell.id(), cell.state(), cell.version(), uses));
        } finally {
          cell.unlock();
        }
      }
    }
    return views;
  }
}
