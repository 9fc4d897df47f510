package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.commit.CommitKind;
import tutti.engine.commit.CommitKinds;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.message.MemberProgress;
import tutti.engine.node.Commitments.Answered;
import tutti.engine.transaction.record.Resolution;
import tutti.engine.transaction.record.Resolution.State;
import tutti.engine.transaction.submission.Outcome;
import tutti.model.testing.Await;
import tutti.protocol.commit.Role;

/**
 * Node 1 is in doubt and its coordinator, node 0, is down: an operator sees that, and ends node 1's
 * part by hand. The outcome that node 0 tells when it is back is never hidden.
 */
class ResolveByHandTest {
  private static final int THERE = 1;

  @TempDir Path folder;
  private final AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);
  private final String from = Homes.accountOn(0, 3);
  private final String to = Homes.accountOn(THERE, 3);
  private @Nullable Nodes nodes;

  private Nodes open(CommitKind commit) throws Exception {
    Nodes made = new Nodes(folder, Desk.deployment(commit), 3, wire -> new Muffled(wire, left));
    nodes = made;
    made.openAccounts(100, from, to);
    return made;
  }

  @AfterEach
  void close() throws Exception {
    if (nodes != null) {
      nodes.close();
    }
  }

  private static List<MemberProgress> here(RunningNode at) throws Exception {
    return Desk.underway(at, THERE);
  }

  private static Resolution resolution(RunningNode at, TransactionId id) throws Exception {
    return Desk.resolution(at, THERE, id);
  }

  /** The part of the transaction that has come to be in doubt on node 1. */
  private MemberProgress beginDoubt(Nodes all, int through) throws Exception {
    left.set(through);
    CompletableFuture<Outcome> outcome =
        all.at(0)
            .start(all.bank().call(from, "withdraw", 10L), all.bank().call(to, "deposit", 10L));
    RunningNode there = all.at(THERE);
    AtomicReference<MemberProgress> found = new AtomicReference<>();
    Await.that(
        () -> "in doubt: " + outcome.getNow(null),
        () -> {
          for (MemberProgress each : here(there)) {
            if (each.inDoubt() && !each.phase().equals("voting")) {
              found.set(each);
            }
          }
          return found.get() != null;
        });
    return found.get();
  }

  private static void awaitLearnt(Nodes all, TransactionId id) throws Exception {
    Desk.awaitLearnt(all.at(THERE), THERE, id);
  }

  @ParameterizedTest
  @CsvSource({"true,COMMIT,110", "false,MIXED,100"})
  void aLiveBranchIsResolvedAndTheTruthIsTold(boolean commit, State state, long balance)
      throws Exception {
    Nodes all = open(CommitKinds.usual());
    MemberProgress doubt = beginDoubt(all, 0);
    TransactionId id = doubt.key().id();
    RunningNode there = all.at(THERE);

    assertThat(Desk.resolve(there, id, Desk.order(commit, true, "I like to")).code())
        .as("its coordinator can be reached")
        .isEqualTo("ends-by-itself");
    all.stop(0);
    Nodes.awaitThat(() -> !there.meets(0).getAsBoolean());

    MemberProgress seen = here(there).getFirst();
    assertThat(seen.role()).isEqualTo(Role.PARTICIPANT);
    assertThat(seen.protocol()).isEqualTo("two-phase");
    assertThat(seen.phase()).isEqualTo("prepared");
    assertThat(seen.actors()).containsExactly("Account[" + to + "]");
    assertThat(seen.endsAlone()).isFalse();
    assertThat(seen.ending()).contains("node n0 coming back: it alone knows the decision");
    assertThat(seen.others())
        .containsExactly(new MemberProgress.Other("n0", "coordinates", true, false));
    assertThat(seen.since()).isNotNull().isAfterOrEqualTo(seen.began());
    assertThat(Desk.look(there, null).getFirst().unavailable())
        .contains("node n0 cannot be reached");

    Answered unforced = Desk.resolve(there, id, Desk.order(commit, false, "late"));
    assertThat(unforced.code()).isEqualTo("not-forced");
    assertThat(unforced.why()).contains("node n0 coming back").contains("--force");
    assertThat(Desk.resolve(there, id, Desk.order(commit, true, " ")).code())
        .isEqualTo("not-forced");
    assertThat(here(there).getFirst().inDoubt()).as("nothing was done").isTrue();
    String tooLong = "because ".repeat(8_192);
    assertThat(Desk.resolve(there, id, Desk.order(commit, true, tooLong)).code())
        .isEqualTo("storage-failed");

    Answered done = Desk.resolve(there, id, Desk.order(commit, true, "the shop must open"));
    assertThat(done.done()).isNotNull();
    assertThat(done.done().state()).isEqualTo(State.HAZARD);
    Answered again = Desk.resolve(there, id, Desk.order(commit, true, "the shop must open"));
    assertThat(again.done()).as("what is asked again is answered again").isEqualTo(done.done());
    assertThat(Desk.resolve(there, id, Desk.order(!commit, true, "no!")).code())
        .isEqualTo("already-resolved");

    assertThat(there.run(all.bank().call(to, "deposit", 1L)))
        .as("it is free at once")
        .isInstanceOf(Outcome.Committed.class);
    assertThat(there.balance(to)).isEqualTo(balance + 1);
    assertThat(there.node.statistics().members().inDoubt()).isEmpty();

    left.set(Integer.MAX_VALUE);
    all.start(0);
    awaitLearnt(all, id);
    all.awaitNothingBegun();
    assertThat(Desk.committed(all.at(0), id)).isTrue();
    Resolution told = resolution(all.at(0), id);
    assertThat(told.state()).isEqualTo(state);
    assertThat(told.by()).isEqualTo("ann");
    assertThat(told.reason()).isEqualTo("the shop must open");
    assertThat(there.node.statistics().committing().resolved()).containsEntry(state, 1);
    // What it did by hand stays done.
    assertThat(there.balance(to)).isEqualTo(balance + 1);
    all.stop(THERE);
    all.start(THERE);
    assertThat(resolution(all.at(0), id).state()).as("for ever after").isEqualTo(state);
    assertThat(all.at(0).balance(to)).isEqualTo(balance + 1);
  }

  static Stream<CommitKind> kinds() {
    return CommitKinds.all().stream();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void whatWasFoundInDoubtIsCommittedByHandUnderEveryProtocol(CommitKind kind) throws Exception {
    everybodyCrashes(kind, true);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void whatWasFoundInDoubtIsAbortedByHandUnderEveryProtocol(CommitKind kind) throws Exception {
    everybodyCrashes(kind, false);
  }

  private void everybodyCrashes(CommitKind kind, boolean commit) throws Exception {
    Nodes all = open(kind);
    TransactionId id = beginDoubt(all, kind.protocol().traits().votesEarly() ? 0 : 1).key().id();
    all.abandon();
    left.set(Integer.MAX_VALUE);
    all.start(THERE);
    RunningNode there = all.at(THERE);
    MemberProgress seen = doubtful(here(there));
    assertThat(seen.key().id()).isEqualTo(id);
    assertThat(seen.since()).as("before this node started").isNull();
    assertThat(seen.actors()).containsExactly("Account[" + to + "]");
    assertThat(Desk.resolve(there, id, Desk.order(commit, false, "")).code())
        .isEqualTo("not-forced");

    Answered done = Desk.resolve(there, id, Desk.order(commit, true, "n0 burnt"));
    assertThat(done.code()).isEmpty();
    long balance = commit ? 110 : 100;
    assertThat(there.balance(to)).isEqualTo(balance);
    there.run(all.bank().call(to, "deposit", 1L));

    all.abandon();
    all.start(THERE);
    there = all.at(THERE);
    assertThat(resolution(there, id).state()).isEqualTo(State.HAZARD);
    assertThat(there.balance(to)).isEqualTo(balance + 1);
    assertThat(here(there)).as("it still asks").noneMatch(MemberProgress::inDoubt);
    assertThat(resolved(there).began()).as("this is in the log").isEqualTo(seen.began());

    all.start(0);
    all.start(2);
    awaitLearnt(all, id);
    all.awaitNothingBegun();
    boolean truth = Desk.committed(all.at(0), id);
    State right = commit ? State.COMMIT : State.ROLLBACK;
    assertThat(resolution(there, id).state()).isEqualTo(truth == commit ? right : State.MIXED);
    assertThat(all.at(0).balance(from)).as("as was decided").isEqualTo(truth ? 90 : 100);
    assertThat(there.balance(to)).isEqualTo(balance + 1);
  }

  /** The only part that was resolved there and asks how the others ended. */
  private static MemberProgress resolved(RunningNode there) throws Exception {
    List<MemberProgress> resolved = here(there).stream().filter(MemberProgress::byHand).toList();
    assertThat(resolved).hasSize(1);
    return resolved.getFirst();
  }

  private static MemberProgress doubtful(List<MemberProgress> all) {
    List<MemberProgress> doubtful = all.stream().filter(MemberProgress::inDoubt).toList();
    assertThat(doubtful).hasSize(1);
    return doubtful.getFirst();
  }

  @Test
  void aMismatchSurvivesCheckpoints() throws Exception {
    Nodes all = open(CommitKinds.usual());
    MemberProgress doubt = beginDoubt(all, 0);
    TransactionId id = doubt.key().id();
    all.stop(0);
    RunningNode before = all.at(THERE);
    Nodes.awaitThat(() -> !before.meets(0).getAsBoolean());
    Desk.resolve(before, id, Desk.order(false, true, "x"));
    assertThat(resolved(before).began()).isEqualTo(doubt.began()).isNotNull();
    int deposits = depositUntilCheckpoint(all, before);
    all.stop(THERE);
    all.start(THERE);
    RunningNode there = all.at(THERE);
    assertThat(resolved(there).began()).as("a checkpoint has it").isEqualTo(doubt.began());
    left.set(Integer.MAX_VALUE);
    all.start(0);
    awaitLearnt(all, id);
    deposits += depositUntilCheckpoint(all, there);
    all.stop(THERE);
    all.start(THERE);
    assertThat(resolution(all.at(THERE), id).state()).isEqualTo(State.MIXED);
    assertThat(all.at(THERE).balance(to)).isEqualTo(100 + deposits);
  }

  /** One that begins after this was called; how many deposits that took. */
  private int depositUntilCheckpoint(Nodes all, RunningNode there) throws Exception {
    // One may be under way.
    long enough = there.node.statistics().log().checkpoints() + 2;
    int deposits = 0;
    while (there.node.statistics().log().checkpoints() < enough) {
      deposit(all, there, 100);
      deposits += 100;
    }
    return deposits;
  }

  private void deposit(Nodes all, RunningNode there, int times) throws Exception {
    List<CompletableFuture<Outcome>> begun = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      begun.add(there.start(all.bank().call(to, "deposit", 1L)));
    }
    for (CompletableFuture<Outcome> each : begun) {
      assertThat(RunningNode.await(each)).isInstanceOf(Outcome.Committed.class);
    }
  }

  @Test
  void whatIsNotInDoubtIsNotResolved() throws Exception {
    Nodes all = open(CommitKinds.usual());
    CompletableFuture<List<Answered>> answers = new CompletableFuture<>();
    TransactionId none = new TransactionId(0, 77, 7);
    all.at(0)
        .node
        .commitments()
        .resolve(none, null, Desk.order(true, true, "x"), answers::complete);
    assertThat(RunningNode.await(answers)).as("no node knows it").isEmpty();
    CompletableFuture<List<Answered>> named = new CompletableFuture<>();
    all.at(0).node.commitments().resolve(none, "n1", Desk.order(true, true, "x"), named::complete);
    assertThat(RunningNode.await(named).getFirst().code()).isEqualTo("unknown-transaction");
  }
}
