package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.commit.CommitKind;
import tutti.engine.commit.CommitKinds;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.message.CommitStep;
import tutti.engine.distribution.message.MemberProgress;
import tutti.engine.distribution.operator.ProgressReport;
import tutti.engine.journal.Journal;
import tutti.engine.node.Commitments.Answered;
import tutti.engine.transaction.record.Resolution.State;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.engine.transport.Transport;
import tutti.model.testing.Await;
import tutti.model.testing.Effort;
import tutti.protocol.commit.Role;

/**
 * Node 0 coordinates a transaction, has voted, and is alone: under protocols in which others may
 * decide without it, it is in doubt like them, and so is its client. An operator ends its part.
 */
class ResolveCoordinatorTest {
  private static final Idempotency KEY = new Idempotency("k", 1);

  @TempDir Path folder;
  private final AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);
  private final AtomicBoolean deaf = new AtomicBoolean();
  private final AtomicBoolean silent = new AtomicBoolean();
  private final String from = Homes.accountOn(0, 3);
  private final String to = Homes.accountOn(1, 3);
  private @Nullable Nodes nodes;
  private volatile @Nullable Journal ownLog;

  /** A node's log, from which the node does not hear how far it is durable. */
  private final class Silent extends ForwardingLog {
    Silent(Journal log) {
      super(log);
    }

    @Override
    public void whenDurable(long position, DurableCallback callback) {
      super.whenDurable(position, silent.get() ? durable -> {} : callback);
    }
  }

  /** Node 0 hears nothing that a commit protocol says, if it is deaf. */
  private boolean isHeard(int node, CommitStep.Kind kind, Runnable later) {
    return node != 0 || !deaf.get() || kind == CommitStep.Kind.EXECUTED;
  }

  private Nodes open(CommitKind commit) throws Exception {
    Nodes.Tap tap =
        new Nodes.Tap() {
          @Override
          public Transport transport(int node, Transport wire) {
            return node == 0
                ? new Muffled(wire, left)
                : new FilteredTransport(wire, ResolveCoordinatorTest.this::isHeard);
          }

          @Override
          public Journal log(int node, Journal log) {
            if (node != 0) {
              return log;
            }
            Silent made = new Silent(log);
            ownLog = made;
            return made;
          }
        };
    Nodes made = new Nodes(folder, Desk.deployment(commit), 3, tap, 3);
    nodes = made;
    made.openAccounts(100, from, to);
    return made;
  }

  @AfterEach
  void close() throws Exception {
    heal();
    if (nodes != null) {
      nodes.close();
    }
  }

  private TransactionRequest transfer(Nodes all) {
    return new TransactionRequest(
        List.of(all.bank().call(from, "withdraw", 10L), all.bank().call(to, "deposit", 10L)),
        KEY,
        RunningNode.TIMEOUT_NANOS);
  }

  private void heal() {
    left.set(Integer.MAX_VALUE);
    deaf.set(false);
    silent.set(false);
  }

  /** The coordinator has come so far. */
  private static TransactionId await(RunningNode at, Predicate<MemberProgress> so)
      throws Exception {
    AtomicReference<TransactionId> found = new AtomicReference<>();
    Await.that(
        "the coordinator has come so far",
        () -> {
          for (MemberProgress each : Desk.underway(at, 0)) {
            if (each.role() == Role.COORDINATOR && so.test(each)) {
              found.set(each.key().id());
            }
          }
          return found.get() != null;
        });
    return found.get();
  }

  private boolean logIsDurable() {
    Journal log = Objects.requireNonNull(ownLog);
    return log.durable() == log.end();
  }

  private void alone(Nodes all) throws Exception {
    all.crash(1);
    all.crash(2);
    Nodes.awaitThat(() -> !all.at(0).meets(1).getAsBoolean());
    Nodes.awaitThat(() -> !all.at(0).meets(2).getAsBoolean());
  }

  private static Outcome ended(RunningNode at, TransactionId id) throws Exception {
    return ((TransactionStatus.Ended) at.status(id)).outcome();
  }

  /**
   * Returns whether no other node can decide without the coordinator: then the coordinator is never
   * in doubt.
   */
  private static boolean decidesAlone(CommitKind kind) {
    return kind.protocol().name().startsWith("two-phase");
  }

  static Stream<Arguments> doubtful() {
    return Effort.some(
        CommitKinds.all().stream()
            .filter(kind -> !decidesAlone(kind))
            .flatMap(kind -> Stream.of(Arguments.of(kind, true), Arguments.of(kind, false)))
            .toList())
        .stream();
  }

  @ParameterizedTest
  @MethodSource("doubtful")
  void aCoordinatorThatIsBackAloneIsResolved(CommitKind kind, boolean commit) throws Exception {
    Nodes all = open(kind);
    silent.set(true);
    all.at(0).start(transfer(all));
    TransactionId id = await(all.at(0), MemberProgress::inDoubt);
    Nodes.awaitThat(this::logIsDurable);
    all.abandon();
    heal();
    all.start(0);
    MemberProgress seen =
        Desk.underway(all.at(0), 0).stream()
            .filter(each -> each.role() == Role.COORDINATOR)
            .findFirst()
            .orElseThrow();
    assertThat(seen.inDoubt()).isTrue();
    assertThat(seen.endsAlone()).isFalse();
    assertThat(seen.actors()).containsExactly("Account[" + from + "]");
    assertThat(seen.ending()).contains("node n1", "cannot be reached");

    isResolved(all, id, commit);
    all.crash(0);
    all.start(0);
    theTruthIsTold(all, id, commit);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void ofPaxosCommitOneThatRunsIsResolvedAsWell(boolean commit) throws Exception {
    Nodes all = open(paxosCommit());
    deaf.set(true);
    CompletableFuture<Outcome> client = all.at(0).start(transfer(all));
    TransactionId id = await(all.at(0), ResolveCoordinatorTest::asksWitnesses);
    assertThat(Desk.resolveAt(all.at(0), 0, id, Desk.order(commit, true, "I like to")).code())
        .as("the witnesses can be reached")
        .isEqualTo("ends-by-itself");
    alone(all);
    isCounted(all.at(0), id);

    isResolved(all, id, commit);
    assertThat(all.at(0).node.statistics().members().inDoubt()).as("that is over").isEmpty();
    assertThat(RunningNode.await(client)).as("told at once").isInstanceOf(Outcome.InDoubt.class);
    heal();
    theTruthIsTold(all, id, commit);
  }

  @Test
  void whatWasResolvedWhileItRanIsFoundAfterACrash() throws Exception {
    Nodes all = open(paxosCommit());
    deaf.set(true);
    all.at(0).start(transfer(all));
    TransactionId id = await(all.at(0), ResolveCoordinatorTest::asksWitnesses);
    alone(all);
    isResolved(all, id, true);
    all.crash(0);
    heal();
    all.start(0);
    theTruthIsTold(all, id, true);
  }

  /**
   * The coordinator is one of the parts in doubt, with the actors that it keeps, and for some time.
   */
  private void isCounted(RunningNode alone, TransactionId id) {
    NodeStatistics now = alone.node.statistics();
    assertThat(now.members().inDoubt()).hasSize(1);
    ProgressReport.InDoubt counted = now.members().inDoubt().getFirst();
    assertThat(counted.key().id()).isEqualTo(id);
    assertThat(counted.coordinator()).isEqualTo("node n0");
    assertThat(counted.actors().toString()).isEqualTo("[Account[" + from + "]]");
    assertThat(now.committing().oldestDoubtNanos()).isPositive();
  }

  private static CommitKind paxosCommit() {
    return (CommitKind) Objects.requireNonNull(CommitKinds.byName().get("paxos-commit"));
  }

  /** Whether its vote is durable. */
  private static boolean asksWitnesses(MemberProgress it) {
    return it.phase().equals("prepared") || it.phase().equals("leading");
  }

  private void isResolved(Nodes all, TransactionId id, boolean commit) throws Exception {
    RunningNode alone = all.at(0);
    Answered unforced = Desk.resolve(alone, id, Desk.order(commit, false, "late"));
    assertThat(unforced.code()).isEqualTo("not-forced");
    assertThat(unforced.why()).contains("n1").contains("--force");
    Answered done = Desk.resolve(alone, id, Desk.order(commit, true, "n1 burnt"));
    assertThat(done.code()).as(done.why()).isEmpty();
    assertThat(Desk.resolve(alone, id, Desk.order(!commit, true, "no!")).code())
        .isEqualTo("already-resolved");
    assertThat(Desk.resolution(alone, 0, id).state()).isEqualTo(State.HAZARD);
    assertThat(alone.balance(from)).isEqualTo(commit ? 90 : 100);
    assertThat(alone.run(all.bank().call(from, "deposit", 1L)))
        .as("it is free at once")
        .isInstanceOf(Outcome.Committed.class);
    assertThat(ended(alone, id)).isInstanceOf(Outcome.InDoubt.class);
    // Why it is in doubt depends on how far its machine is.
    assertThat(RunningNode.await(alone.start(transfer(all))))
        .as("its key stands for it")
        .isInstanceOfSatisfying(
            Outcome.InDoubt.class, doubt -> assertThat(doubt.transaction()).isEqualTo(id));
  }

  /** Node 0 runs, the others come back. */
  private void theTruthIsTold(Nodes all, TransactionId id, boolean commit) throws Exception {
    assertThat(Desk.resolution(all.at(0), 0, id).state()).isEqualTo(State.HAZARD);
    assertThat(ended(all.at(0), id)).isInstanceOf(Outcome.InDoubt.class);
    all.start(1);
    all.start(2);
    Desk.awaitLearnt(all.at(0), 0, id);
    all.awaitNothingBegun();
    boolean truth = all.at(1).balance(to) == 110;
    State right = commit ? State.COMMIT : State.ROLLBACK;
    assertThat(Desk.resolution(all.at(1), 0, id).state())
        .isEqualTo(truth == commit ? right : State.MIXED);
    Nodes.awaitThat(() -> !inDoubt(all.at(0), id));
    assertThat(Desk.committed(all.at(0), id)).isEqualTo(truth);
    if (truth) {
      assertThat(RunningNode.await(all.at(0).start(transfer(all))))
          .as("its key stands for what has happened")
          .isEqualTo(ended(all.at(0), id));
    }
    assertThat(all.at(0).balance(from)).as("what was done stays").isEqualTo(commit ? 91 : 101);
    all.stop(0);
    all.start(0);
    assertThat(Desk.committed(all.at(0), id)).as("for ever after").isEqualTo(truth);
    assertThat(all.at(0).balance(from)).isEqualTo(commit ? 91 : 101);
  }

  private static boolean inDoubt(RunningNode at, TransactionId id) {
    try {
      return ended(at, id) instanceof Outcome.InDoubt;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  static Stream<CommitKind> decisive() {
    return CommitKinds.all().stream().filter(ResolveCoordinatorTest::decidesAlone);
  }

  @ParameterizedTest
  @MethodSource("decisive")
  void elsewhereACoordinatorIsNeverInDoubt(CommitKind kind) throws Exception {
    Nodes all = open(kind);
    left.set(0);
    all.at(0).start(transfer(all));
    TransactionId id = await(all.at(0), it -> true);
    assertThat(Desk.resolveAt(all.at(0), 0, id, Desk.order(true, true, "x")).code())
        .as("while it runs")
        .isEqualTo("not-in-doubt");
    all.abandon();
    heal();
    all.start(0);
    assertThat(Desk.underway(all.at(0), 0)).noneMatch(MemberProgress::inDoubt);
    assertThat(all.at(0).run(all.bank().call(from, "deposit", 1L)))
        .as("nothing holds what it touched")
        .isInstanceOf(Outcome.Committed.class);
  }
}
