package tutti.engine.node;

import java.util.List;
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
}
