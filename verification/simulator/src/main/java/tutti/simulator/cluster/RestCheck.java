package tutti.simulator.cluster;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.node.ActorView;
import tutti.engine.node.NodeStatistics;
import tutti.engine.node.ShardTerm;
import tutti.engine.node.integrated.IntegratedShards;
import tutti.simulator.check.Findings;

/** The check of a node at rest: no request is under way, so nothing is held, queued or kept. */
record RestCheck(int number, Incarnation now, Findings findings) {
  /** The most actors that a finding names. */
  private static final int NAMED = 5;

  void check() {
    now.served().terms().forEach(this::check);
    IntegratedShards integrated = now.served().integrated();
    if (integrated != null) {
      check(integrated.statistics());
    }
    long taken = now.node().memory().underWay().taken();
    if (taken != 0) {
      leaks("at rest " + taken + " bytes are under way on node " + number);
    }
    if (now.machine().tasks() != 0) {
      leaks("at rest " + now.machine().tasks() + " tasks wait on node " + number);
    }
    // The replicas of a host keep watch for ever.
    boolean replicas = now.served().replicated() != null || integrated != null;
    long keeping = now.served().terms().stream().filter(ShardTerm::keepsSoon).count();
    long timers = now.machine().timers() - keeping;
    if (!replicas && timers != 0) {
      leaks("at rest " + timers + " timers are set on node " + number);
    }
  }

  private void check(NodeStatistics statistics) {
    if (statistics.transactions().inFlight() != 0
        || statistics.waits().waiting() != 0
        || statistics.containers().backlog() != 0) {
      leaks(
          "at rest node %s has %s transactions in flight, %s requests waiting and %s tasks queued"
              .formatted(
                  number,
                  statistics.transactions().inFlight(),
                  statistics.waits().waiting(),
                  statistics.containers().backlog()));
    }
    if (statistics.members().coordinating() != 0
        || statistics.members().branches() != 0
        || !statistics.members().inDoubt().isEmpty()) {
      leaks(
          "at rest node %s coordinates %s transactions, has %s branches, and in doubt %s"
              .formatted(
                  number,
                  statistics.members().coordinating(),
                  statistics.members().branches(),
                  statistics.members().inDoubt()));
    }
  }

  private void check(ShardTerm node) {
    NodeStatistics statistics = node.statistics();
    check(statistics);
    if (node.snapshots().areOpen()) {
      leaks(
          "at rest node %s has %s snapshots open, with %s rows"
              .formatted(number, node.snapshots().count(), node.snapshots().rows()));
    }
    List<ActorView> actors = node.look();
    left(keys(node.knownKeys(), statistics.kept().keys()));
    left(actors(actors));
    left(witnesses(node.witnesses()));
    for (ActorView actor : actors) {
      if (!actor.uses().isEmpty()) {
        findings.add(
            "no-leaks", "at rest on node " + number + " " + actor.actor() + " has " + actor.uses());
      }
    }
  }

  private void leaks(String what) {
    findings.add("no-leaks", what);
  }

  private void left(@Nullable String what) {
    if (what != null) {
      leaks("at rest node " + number + " has " + what);
    }
  }

  /**
   * Describes the keys that no limit of age or number will ever remove; null if there are none.
   *
   * @param known the number of keys that the node knows, including those of requests that run
   * @param kept the number of keys that are removed when they are too old, or too many
   */
  static @Nullable String keys(int known, long kept) {
    return known <= kept
        ? null
        : known + " idempotency keys, and only " + kept + " of them are kept for a time";
  }

  /**
   * Describes the remembered votes of other nodes that no node will ask for any more; null if there
   * are none.
   */
  static @Nullable String witnesses(int transactions) {
    return transactions == 0 ? null : "the votes of " + transactions + " transactions in memory";
  }

  /**
   * Describes the actors to which nothing has happened and that nothing uses; null if there are
   * none.
   */
  static @Nullable String actors(List<ActorView> all) {
    List<ActorView> blank =
        all.stream()
            .filter(each -> each.version() == 0 && each.state().stage() == 0)
            .filter(each -> each.uses().isEmpty())
            .toList();
    return blank.isEmpty()
        ? null
        : blank.size()
            + " actors to which nothing has happened, "
            + blank.stream().limit(NAMED).map(ActorView::actor).toList()
            + " among them";
  }
}
