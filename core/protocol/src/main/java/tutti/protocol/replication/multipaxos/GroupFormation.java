package tutti.protocol.replication.multipaxos;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tutti.protocol.replication.Timer;

/**
 * A blank replica: it takes part in forming the shard, or learns that the shard is formed already,
 * and then it has lost what it may have answered. The group's first host forms the shard, once all
 * others have forced that they are blank and will form no other shard.
 *
 * <p>A replica that has the data of a backup forms a shard only with replicas that have the same
 * data, and rejoins only a shard of that origin.
 */
final class GroupFormation extends Role {
  /** Whether the replica has the data of a backup. */
  private boolean restored;

  private long nonce;

  /** Whether the shard that this replica will form is durable. */
  private boolean durable;

  /** The nonces of the hosts that will form the shard, at the first host. */
  private final Map<Integer, Long> others = new TreeMap<>();

  /** Names this disk, unless an earlier start has. */
  void name(long fresh) {
    nonce = fresh;
  }

  @Override
  String phase() {
    return restored ? "restored" : "forming";
  }

  @Override
  void begin(Replica replica) {
    restored = replica.identity().origin() != 0;
    if (replica.identity().nonce() != 0) {
      nonce = replica.identity().nonce();
      durable = true;
      ask(replica);
    } else if (leads(replica)) {
      form(replica, replica.identity().forms(nonce));
    } else {
      ask(replica);
    }
    replica.setTimer(Timer.RETRY, replica.timing.heartbeatNanos());
  }

  private static boolean leads(Replica replica) {
    return replica.group.rank() == 0;
  }

  private void form(Replica replica, long shard) {
    durable = false;
    replica.identity(replica.identity().forming(shard, nonce));
    replica.persist(new Record.Forming(shard, nonce), new DurableReply.Forming());
  }

  @Override
  void fired(Replica replica, Timer timer) {
    if (timer == Timer.RETRY) {
      ask(replica);
      replica.setTimer(Timer.RETRY, replica.timing.heartbeatNanos());
    }
  }

  private void ask(Replica replica) {
    if (durable || !leads(replica)) {
      replica.send(new Message.Form());
    }
  }

  /** Takes a message from a replica that names that shard; 0 if it knows none. */
  void received(Replica replica, int from, long shard, Message message) {
    boolean first = from == replica.group.hosts().getFirst();
    switch (message) {
      case Message.Form _ when first && shard != 0 && hasSameOrigin(replica, shard) -> {
        if (shard != replica.identity().shard()) {
          form(replica, shard);
        } else if (durable) {
          replica.send(from, new Message.Forms(nonce));
        }
      }
      case Message.Forms(long name) when leads(replica) && shard == replica.identity().shard() -> {
        others.put(from, name);
        formed(replica);
      }
      case Message.Formed(List<Long> members) when !restored || hasSameOrigin(replica, shard) ->
          met(replica, from, shard, members);
      default -> {}
    }
  }

  private static boolean hasSameOrigin(Replica replica, long shard) {
    return GroupIdentity.originOf(shard) == replica.identity().origin();
  }

  private void formed(Replica replica) {
    if (others.size() == replica.group.hosts().size() - 1 && durable) {
      List<Long> members = new ArrayList<>(List.of(nonce));
      members.addAll(replica.group.others().stream().map(others::get).toList());
      replica.persist(
          new Record.Formed(replica.identity().shard(), members), new DurableReply.Formed());
      replica.identity(replica.identity().formed(replica.identity().shard(), members));
      durable = false;
    }
  }

  /**
   * Handles the news that the shard is formed: with this disk, which has answered nothing yet, or
   * without it.
   */
  private void met(Replica replica, int from, long shard, List<Long> members) {
    GroupIdentity identity = replica.identity();
    int rank = replica.group.rank();
    boolean expected = shard == identity.shard() || from != replica.group.hosts().getFirst();
    if (members.size() > rank && members.get(rank) == identity.nonce() && nonce != 0 && expected) {
      replica.identity(identity.formed(shard, members));
      replica.persist(new Record.Formed(shard, members));
      replica.become(new Follower());
    } else if (expected || identity.nonce() == 0) {
      replica.identity(identity.rejoining(shard, members));
      replica.persist(new Record.Rejoining(shard, members));
      ReplicaRecovery rejoining = new ReplicaRecovery();
      rejoining.name(nonce);
      replica.become(rejoining);
    }
  }

  @Override
  void forced(Replica replica, DurableReply what) {
    if (what instanceof DurableReply.Forming) {
      durable = true;
      if (leads(replica)) {
        ask(replica);
        formed(replica);
      } else {
        replica.send(replica.group.hosts().getFirst(), new Message.Forms(nonce));
      }
    } else if (what instanceof DurableReply.Formed) {
      replica.send(new Message.Formed(replica.identity().members()));
      replica.become(new PreCandidate());
    }
  }

  @Override
  void end(Replica replica) {
    replica.cancelTimer(Timer.RETRY);
  }
}
