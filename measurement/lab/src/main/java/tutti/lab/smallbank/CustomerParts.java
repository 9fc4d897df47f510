package tutti.lab.smallbank;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment;
import tutti.lab.smallbank.SmallbankShape.MultiTransferShape;
import tutti.model.ActorId;

/**
 * The customers of each container of a deployment, whatever its placement. Containers without
 * customers are left out. Immutable.
 */
final class CustomerParts {
  private final List<List<Integer>> parts = new ArrayList<>();

  /**
   * @param actor gives the actor of a customer's number
   */
  CustomerParts(Deployment deployment, int customers, IntFunction<ActorId> actor) {
    int containers = deployment.containers();
    Placements placements =
        new Placements(deployment.placement(), deployment.shardCount(), containers);
    for (int i = 0; i < deployment.shardCount() * containers; i++) {
      parts.add(new ArrayList<>());
    }
    for (int customer = 0; customer < customers; customer++) {
      ActorId id = actor.apply(customer);
      parts.get(placements.nodeOf(id) * containers + placements.containerOf(id)).add(customer);
    }
    parts.removeIf(List::isEmpty);
  }

  int count() {
    return parts.size();
  }

  int any(int part, RandomGenerator random) {
    List<Integer> customers = parts.get(part);
    return customers.get(random.nextInt(customers.size()));
  }

  /** Returns how many destinations are in other containers than the source. */
  int remote(MultiTransferShape multi) {
    Integer asked = multi.remote();
    return asked != null ? asked : count() > 1 ? multi.destinations() : 0;
  }

  /**
   * Refuses multi-transfers for which there are not enough customers.
   *
   * @throws IllegalArgumentException if there are too few; the message says of what
   */
  void check(MultiTransferShape multi) {
    int remote = remote(multi);
    if (remote > 0 && count() == 1) {
      throw new IllegalArgumentException(
          "--remote is for several containers or nodes: this deployment has one container");
    }
    int local = multi.destinations() - remote;
    int away = remote == 0 ? 0 : Math.ceilDiv(remote, count() - 1);
    boolean few = parts.getFirst().size() < 1 + local;
    for (List<Integer> part : parts.subList(1, count())) {
      few |= part.size() < away;
    }
    if (few) {
      throw new IllegalArgumentException(
          "there are too few --customers in each container for so many --destinations");
    }
  }
}
