package tutti.protocol.integrated.tapir;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.protocol.integrated.LogPosition;
import tutti.protocol.machine.Event;

/**
 * The images that the replicas of a test make in their logs, and take over from each other: item by
 * item, while all else goes on. Behind an image that is complete, a log begins anywhere.
 */
final class SimulatedImages {

  /** An image that a replica makes in its log. */
  private static final class Own {
    final int life;
    final int begun;
    @Nullable ActorId last;

    Own(int life, int begun) {
      this.life = life;
      this.begun = begun;
    }
  }

  /** An image of another replica that is on its way. */
  private static final class Coming {
    final int life;
    final SimulatedReplica from;
    final int fromLife;
    final Image image;

    /** The commands of the configuration log that the other replica was told at the image. */
    final int told;

    final List<Record.Removed> gone = new ArrayList<>();
    @Nullable ActorId last;

    Coming(SimulatedReplica to, SimulatedReplica from) {
      this.life = to.life;
      this.from = from;
      this.fromLife = from.life;
      this.image = from.up().memory().image(LogPosition.START).forOthers();
      this.told = from.told;
    }
  }

  private final SimulatedShards shards;
  private final RandomGenerator random;
  private final Map<SimulatedReplica, Own> own = new HashMap<>();
  private final Map<SimulatedReplica, Coming> coming = new HashMap<>();
  int made;
  int taken;

  SimulatedImages(SimulatedShards shards) {
    this.shards = shards;
    this.random = shards.random;
  }

  /** Goes on with an image of a replica, or begins one. */
  void step(SimulatedReplica replica) {
    // Records of images are forced at once, behind all others.
    if (!replica.isUp() || !replica.written.isEmpty()) {
      return;
    }
    Own its = own.get(replica);
    if (replica.isBehind) {
      come(replica);
    } else if (its == null || its.life != replica.life) {
      own.put(replica, new Own(replica.life, replica.durable.size()));
      replica.durable.add(new Record.Imaged(replica.up().memory().image(LogPosition.START)));
    } else {
      goOn(replica, its);
    }
  }

  private static List<Record.Item> next(SimulatedReplica replica, @Nullable ActorId last) {
    return replica.up().memory().items(last, 1);
  }

  private void goOn(SimulatedReplica replica, Own its) {
    List<Record.Item> items = next(replica, its.last);
    replica.durable.addAll(items);
    if (items.isEmpty()) {
      replica.durable.add(new Record.Complete());
      replica.durable.subList(0, random.nextInt(its.begun + 1)).clear();
      own.remove(replica);
      made++;
    } else {
      its.last = items.getLast().name();
    }
  }

  private void come(SimulatedReplica replica) {
    Coming its = coming.get(replica);
    DurableState memory = replica.up().memory();
    if (its == null || its.life != replica.life || its.from.life != its.fromLife) {
      SimulatedReplica from = giver(replica);
      if (from == null) {
        isThere(replica, replica.told);
        return;
      }
      its = new Coming(replica, from);
      coming.put(replica, its);
    }
    if (!its.from.isUp()) {
      isThere(replica, replica.told);
      return;
    }
    List<Record.Item> items = next(its.from, its.last);
    for (Record.Item item : items) {
      memory.add(item);
      replica.durable.add(item);
    }
    its.gone.addAll(memory.missing(its.from.up().memory().floor(), its.last, items));
    if (items.isEmpty()) {
      own.remove(replica);
      taken++;
      shards.on(replica, new Event.Input<>(new Input.Installed(its.image, its.gone)));
      isThere(replica, its.told);
    } else {
      its.last = items.getLast().name();
    }
  }

  private @Nullable SimulatedReplica giver(SimulatedReplica to) {
    long view = to.up().memory().view();
    return shards.shards.get(to.shard).stream()
        .filter(each -> each.isUp() && !each.isBehind && each.up().memory().view() > view)
        .findAny()
        .orElse(null);
  }

  private void isThere(SimulatedReplica replica, int told) {
    coming.remove(replica);
    replica.isBehind = false;
    replica.told = told;
    shards.catchUp(replica);
  }

  /** From now on all replicas are told what is chosen. */
  void heal() {
    shards.replicas().stream()
        .filter(each -> each.isUp() && each.isBehind)
        .forEach(each -> isThere(each, each.told));
  }
}
