package tutti.simulator.run;

import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import tutti.engine.commit.CommitKind;
import tutti.engine.commit.CommitKinds;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Commitment;
import tutti.protocol.commit.Assumption;
import tutti.protocol.commit.Traits;

/**
 * The commit protocols of a run, and the assumption on which they may rely all the time: a protocol
 * that is safe only where nodes just crash assumes that, and so does the deployment with which the
 * run goes on later. The choice must not depend on anything else that is drawn.
 *
 * @param first before all nodes are deployed anew
 * @param second after that
 */
public record DrawnCommit(CommitKind first, CommitKind second, Commitment commitment) {
  /**
   * The usual protocol is drawn in at least {@link #USUAL_OF_RUNS} of so many runs; of the other
   * runs it has its share.
   */
  private static final int RUNS = 5;

  private static final int USUAL_OF_RUNS = 2;

  /**
   * The least bound of delays: much longer than a message, a flush and all provocations take
   * together.
   */
  private static final Duration LEAST_BOUND = Duration.ofMillis(100);

  /** The least bound of delays where the bound need not hold: some messages take as long. */
  private static final Duration SHORT_BOUND = Duration.ofMillis(2);

  /** Returns the usual choice, as if nothing was drawn. */
  public static DrawnCommit usual(UnaryOperator<Deployment> fixed) {
    Deployment asked = fixed.apply(Deployment.DEFAULT);
    return new DrawnCommit(asked.commit(), asked.commit(), Deployment.DEFAULT.commitment());
  }

  /**
   * @param nodes the largest number of nodes, which must be enough for the protocol
   * @param asynchronous whether the bound of delays need not hold: then it soon does not
   * @param fixed applies the settings that are not drawn: they have the last word
   */
  static DrawnCommit draw(
      RandomGenerator random, int nodes, boolean asynchronous, UnaryOperator<Deployment> fixed) {
    int away = nodes < 3 || random.nextInt(4) == 0 ? 0 : 1;
    Duration least = asynchronous ? SHORT_BOUND : LEAST_BOUND;
    Duration bound = least.multipliedBy(1L << random.nextInt(3));
    Commitment crashing = new Commitment(Assumption.SYNCHRONOUS_CRASH, bound, away);
    Commitment usual = new Commitment(Assumption.ASYNCHRONOUS, usualBound(), away);
    CommitKind first = one(random, nodes, crashing, usual, fixed);
    CommitKind second = one(random, nodes, crashing, usual, fixed);
    return new DrawnCommit(
        first, second, isSafe(first, usual) && isSafe(second, usual) ? usual : crashing);
  }

  private static Duration usualBound() {
    return Deployment.DEFAULT.commitment().delayBound();
  }

  /** Draws one protocol. The fixed settings may be of another protocol, or rule one out. */
  private static CommitKind one(
      RandomGenerator random,
      int nodes,
      Commitment crashing,
      Commitment usual,
      UnaryOperator<Deployment> fixed) {
    List<CommitKind> all = CommitKinds.all();
    CommitKind other = all.get(random.nextInt(all.size()));
    CommitKind drawn = random.nextInt(RUNS) < USUAL_OF_RUNS ? CommitKinds.usual() : other;
    Deployment asked = fixed.apply(with(drawn, isSafe(drawn, usual) ? usual : crashing));
    boolean suits =
        isSafe(drawn, asked.commitment()) && asked.protocol().traits().leastNodes() <= nodes;
    return asked.commit().equals(drawn) && !suits ? CommitKinds.usual() : asked.commit();
  }

  private static Deployment with(CommitKind kind, Commitment commitment) {
    return Deployment.DEFAULT.toBuilder().commit(kind).commitment(commitment).build();
  }

  private static boolean isSafe(CommitKind kind, Commitment commitment) {
    return kind.protocol().traits().safeUnder().contains(commitment.assume());
  }

  /** Returns the assumption of the run's deployments about faults. */
  Assumption assumed(UnaryOperator<Deployment> fixed) {
    return fixed.apply(with(first, commitment)).commitment().assume();
  }

  /** Returns the number of nodes that both protocols need. */
  int leastNodes(UnaryOperator<Deployment> fixed) {
    return Math.max(traits(first, fixed).leastNodes(), traits(second, fixed).leastNodes());
  }

  private Traits traits(CommitKind kind, UnaryOperator<Deployment> fixed) {
    return fixed.apply(with(kind, commitment)).protocol().traits();
  }
}
