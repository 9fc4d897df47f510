package tutti.simulator.run;

import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.simulator.client.SimulatedClient;
import tutti.simulator.cluster.Cluster;
import tutti.simulator.cluster.NodeUnderTest;
import tutti.simulator.cluster.ShardJudges;
import tutti.simulator.report.CoveragePoint;

/**
 * A change of all hosts with replicas as an operator makes it: no requests come any more, all hosts
 * end once nothing is under way and each replica knows that its log is chosen, and all begin anew.
 * Perhaps one of them was down before, and is behind: it begins last. Other faults go on meanwhile,
 * and if the hosts do not come to rest in time, the change does not take place.
 */
final class ChangeInOrder {
  private static final long LOOK_NANOS = 20_000_000;

  /** The looks for which clients are kept out, at most. */
  private static final int MOST_LOOKS = 400;

  /** The looks one after another at which hosts can end. */
  private static final int QUIET_LOOKS = 6;

  /** The looks for which a host that is behind waits for the others, at most. */
  private static final int LONGEST_WAIT = 1_000;

  private final Stage stage;
  private final Cluster cluster;
  private final ShardJudges shards;
  private final SimulatedClient hand;
  private final RandomGenerator chance;

  ChangeInOrder(Stage stage, ShardJudges shards, SimulatedClient hand, RandomGenerator chance) {
    this.stage = stage;
    this.cluster = stage.cluster();
    this.shards = shards;
    this.hand = hand;
    this.chance = chance;
  }

  /**
   * Makes the change. In a task only.
   *
   * @param change ends all hosts at this moment, and gives them what they are to run; false if it
   *     may not
   */
  void make(BooleanSupplier change) {
    NodeUnderTest behind = chance.nextBoolean() ? fallsBehind() : null;
    cluster.shut(true);
    boolean done = comesToRest() && change.getAsBoolean();
    cluster.shut(false);
    if (behind != null) {
      if (done) {
        stage.run().reached().add(CoveragePoint.FOLLOWER_BEHIND_A_CHANGE);
        awaitOthers(behind);
      }
      behind.holds().down(false);
    }
  }

  /**
   * Makes the change without waiting for anything: all hosts crash. Perhaps one of them was down
   * before, and begins at any time after the others. In a task only.
   *
   * @param change as in {@link #make}
   */
  void makeAtAnyTime(BooleanSupplier change) {
    NodeUnderTest behind = chance.nextBoolean() ? endsOne() : null;
    boolean done = change.getAsBoolean();
    if (behind != null) {
      if (done) {
        stage.run().reached().add(CoveragePoint.FOLLOWER_BEHIND_A_CHANGE);
        hand.pause(chance.nextLong(1_000_000L << chance.nextInt(13)));
      }
      behind.holds().down(false);
    }
  }

  /**
   * Ends a host that stays down while others go on: in order, so that it knows what is chosen, or
   * at any moment. Null if it did not come to that.
   */
  private @Nullable NodeUnderTest fallsBehind() {
    if (chance.nextBoolean()) {
      cluster.shut(true);
      boolean rests = comesToRest();
      cluster.shut(false);
      if (!rests) {
        return null;
      }
    }
    return endsOne();
  }

  /** Crashes a host, which stays down. Null if it did not come to that. */
  private @Nullable NodeUnderTest endsOne() {
    NodeUnderTest node = cluster.node(chance.nextInt(cluster.nodes().size()));
    if (stage.over() || !node.up() || !stage.run().faults().granted()) {
      return null;
    }
    stage.run().world().trace("node " + node.number() + " is to be behind a change");
    node.holds().down(true);
    node.crash();
    hand.pause(chance.nextLong(1_000_000L << chance.nextInt(12)));
    return node;
  }

  /**
   * Returns whether the hosts can end, and could for a while: leaders write a little later what
   * nothing waits for.
   */
  private boolean comesToRest() {
    int quiet = 0;
    for (int look = 0; look < MOST_LOOKS && !stage.over(); look++) {
      hand.pause(LOOK_NANOS);
      quiet = cluster.canEnd() ? quiet + 1 : 0;
      if (quiet == QUIET_LOOKS) {
        return true;
      }
    }
    stage.run().world().trace("no change: the hosts do not come to rest");
    return false;
  }

  /**
   * Waits until the other hosts have begun, since one that is behind begins with what they have.
   */
  private void awaitOthers(NodeUnderTest behind) {
    for (int look = 0; look < LONGEST_WAIT && !shards.disks().othersVote(behind.number()); look++) {
      hand.pause(LOOK_NANOS);
    }
  }
}
