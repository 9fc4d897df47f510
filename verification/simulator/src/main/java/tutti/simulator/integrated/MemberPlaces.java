package tutti.simulator.integrated;

import tutti.protocol.machine.Address;
import tutti.protocol.machine.ProtocolMessage;
import tutti.simulator.explorer.world.InFlight;

/**
 * The places of members: the replicas of the first shard by their hosts, those of the next ones,
 * and then coordinators, each of which has a host of its own. Immutable.
 *
 * <p>For example, with two shards of three hosts the second shard's replica on the first host has
 * place 3, and the first coordinator place 6.
 *
 * @param hosts the number of replicas of each shard
 * @param shards the number of shards
 */
public record MemberPlaces(int hosts, int shards) {
  /** The host of the first coordinator. */
  private static final int COORDINATORS = 100;

  public int replicas() {
    return hosts * shards;
  }

  public int replica(int shard, int host) {
    return shard * hosts + host;
  }

  /** The place of a coordinator by its number among them. */
  public int coordinator(int slot) {
    return replicas() + slot;
  }

  public boolean isReplica(int place) {
    return place < replicas();
  }

  /** The number of a coordinator among them. */
  public int slot(int place) {
    return place - replicas();
  }

  public int shard(int replica) {
    return replica / hosts;
  }

  /** The host of a member. */
  public int host(int place) {
    return isReplica(place) ? place % hosts : COORDINATORS + slot(place);
  }

  /** The place of the coordinator on that host. */
  private int onHost(int host) {
    return coordinator(host - COORDINATORS);
  }

  /** The place that a member sends to. */
  public int of(Address to) {
    return to instanceof Address.Replica(int host, int shard)
        ? replica(shard, host)
        : onHost(to.host());
  }

  /** A message of a member, which is about the shard of the replica that sends or receives it. */
  public InFlight sent(int from, Address to, ProtocolMessage message) {
    int about = to instanceof Address.Replica(int _, int shard) ? shard : shard(from);
    return new InFlight(new Address.Replica(host(from), about), of(to), message);
  }

  /** The shard of the replica that sent a message, or to which it goes. */
  public static int shard(InFlight sent) {
    return ((Address.Replica) sent.from()).shard();
  }

  public boolean isToCoordinator(InFlight sent) {
    return !isReplica(sent.to());
  }

  public boolean isFromCoordinator(InFlight sent) {
    return sent.from().host() >= COORDINATORS;
  }

  /** The place of the coordinator that sent a message. */
  public int sender(InFlight sent) {
    return onHost(sent.from().host());
  }

  /** Whether the coordinator of that number sent a message. */
  public boolean isOf(InFlight sent, int slot) {
    return sent.from().host() == COORDINATORS + slot;
  }

  /** Whether a message goes to the coordinator of that number. */
  public boolean isTo(InFlight sent, int slot) {
    return sent.to() == coordinator(slot);
  }
}
