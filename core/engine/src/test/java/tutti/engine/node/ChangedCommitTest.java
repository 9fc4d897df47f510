package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.commit.CommitKind;
import tutti.engine.commit.CommitKinds;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.distribution.message.CommitStep;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.engine.transport.Transport;
import tutti.model.Call;

/**
 * All nodes crash while all have promised to commit and none knows the outcome, and come back under
 * another commit protocol: it ends under the one in its records, on all nodes alike.
 */
class ChangedCommitTest {
  private static final long TIMEOUT_NANOS = 200_000_000L;
  private static final Set<String> BLOCKING =
      Set.of(
          "two-phase",
          "two-phase-presumed-commit",
          "two-phase-presumed-nothing",
          "two-phase-acknowledged");

  /** The client has not heard of a commit when only the coordinator can have decided. */
  private static final Set<String> UNTOLD =
      Set.of("three-phase", "paxos-commit", "easy-commit-confirmed");

  /** The protocols in which the coordinator's record decides, also if no other node has heard. */
  private static final Set<String> DECIDED = Set.of("three-phase-unacknowledged");

  /** A transaction that is left in doubt, and the folder of its nodes. */
  private record Left(Path folder, TransactionId id) {}

  @TempDir Path folder;

  /** Each protocol, the one after it in the list, and whether the concurrency control changes. */
  static Stream<Arguments> changes() {
    List<CommitKind> all = CommitKinds.all();
    return IntStream.range(0, 2 * all.size())
        .mapToObj(
            i ->
                Arguments.of(
                    all.get(i / 2), all.get((i / 2 + 1 + i % 2) % all.size()), i % 2 == 1));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void whatIsInDoubtEndsUnderTheProtocolOfItsRecords(
      CommitKind before, CommitKind after, boolean changesControl) throws Exception {
    String name = before.longName();
    Left left =
        Deadlines.enough(folder, TIMEOUT_NANOS, (nanos, in) -> leaveInDoubt(before, nanos, in));
    TransactionId id = left.id;
    Deployment changed =
        Nodes.deployment(
            after,
            changesControl
                ? ConcurrencyControlKind.WOUND_WAIT
                : ConcurrencyControlKind.PATH_SENSITIVE,
            "20ms",
            "100ms");
    try (Nodes nodes = new Nodes(left.folder, changed, 3, (node, wire) -> wire, 1)) {
      if (!changesControl) {
        alone(nodes.at(0).status(id), name);
      }
      nodes.start(1);
      nodes.start(2);
      nodes.awaitReady();
      nodes.awaitNothingInDoubt();
      nodes.awaitNothingBegun();

      boolean commits = nodes.at(0).balance(KEYS.getFirst()) == 105;
      for (int node = 0; node < 3; node++) {
        assertThat(nodes.at(node).balance(KEYS.get(node))).isEqualTo(commits ? 105 : 100);
      }
      if (!name.equals("paxos-commit")) {
        // Where votes of the coordinator had reached one witness alone, any two may decide.
        assertThat(commits).isEqualTo(!name.equals("three-phase"));
      }
      for (int node = 0; node < 3; node++) {
        assertThat(nodes.at(node).ended(id))
            .isInstanceOf(commits ? Outcome.Committed.class : Outcome.Aborted.class);
      }
    }
  }

  /** The coordinator's knowledge while the others are still down. */
  private static void alone(TransactionStatus status, String name) {
    assertThat(status)
        .isInstanceOfSatisfying(
            TransactionStatus.Ended.class,
            ended -> assertThat(ended.outcome()).as(name).isInstanceOfAny(mayBeKnown(name)));
  }

  private static Class<?>[] mayBeKnown(String name) {
    if (BLOCKING.contains(name) || DECIDED.contains(name)) {
      return new Class<?>[] {Outcome.Committed.class};
    }
    // Others write an outcome that is told already without a flush of its own.
    return UNTOLD.contains(name)
        ? new Class<?>[] {Outcome.InDoubt.class}
        : new Class<?>[] {Outcome.Committed.class, Outcome.InDoubt.class};
  }

  /** The coordinator's node can tell the others nothing after its questions; then all crash. */
  private static @Nullable Left leaveInDoubt(CommitKind kind, long nanos, Path folder)
      throws Exception {
    Severed severed = new Severed();
    Deployment deployment =
        Nodes.deployment(kind, ConcurrencyControlKind.PATH_SENSITIVE, "1m", "10m");
    try (Nodes nodes = new Nodes(folder, deployment, 3, severed::around, 3)) {
      for (int node = 0; node < 3; node++) {
        nodes.at(node).run(nodes.bank().call(KEYS.get(node), "open", 100L));
      }
      List<Call> calls = new ArrayList<>();
      KEYS.forEach(key -> calls.add(nodes.bank().call(key, "deposit", 5L)));
      CompletableFuture<Outcome> outcome =
          nodes.at(0).start(new TransactionRequest(calls, null, nanos));
      Nodes.awaitThat(() -> severed.complete() || outcome.isDone());
      Outcome told = RunningNode.await(outcome);
      if (!severed.complete() || told instanceof Outcome.Aborted) {
        return null;
      }
      assertThat(told)
          .isInstanceOf(
              UNTOLD.contains(kind.longName()) ? Outcome.InDoubt.class : Outcome.Committed.class);
      nodes.abandon();
      return new Left(folder, told.transaction());
    }
  }

  /** One account for each node, in the order of the nodes: the first one's coordinates. */
  private static final List<String> KEYS =
      IntStream.range(0, 3)
          .mapToObj(node -> Homes.accountOn("" + (char) ('a' + node), node, 3))
          .toList();

  /** Lets the first node ask, and not tell; the others may say what they like. */
  private static final class Severed {
    /** The nodes that the first node could not tell. */
    private final Set<Integer> untold = ConcurrentHashMap.newKeySet();

    /** The nodes that have promised. */
    private final Set<Integer> promised = ConcurrentHashMap.newKeySet();

    boolean complete() {
      return untold.size() == 2 && promised.size() == 2;
    }

    Transport around(int node, Transport wire) {
      return new FilteredTransport(wire, (to, kind, later) -> passes(node, to, kind));
    }

    private boolean passes(int from, int to, CommitStep.Kind kind) {
      boolean asks = kind == CommitStep.Kind.EXECUTE || kind == CommitStep.Kind.PREPARE;
      if (from == 0 && !asks) {
        untold.add(to);
        return false;
      }
      if (from != 0 && kind != CommitStep.Kind.EXECUTED) {
        promised.add(from);
      }
      return true;
    }
  }
}
