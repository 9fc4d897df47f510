package tutti.lab.torture;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.commit.CommitKind;
import tutti.engine.deployment.ControlKind;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Isolation;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.simulator.history.HistoryClaim;
import tutti.simulator.options.Expectation;

/**
 * The options of {@code tutti torture}.
 *
 * @param seed the seed of all draws
 * @param seconds no round begins after this time
 * @param roundSeconds the approximate time of one round's load
 * @param fixed the choices that rounds do not make
 * @param program the command that is started
 * @param data the folder of the rounds' folders
 * @param history the file of the first round's history, beside which those of later rounds go; null
 *     to write each into its round's folder
 * @param say takes progress messages, a line at a time
 */
public record TortureOptions(
    long seed,
    double seconds,
    double roundSeconds,
    Fixed fixed,
    Program program,
    Path data,
    @Nullable Path history,
    Consumer<String> say) {
  public static final int MOST_NODES = 4;

  /** The number of a shard's replicas, where there are any. */
  static final int REPLICAS = 3;

  /**
   * The replicas of shards.
   *
   * @param protocol the protocol by which they agree
   * @param claim the isolation that an integrated protocol promises, instead of the concurrency
   *     controls; null without an integrated protocol
   */
  public record Replicas(Protocol protocol, @Nullable HistoryClaim claim) {
    public static final Replicas NONE = new Replicas(Protocol.NONE, null);

    /** Returns the replicas of a deployment. */
    public static Replicas of(Deployment deployment) {
      return new Replicas(
          deployment.replication().protocol(),
          deployment.integrated() ? Expectation.claimed(deployment) : null);
    }
  }

  /**
   * The choices of the user.
   *
   * @param nodes the number of nodes, 1 to 4; 0 if each round chooses
   * @param clients the number of clients in each round
   * @param troubles the only troubles to use, each at least once in every phase; empty if each
   *     round chooses its own
   * @param workload the workload of all rounds; null if each round chooses
   * @param control the concurrency control of all rounds; null if each round chooses
   * @param commit the commit protocol of all rounds; null if each round chooses
   * @param isolation the isolation of all rounds; null if each phase chooses
   * @param replicas the replication of every shard, with three replicas of each; {@code NONE} if
   *     nodes have no replicas
   */
  public record Fixed(
      int nodes,
      int clients,
      List<TortureFault> troubles,
      @Nullable TortureWorkload workload,
      @Nullable ControlKind control,
      @Nullable CommitKind commit,
      @Nullable Isolation isolation,
      Replicas replicas) {
    /** Choices for nodes without replicas. */
    public Fixed(
        int nodes,
        int clients,
        List<TortureFault> troubles,
        @Nullable TortureWorkload workload,
        @Nullable ControlKind control,
        @Nullable CommitKind commit,
        @Nullable Isolation isolation) {
      this(nodes, clients, troubles, workload, control, commit, isolation, Replicas.NONE);
    }

    public Fixed {
      troubles = List.copyOf(troubles);
      boolean replicated = replicas.protocol() != Protocol.NONE;
      if (nodes < 0 || nodes > MOST_NODES) {
        throw new IllegalArgumentException("--nodes must be between 1 and " + MOST_NODES);
      }
      if (clients < 1 || clients > 64) {
        throw new IllegalArgumentException("--clients must be between 1 and 64");
      }
      if (replicated && nodes > 0 && nodes < REPLICAS) {
        throw new IllegalArgumentException("--nodes: three replicas need 3 nodes at least");
      }
      if (!replicated
          && (troubles.contains(TortureFault.LOSE_DISK)
              || troubles.contains(TortureFault.LOSE_TWO))) {
        throw new IllegalArgumentException(
            "--troubles: without replicas a lost disk is lost: add --replication multipaxos");
      }
      if (replicated && troubles.contains(TortureFault.CHANGE)) {
        throw new IllegalArgumentException(
            "--troubles: replicas do not change their concurrency control in this version");
      }
      if (replicas.claim() != null && troubles.contains(TortureFault.LOSE_TWO)) {
        throw new IllegalArgumentException(
            "--troubles: tutti shard reset does not begin anew under an integrated protocol in this"
                + " version: take lose-disk, which loses one disk at a time");
      }
      if (replicated && workload == TortureWorkload.CHARGES) {
        throw new IllegalArgumentException(
            "--workload: irrevocable operations need a coordinator that stays where it is, and"
                + " replicas have none: take bank or purses");
      }
      if (replicas.claim() != null && workload != null && !workload.hasSmallActors()) {
        throw new IllegalArgumentException(
            "--workload: under an integrated protocol an actor is one item, and all of a warehouse"
                + " is too much for one: take tpcc-rows");
      }
      if (workload != null && workload.acts() && nodes != 1 && commit != null && !commit.acts()) {
        throw new IllegalArgumentException(
            "--workload: "
                + workload.label()
                + " has irrevocable operations, and under "
                + commit.longName()
                + " other nodes may decide while one runs: take --commit two-phase, or --nodes 1");
      }
      if (commit != null && commit.needsBound()) {
        for (TortureFault trouble : troubles) {
          if (!trouble.leavesTime()) {
            throw new IllegalArgumentException(
                "--troubles: "
                    + commit.longName()
                    + " is not safe when messages are late, as with "
                    + trouble.label());
          }
        }
      }
    }

    /** Returns whether nodes are hosts of shards with replicas. */
    boolean replicated() {
      return replicas.protocol() != Protocol.NONE;
    }

    /** Returns whether an integrated protocol does the work of the mechanisms that rounds draw. */
    boolean integrated() {
      return replicas.claim() != null;
    }

    /** Returns whether {@code several} nodes may run irrevocable operations. */
    boolean mayAct(int several) {
      return !replicated() && (several == 1 || commit == null || commit.acts());
    }
  }

  /**
   * The command that is started.
   *
   * @param launcher the command that starts {@code tutti}, to which arguments are appended
   * @param flags flags of {@code tutti run} that override those that rounds choose
   */
  public record Program(List<String> launcher, List<String> flags) {
    public Program {
      launcher = List.copyOf(launcher);
      flags = List.copyOf(flags);
    }
  }
}
