package tutti.simulator.check;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.TransactionId;
import tutti.model.ActorId;
import tutti.simulator.report.CoveragePoint;

/** The votes of one epoch, and their outcomes. */
final class VotedBranches {
  private final Findings findings;
  private final EnumSet<CoveragePoint> happened;

  /**
   * The votes in the order of keys and nodes, so that findings come in the same order in every JVM.
   */
  private final TreeMap<BranchKey, TreeMap<Integer, VotedBranch>> byKey = new TreeMap<>();

  /** Whether a node committed a vote that went with an earlier life of it, by attempt and node. */
  private final Map<BranchKey, Map<Integer, Boolean>> lost = new HashMap<>();

  /**
   * The places at which the first claims of transactions were released: the transaction only read
   * there, or has committed.
   */
  private final Map<BranchKey, Long> released = new HashMap<>();

  /** Whether nodes may end as their coordinator has not decided yet. */
  private boolean othersDecide;

  /**
   * True if a node that restarts has forgotten its promises, so that other nodes must remember
   * them.
   */
  private boolean forgetful;

  /** See {@link EpochOracle#othersDecide}. */
  void othersDecide(boolean whoForgets) {
    othersDecide = true;
    forgetful = whoForgets;
  }

  VotedBranches(Findings findings, EnumSet<CoveragePoint> happened) {
    this.findings = findings;
    this.happened = happened;
  }

  /**
   * @param lives the running incarnation of each node
   */
  void voted(
      BranchKey key,
      int node,
      int life,
      List<LoggedDecision.Act> acts,
      Map<Integer, Integer> lives) {
    VotedBranch made = new VotedBranch(key, node, life, acts, lives);
    VotedBranch before = byKey.getOrDefault(key, new TreeMap<>()).get(node);
    Boolean earlier = lost.getOrDefault(key, Map.of()).get(node);
    boolean committed = Boolean.TRUE.equals(earlier);
    if (committed || before != null && Boolean.TRUE.equals(before.committed)) {
      // An operator who ordered the decision for this vote would apply the transaction twice.
      findings.add("agreement", made + " voted after it had committed");
      return;
    }
    if (before != null || earlier != null) {
      happened.add(CoveragePoint.VOTED_AGAIN);
    }
    byKey.computeIfAbsent(key, none -> new TreeMap<>()).put(node, made);
    if (key.attempt() > 0) {
      happened.add(CoveragePoint.LATER_ATTEMPT_ON_SEVERAL_NODES);
    }
  }

  /**
   * Ends a transaction's part on a node, and gives the actions that it did there.
   *
   * @param decision the newest of that transaction that is known
   * @param coordinatorLives whether the incarnation that decided still runs
   * @param lives the running incarnation of each node
   * @param now the place in the serial order
   */
  List<LoggedDecision.Act> ended(
      BranchKey key,
      int node,
      int life,
      boolean committed,
      @Nullable LoggedDecision decision,
      boolean coordinatorLives,
      Map<Integer, Integer> lives,
      long now) {
    VotedBranch branch = byKey.getOrDefault(key, new TreeMap<>()).get(node);
    if (branch == null) {
      if (committed) {
        released.putIfAbsent(key, now);
        happened.add(CoveragePoint.READ_ONLY_BRANCH);
      }
      return List.of();
    }
    boolean decided = decision != null && decision.attempt.equals(key);
    if (branch.committed != null && branch.committed != committed) {
      findings.add("agreement", branch + " was told both: committed and aborted");
    } else if (committed && !decided && !othersDecide) {
      findings.add("agreement", branch + " was told to commit, and nobody decided that");
    } else if (!committed
        && decided
        && coordinatorLives
        && !lost(key, node)
        && (!forgetful || branch.lives.equals(lives))) {
      findings.add("agreement", branch + " was told to abort, and its coordinator committed it");
    }
    if (committed) {
      released.putIfAbsent(key, now);
    }
    boolean known = branch.committed != null;
    branch.committed = committed;
    note(branch, life, committed, coordinatorLives);
    if (!committed && !Objects.equals(branch.coordinatorLife, lives.get(key.id().coordinator()))) {
      happened.add(CoveragePoint.INQUIRY_ANSWERED_BY_PRESUMED_ABORT);
    }
    return committed && !known ? branch.acts : List.of();
  }

  /** Whether the coordinator may mean a vote of an earlier life, not this one of a late message. */
  private boolean lost(BranchKey key, int node) {
    return lost.getOrDefault(key, Map.of()).containsKey(node);
  }

  /** Forgets the votes of a node that has ended. */
  void forget(int node) {
    byKey.forEach(
        (key, some) -> {
          VotedBranch branch = some.remove(node);
          if (branch != null) {
            lost.computeIfAbsent(key, none -> new HashMap<>())
                .merge(node, Boolean.TRUE.equals(branch.committed), Boolean::logicalOr);
          }
        });
  }

  private void note(VotedBranch branch, int life, boolean committed, boolean coordinatorLives) {
    if (!committed) {
      happened.add(CoveragePoint.VOTED_AND_ABORTED);
    }
    if (life != branch.life) {
      happened.add(
          committed
              ? CoveragePoint.VOTE_RECOVERED_AND_COMMITTED
              : CoveragePoint.VOTE_RECOVERED_AND_ABORTED);
    }
    if (committed && !coordinatorLives) {
      happened.add(CoveragePoint.DECISION_TOLD_AFTER_COORDINATORS_CRASH);
    }
  }

  /** Whether a node voted for the attempt, and the coordinator's life in which it voted is over. */
  boolean coordinatorHasEnded(BranchKey key, Map<Integer, Integer> lives) {
    Integer now = lives.get(key.id().coordinator());
    return byKey.getOrDefault(key, new TreeMap<>()).values().stream()
        .anyMatch(it -> it.coordinatorLife != null && !it.coordinatorLife.equals(now));
  }

  /** Whether any node voted for any attempt at that transaction. */
  boolean voted(TransactionId id) {
    BranchKey next = byKey.ceilingKey(new BranchKey(id, 0));
    return next != null && next.id().equals(id);
  }

  List<LoggedDecision.Act> acts(BranchKey key) {
    List<LoggedDecision.Act> acts = new ArrayList<>();
    byKey.getOrDefault(key, new TreeMap<>()).values().forEach(branch -> acts.addAll(branch.acts));
    return acts;
  }

  /**
   * The latest place that the transaction can have in the serial order: then it held all its
   * claims.
   */
  long latest(BranchKey key, long decided) {
    return Math.min(decided, released.getOrDefault(key, decided));
  }

  /** The transactions that are prepared on this actor and not ended. */
  Set<BranchKey> undecidedOn(ActorId actor) {
    Set<BranchKey> keys = new HashSet<>();
    for (VotedBranch branch : all()) {
      if (branch.committed == null
          && branch.acts.stream().anyMatch(act -> act.call().target().equals(actor))) {
        keys.add(branch.key);
      }
    }
    return keys;
  }

  private List<VotedBranch> all() {
    List<VotedBranch> all = new ArrayList<>();
    byKey.values().forEach(some -> all.addAll(some.values()));
    return all;
  }

  /**
   * Checks that votes and surviving decisions agree, when nothing goes on any more.
   *
   * @param lives the running incarnation of each node
   */
  void check(Set<BranchKey> survivors, Map<Integer, Integer> lives) {
    for (TreeMap<Integer, VotedBranch> some : byKey.values()) {
      for (VotedBranch branch : some.values()) {
        boolean survives = survivors.contains(branch.key);
        if (branch.committed != null && branch.committed != survives) {
          findings.add(
              "agreement",
              branch
                  + (survives
                      ? " was told to abort, and its decision to commit stands"
                      : " was told to commit, and no decision stands"));
        }
      }
    }
    resolved(lives);
  }

  /** Checks that no node that runs is in doubt, when nothing goes on any more. */
  void resolved(Map<Integer, Integer> lives) {
    for (VotedBranch branch : all()) {
      if (branch.committed == null && Integer.valueOf(branch.life).equals(lives.get(branch.node))) {
        findings.add("resolved", branch + " is in doubt for ever");
      }
    }
  }

  void clear() {
    byKey.clear();
    lost.clear();
    released.clear();
  }
}
