package tutti.engine.node.replicated;

import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.distribution.message.Greeting;
import tutti.engine.distribution.message.MessageFormat;
import tutti.engine.distribution.peer.Calls;
import tutti.engine.distribution.peer.PeerIncarnations;
import tutti.engine.distribution.peer.PeerStore;
import tutti.engine.distribution.peer.Peers;
import tutti.engine.node.ShardTerm;
import tutti.engine.node.shard.ReplicaLayout;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.model.Application;
import tutti.protocol.commit.Timing;

/**
 * The making of a host's front, with its ways to leaders.
 *
 * @param shards the deployment as it is among leaders
 */
record RouterAssembly(
    ReplicaLayout layout, Application application, Deployment shards, HostLinks links) {

  /**
   * Makes the front, which talks from now on.
   *
   * @param greeting of this host; its incarnation is the number of the front's start
   * @param terms gives the term of this host over a shard
   * @param seed of the front's waits
   */
  RequestRouter front(
      Scheduler scheduler,
      Greeting greeting,
      long seed,
      IntFunction<@Nullable ShardTerm> terms,
      HostMeter meter) {
    ShardTransport transport = new ShardTransport(links, layout.front(), 0);
    Peers peers =
        new Peers(
            transport,
            new MessageFormat(application),
            shards.nodes().stream().map(NodeAddress::name).toList(),
            layout.hosts(),
            layout.front(),
            new PeerIncarnations(greeting, new Stranger()));
    StepQueue queue = scheduler.newStepQueue("front");
    long retry = shards.questions().retry().toNanos();
    long start = greeting.incarnation();
    Timing timing = new Timing(retry, 16 * retry, shards.commitment().delayBound().toNanos());
    Calls calls = new Calls(peers, scheduler, queue, timing, start);
    Placements placements =
        new Placements(shards.placement(), layout.shards(), shards.containers());
    RequestRouter made =
        new RequestRouter(
            layout,
            new RequestRouter.Ways(links, peers, calls, terms, placements::nodeOf),
            scheduler,
            queue,
            start,
            seed,
            meter);
    transport.start(greeting::write, made);
    return made;
  }

  /** The memory of a front, which trusts every leader. */
  private static final class Stranger implements PeerStore {
    @Override
    public @Nullable Known peer(int node) {
      return null;
    }

    @Override
    public void remember(int node, Known known) {}

    @Override
    public long relied(int node) {
      return 0;
    }

    @Override
    public void rely(int node, long lsn) {}
  }
}
