package tutti.simulator.model;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.history.History;
import tutti.protocol.replication.Command;
import tutti.protocol.replication.LogEntry;

/**
 * A history that charges for records where they are appended, and for what followers apply.
 *
 * @param led the shards that this host leads; no leader of a model is lost
 */
record ChargingHistory(ModelWorld world, Set<Integer> led) implements History {
  /** Returns the history of one node, or of one host. */
  static ChargingHistory of(ModelWorld world) {
    return new ChargingHistory(world, new HashSet<>());
  }

  @Override
  public void decided(
      BranchKey attempt,
      @Nullable String key,
      long lsn,
      List<Claim> claims,
      List<@Nullable Object> results) {
    append();
  }

  @Override
  public void prepared(BranchKey branch, long lsn, List<Claim> claims) {
    append();
  }

  @Override
  public void branchEnded(BranchKey branch, boolean committed, long lsn) {
    if (lsn > 0) {
      append();
    }
  }

  /** Charges for the execution on copies, which no control of a container is asked for. */
  @Override
  public void proposed(
      BranchKey attempt, @Nullable String key, List<Claim> claims, List<@Nullable Object> results) {
    claims.forEach(_ -> world.charge(Constant.ACTION));
  }

  /** Charges a replica for the execution of a transaction, as one that follows a leader. */
  @Override
  public void committed(String name) {
    world.charge(Constant.ACTION);
  }

  @Override
  public void recorded(int shard) {
    append();
  }

  @Override
  public void graphGrew(int shard, int vertices, int edges, int components) {
    world.about(Head.COMMIT);
    world.charge(Constant.GRAPH_VERTEX, vertices);
    world.charge(Constant.GRAPH_EDGE, edges);
    world.charge(Constant.GRAPH_COMPONENT, components);
  }

  @Override
  public History ofTerm(int shard, long term) {
    led.add(shard);
    return this;
  }

  /**
   * Charges for the entries in the host's log, which are chosen here soon after they were appended;
   * and on a host that follows, for each record that is applied, one action.
   */
  @Override
  public void chosen(int shard, List<LogEntry> entries) {
    for (LogEntry entry : entries) {
      append();
      if (!led.contains(shard) && entry.content() instanceof Command) {
        world.charge(Constant.ACTION);
      }
    }
  }

  private void append() {
    world.about(Head.COMMIT);
    world.charge(Constant.APPEND);
  }
}
