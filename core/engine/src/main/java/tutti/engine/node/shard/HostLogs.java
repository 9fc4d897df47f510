package tutti.engine.node.shard;

import tutti.engine.replication.HostLog;

/** The log of a host with replicas, and what its world knows of the logs of other hosts. */
public record HostLogs(HostLog log, HostWorld world) implements LogKnowledge {
  @Override
  public long logEnd() {
    return log.end();
  }

  @Override
  public long logDurable() {
    return log.durable();
  }

  @Override
  public long heardOf(int host) {
    return world.heardOf(host);
  }

  @Override
  public long keptOf(int host) {
    return world.keptOf(host);
  }
}
