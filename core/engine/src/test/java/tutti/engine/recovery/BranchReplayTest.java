package tutti.engine.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.engine.bank.TestBank;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Participant.Status;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.Work;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.journal.ForgetfulDisk;
import tutti.engine.recovery.RecoveredNode.Opening;
import tutti.engine.recovery.RecoveredNode.Tx;
import tutti.engine.transaction.record.LogRecord.Voter;
import tutti.engine.transaction.record.PreparedBranch;
import tutti.engine.transaction.record.RecordFormat;
import tutti.engine.transaction.record.Unfinished;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.Observation;
import tutti.model.testing.Effort;

/**
 * Recovery of what was begun with other nodes, against a model: branches vote, vote again, commit
 * and abort among transactions of the node's own, whose decisions others acknowledge. Checkpoints
 * run between any two steps, and the power goes at any moment. The folder must then have the
 * content of the log's beginning (invariants I1 to I10).
 */
class BranchReplayTest {
  static final int ACTORS = 3;
  private static final Observation BALANCE = new Observation.OfField(0);
  private static final RandomGeneratorFactory<RandomGenerator> RANDOM =
      RandomGeneratorFactory.of("L64X128MixRandom");

  private final TestBank bank = new TestBank();

  private final BranchLog log = new BranchLog(bank);

  private final List<BranchKey> aborted = new ArrayList<>();
  private RandomGenerator random;
  private ConcurrencyControlKind control;
  private long fresh;

  private final List<Tx> open = new ArrayList<>();
  private final List<Branch> branches = new ArrayList<>();
  private final List<Holder> stepping = new ArrayList<>();

  // How often what this is about has come to be.
  private int checkpoints;
  private int checkpointsWithSomethingInDoubt;
  private int decidedFirst;
  private int looksFound;

  @ParameterizedTest
  @EnumSource
  void afterAnyCrashTheFolderSaysWhatTheLogSays(ConcurrencyControlKind kind) throws Exception {
    for (int seed = 0; seed < Effort.of(300); seed++) {
      random = RANDOM.create(seed);
      control = kind;
      try {
        history();
      } catch (Throwable failure) {
        throw new AssertionError("seed " + seed, failure);
      }
    }
    assertThat(checkpoints).as("checkpoints made").isGreaterThan(Effort.of(250));
    assertThat(checkpointsWithSomethingInDoubt)
        .as("with branches prepared")
        .isGreaterThan(Effort.of(120));
    assertThat(log.foundInDoubt()).as("branches found in doubt").isGreaterThan(Effort.of(250));
    assertThat(log.foundUnfinished())
        .as("decisions found unfinished")
        .isGreaterThan(Effort.of(250));
    assertThat(decidedFirst)
        .as("branches decided before the node ran")
        .isGreaterThan(Effort.of(50));
    if (!isOptimistic(kind) && !begins(kind)) {
      assertThat(looksFound).as("looks put back").isGreaterThan(Effort.of(50));
    }
    if (kind == ConcurrencyControlKind.PATH_SENSITIVE) {
      assertThat(log.queuedBehindDoubt())
          .as("effects found behind one in doubt")
          .isGreaterThan(Effort.of(120));
    }
  }

  private static boolean isOptimistic(ConcurrencyControlKind kind) {
    return kind == ConcurrencyControlKind.OPTIMISTIC || kind == ConcurrencyControlKind.TL2;
  }

  /** Whether other transactions wait behind a look that was put back. */
  private static boolean begins(ConcurrencyControlKind kind) {
    return switch (kind) {
      case VERSIONING, VERSIONING_RW, EXCLUSIVE_LOCKS, READ_WRITE_LOCKS -> true;
      default -> false;
    };
  }

  private void history() throws Exception {
    log.clear();
    aborted.clear();
    ForgetfulDisk disk = new ForgetfulDisk();
    long durable = 0;
    for (int crash = 0; crash < 5; crash++) {
      RecoveredNode node = open(disk, durable);
      checkFound(node);
      live(node);
      if (random.nextBoolean()) {
        drain(node);
      }
      durable = node.folder.journal().durable();
      checkpoints += (int) node.checkpointer.made();
      disk = disk.crash(random);
    }
    checkFound(open(disk, durable));
  }

  // --- a node's life ---

  private RecoveredNode open(ForgetfulDisk disk, long durable) throws Exception {
    open.clear();
    branches.clear();
    stepping.clear();
    if (random.nextInt(6) == 0) {
      control =
          control == ConcurrencyControlKind.PATH_SENSITIVE
              ? ConcurrencyControlKind.TWO_PHASE_LOCKING
              : ConcurrencyControlKind.PATH_SENSITIVE;
    }
    RecoveredNode node =
        new RecoveredNode(
            new Opening(
                bank,
                disk,
                300 + random.nextInt(2000),
                control,
                (it, scheduler) -> beforeItRuns(it, durable)));
    branches.addAll(node.found);
    return node;
  }

  private void beforeItRuns(DataFolder folder, long durable) {
    log.endsAt(folder.journal().end(), durable);
    try {
      if (folder.mustDecideFirst() || random.nextInt(10) == 0) {
        for (PreparedBranch branch : folder.inDoubt()) {
          decide(folder, branch.key());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void decide(DataFolder folder, BranchKey key) throws IOException {
    decidedFirst++;
    boolean commit = random.nextBoolean();
    long decisionLsn = lsn();
    List<Claim> voted = log.newest().get(key).claims();
    long lsn = Usual.decide(folder, key, commit, decisionLsn);
    if (commit) {
      log.add(BranchLog.Kind.COMMITTED, key, lsn, voted, Map.of(coordinator(key), decisionLsn));
    } else {
      log.add(BranchLog.Kind.ABORTED, key, lsn, List.of(), Map.of());
    }
  }

  private void live(RecoveredNode node) throws Exception {
    for (int step = 0; step < 250; step++) {
      switch (random.nextInt(12)) {
        case 0 -> begin(node);
        case 1 -> beginBranch(node);
        case 2 -> goOn();
        case 3 -> vote();
        case 4 -> endBranch();
        case 5 -> decideOne();
        case 6 -> finishOne(node);
        case 7, 8, 9 -> stepOne();
        default -> tick(node);
      }
    }
  }

  private void tick(RecoveredNode node) {
    long made = node.checkpointer.made();
    node.scheduler.advance(random.nextInt(300_000));
    node.scheduler.runOne();
    if (node.checkpointer.made() > made && !node.prepared.isEmpty()) {
      checkpointsWithSomethingInDoubt++;
    }
  }

  private void begin(RecoveredNode node) {
    int front = random.nextInt(3);
    long incarnation = node.folder.incarnation();
    Tx tx = front == RecoveredNode.SELF ? node.new Tx() : node.new Tx(front, 100 + incarnation);
    int first = random.nextInt(ACTORS);
    for (int i = random.nextInt(2); i >= 0; i--) {
      if (!tx.act(call("a" + (first + i) % ACTORS))) {
        tx.letGo();
        return;
      }
    }
    open.add(tx);
  }

  private void beginBranch(RecoveredNode node) {
    Branch branch = new Branch(node, key(), node.surroundings());
    branches.add(branch);
    more(branch);
  }

  /** A new one, or another attempt at what has aborted, or the same attempt again. */
  private BranchKey key() {
    if (!aborted.isEmpty() && random.nextInt(3) == 0) {
      BranchKey former = aborted.remove(random.nextInt(aborted.size()));
      return random.nextBoolean() ? former : new BranchKey(former.id(), former.attempt() + 1);
    }
    int front = random.nextInt(3);
    return new BranchKey(new TransactionId(front, 50, fresh++, 1 + random.nextInt(2)), 0);
  }

  private void goOn() {
    Branch branch = idle();
    if (branch != null && branch.status != Status.COMMITTED) {
      more(branch);
    }
  }

  private void more(Branch branch) {
    String account = "a" + random.nextInt(ACTORS);
    ActorId actor = new ActorId("Account", account);
    boolean acts = branch.claims.stream().anyMatch(it -> it.cell().id().equals(actor));
    boolean held =
        switch (random.nextInt(4)) {
          case 0 -> branch.observe(actor, BALANCE);
          case 1 -> branch.forbid(bank.call(account, "withdraw", 1L + random.nextInt(40)));
          default -> !acts && branch.act(call(account));
        };
    if (held) {
      branch.votedForAll = false;
    }
  }

  private Call call(String account) {
    return switch (random.nextInt(5)) {
      case 0 -> bank.call(account, "open", 100L);
      case 1 -> bank.call(account, "interest", 2L);
      case 2 -> bank.call(account, "withdraw", 1L + random.nextInt(40));
      case 3 -> bank.call(account, "match", "seen");
      default -> bank.call(account, "deposit", 1L + random.nextInt(40));
    };
  }

  /** A branch that nothing is going on with, or null. */
  private Branch idle() {
    List<Branch> idle = branches.stream().filter(it -> !stepping.contains(it)).toList();
    return idle.isEmpty() ? null : idle.get(random.nextInt(idle.size()));
  }

  private void vote() throws Exception {
    Branch branch = idle();
    if (branch != null
        && branch.claims.stream().anyMatch(claim -> claim.call() != null)
        && branch.settles()) {
      List<Claim> claims = List.copyOf(branch.claims);
      log.add(BranchLog.Kind.VOTE, branch.key, branch.vote(), claims, Map.of());
      stepping.add(branch);
    }
  }

  private void endBranch() throws Exception {
    Branch branch = idle();
    if (branch == null) {
      return;
    }
    branches.remove(branch);
    if (!branch.voted) {
      branch.letGo();
      aborted.add(branch.key);
    } else if (branch.votedForAll && random.nextInt(3) > 0) {
      long decisionLsn = lsn();
      List<Claim> claims = List.copyOf(branch.claims);
      Map<Integer, Long> relies = Map.of(coordinator(branch.key), decisionLsn);
      log.add(BranchLog.Kind.COMMITTED, branch.key, branch.commit(decisionLsn), claims, relies);
      stepping.add(branch);
    } else {
      log.add(BranchLog.Kind.ABORTED, branch.key, branch.abort(), List.of(), Map.of());
      stepping.add(branch);
      aborted.add(branch.key);
    }
  }

  private static int coordinator(BranchKey key) {
    return key.id().coordinator();
  }

  private long lsn() {
    return 1 + random.nextInt(1_000_000);
  }

  private void decideOne() throws Exception {
    if (open.isEmpty()) {
      return;
    }
    Tx tx = open.remove(random.nextInt(open.size()));
    if (random.nextInt(3) == 0 || !tx.settles()) {
      tx.letGo();
      return;
    }
    Map<Integer, Long> votes = new TreeMap<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      votes.put(1 + random.nextInt(2), lsn());
    }
    tx.decide(
        votes.entrySet().stream()
            .map(vote -> new Voter(vote.getKey(), vote.getValue(), 100 + vote.getKey()))
            .toArray(Voter[]::new));
    log.add(BranchLog.Kind.DECISION, tx.key, tx.lsn, List.copyOf(tx.claims), votes);
    stepping.add(tx);
  }

  /** One node acknowledges; if it is the last, the decision is finished. */
  private void finishOne(RecoveredNode node) throws Exception {
    List<Unfinished> all = new ArrayList<>(node.unfinished.values());
    if (all.isEmpty()) {
      return;
    }
    Unfinished one = all.get(random.nextInt(all.size()));
    TreeMap<Integer, Long> missing = new TreeMap<>(one.branches());
    if (stepping.stream().anyMatch(it -> it.key.equals(one.key()))) {
      return;
    }
    if (!missing.isEmpty()) {
      missing.remove(missing.firstKey());
      node.unfinished.put(one.key(), Usual.unfinished(one.key(), one.lsn(), missing));
      return;
    }
    Finish finish = new Finish(node, one.key());
    log.add(BranchLog.Kind.FINISHED, one.key(), finish.write(), List.of(), Map.of());
    stepping.add(finish);
  }

  private static final class Finish extends Holder {
    Finish(RecoveredNode node, BranchKey key) {
      super(node, key, node.surroundings());
    }

    long write() throws Exception {
      long lsn =
          append(
              new RecordFormat(node.directory.application()).finished(key, Usual.PROTOCOL, false));
      then(() -> node.unfinished.remove(key));
      return lsn;
    }
  }

  private void stepOne() {
    if (!stepping.isEmpty()) {
      Holder holder = stepping.get(random.nextInt(stepping.size()));
      if (holder.step()) {
        stepping.remove(holder);
      }
    }
  }

  /** Lets all that is under way come to its end: memory must then stand where the log leads. */
  private void drain(RecoveredNode node) {
    while (!stepping.isEmpty()) {
      stepOne();
    }
    open.forEach(Holder::letGo);
    branches.stream().filter(branch -> !branch.voted).forEach(Holder::letGo);
    if (branches.stream().allMatch(branch -> !branch.voted || branch.votedForAll)) {
      log.checkActors(node);
    }
  }

  // --- what is found ---

  private void checkFound(RecoveredNode node) {
    log.check(node);
    checkLooks(node);
  }

  /**
   * A look at an actor beside a branch in doubt sees the state that the branch had seen; but for
   * optimistic control, where a branch was validated before it voted, and others may change since
   * what it looked at.
   */
  private void checkLooks(RecoveredNode node) {
    if (isOptimistic(control)) {
      return;
    }
    for (Branch branch : node.found) {
      for (Claim claim : branch.claims) {
        boolean itsOwn =
            branch.claims.stream().anyMatch(it -> it.call() != null && it.cell() == claim.cell());
        if (claim.work() instanceof Work.Observe && !itsOwn) {
          Tx probe = node.new Tx();
          if (probe.observe(claim.cell().id(), BALANCE)) {
            looksFound++;
            assertThat(probe.seen.observe(claim.cell().id(), BALANCE))
                .isEqualTo(branch.seen.observe(claim.cell().id(), BALANCE));
          }
          probe.letGo();
        }
      }
    }
  }
}
